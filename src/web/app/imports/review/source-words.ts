import { useQuery } from '@tanstack/react-query'
import * as m from '#messages'
import { type Template, template } from '#templates/contract.ts'
import { ApiProblem, api } from '../../../api-client.ts'
import { importQuery } from './use-import.ts'

export type SourceSystem = Template['sourceSystem']

function useTemplate(templateId: string | null) {
  return useQuery({
    queryKey: ['templates', templateId],
    queryFn: ({ signal }) => api.get(`/templates/${templateId}`, { schema: template, signal }),
    enabled: templateId !== null,
  })
}

/** Where the rows of a template come from; a file, until it is known and where the template is gone. */
export function useSourceSystem(templateId: string | null): SourceSystem {
  return useTemplate(templateId).data?.sourceSystem ?? 'file'
}

/** Removed since: its imports stay. */
export function useIsTemplateGone(templateId: string): boolean {
  const { error } = useTemplate(templateId)
  return error instanceof ApiProblem && error.status === 404
}

/** Where the rows of an import came from. */
export function useSourceOf(importId: string): SourceSystem {
  const { data } = useQuery(importQuery(importId))
  return useSourceSystem(data?.templateId ?? null)
}

const heads: Record<SourceSystem, () => string> = {
  file: m.imports_head_text,
  'google-sheets': m.imports_head_text_sheet,
  airtable: m.imports_head_text_table,
}
const titles: Record<SourceSystem, () => string> = {
  file: m.imports_panel_in_file,
  'google-sheets': m.imports_panel_in_sheet,
  airtable: m.imports_panel_in_table,
}

/** The head of the column with each row's own text. */
export const textHead = (source: SourceSystem): string => heads[source]()

/** The title of the row as it stands where it came from. */
export const inSourceTitle = (source: SourceSystem): string => titles[source]()

/** How a row that a confirmed import left behind is sent after all. */
export const leftBehindText = (source: SourceSystem): string =>
  source === 'file' ? m.imports_left_behind_file() : m.imports_left_behind_source()
