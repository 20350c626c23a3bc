import * as m from '#messages'
import type { Template } from '#templates/contract.ts'

/** Where a template is used once it is saved; `file`: what it was made of just now. */
export function usedIn(
  { id, movement, sourceSystem }: Pick<Template, 'id' | 'movement' | 'sourceSystem'>,
  file: Pick<File, 'name'> | null,
) {
  if (movement === 'export') return { label: m.templates_saved_export(), to: `/app/imports?tab=exports&template=${id}` }
  if (sourceSystem !== 'file') return { label: m.templates_saved_fetch(), to: '/app/imports' }
  const label = file ? m.templates_saved_import_file({ name: file.name }) : m.templates_saved_import()
  return { label, to: `/app/imports?template=${id}` }
}
