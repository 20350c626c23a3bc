import * as m from '#messages'
import type { Template } from '#templates/contract.ts'

/** Where a template is used once it is saved. */
export function usedIn({ id, movement, sourceSystem }: Pick<Template, 'id' | 'movement' | 'sourceSystem'>) {
  if (movement === 'export') return { label: m.templates_saved_export(), to: `/app/imports?tab=exports&template=${id}` }
  if (sourceSystem !== 'file') return { label: m.templates_saved_fetch(), to: '/app/imports' }
  return { label: m.templates_saved_import(), to: `/app/imports?template=${id}` }
}
