import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import * as m from '#messages'
import { type Template, type TemplateMapping, template } from '#templates/contract.ts'
import type { HeaderChoice } from '#templates/rules/layout/choose-header.ts'
import { sheetLines } from '#templates/rules/layout/sheet-lines.ts'
import { changeHeader } from '#templates/rules/mapping/change-header.ts'
import { missingFields } from '#templates/rules/mapping/check-mapping.ts'
import { renameByPlace } from '#templates/rules/mapping/rename-columns.ts'
import { mappingPreview, type TemplateSample, templateSample } from '#templates/sample-contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { hasProblemText, problemText } from '../../problem-text.ts'
import { showToast } from '../../ui/toasts.tsx'
import { isChangedByAnother, type Rebase, rebaseFields, useEditedCopy } from '../edited-copy.tsx'
import { keptFile } from '../kept-file.ts'
import { keepAnswer } from '../query-client.ts'
import { targetFieldName, withoutUnfinished, withSource } from './target-fields.ts'
import { mappingToast } from './use-faults.ts'
import { usedIn } from './used-in.ts'

export function useTemplate(id: string) {
  return useQuery({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => api.get(`/templates/${id}`, { schema: template, signal }),
  })
}

export type EncodingChoice = FileEncoding | 'auto'

/** The mapping as it is being changed, not saved yet. */
export type Draft = { mapping: TemplateMapping; replace(mapping: TemplateMapping): void }

/** What the user tries before it is saved: an encoding, a header row. Null: as the template has it. */
export type Tried = { encoding: EncodingChoice | null; header: HeaderChoice | null }
export type OnTry = (part: Partial<Tried>) => void

/** What is tried is tried one after the other: of two choices the answer to the first could come last, and would stand. */
const oneByOne = { id: 'tried' }

/** The sample as the template reads it; or as the user tries to. */
function sampleQuery(id: string, { encoding, header }: Tried) {
  const query = new URLSearchParams()
  if (encoding) query.set('encoding', encoding)
  if (header) {
    query.set('sheet', String(header.sheet))
    query.set('headerRow', String(header.row))
  }
  return queryOptions({
    queryKey: ['templates', id, 'sample', encoding, header],
    queryFn: ({ signal }) => api.get(`/templates/${id}/sample?${query}`, { schema: templateSample, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSample(id: string, tried: Tried) {
  return useQuery({ ...sampleQuery(id, tried), placeholderData: keepPreviousData })
}

/** Lines of one sheet of the sample as they are, in steps. */
export function useLines(id: string, encoding: EncodingChoice | null, sheet: number) {
  return useInfiniteQuery({
    queryKey: ['templates', id, 'lines', encoding, sheet],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ sheet: String(sheet), after: String(pageParam) })
      if (encoding) query.set('encoding', encoding)
      return api.get(`/templates/${id}/sample/lines?${query}`, { schema: sheetLines, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.number : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Puts the mapping under the header that the user chose; what had no column there is named. */
export function useHeaderChange(id: string, tried: Tried, draft: Draft, onTry: OnTry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (header: HeaderChoice) => client.fetchQuery(sampleQuery(id, { ...tried, header })),
    scope: oneByOne,
    onSuccess: ({ suggestedMapping, columns }, header) => {
      const { row } = header
      const refs = columns.map(({ ref }) => ref)
      const { mapping, lost } = changeHeader(draft.mapping, suggestedMapping, refs)
      draft.replace(mapping)
      onTry({ header })
      const chosen =
        row === 'none' ? m.templates_header_changed_none() : m.templates_header_changed({ row: String(row) })
      const fields = lost.map((field) => targetFieldName(field)).join(', ')
      showToast(
        lost.length > 0
          ? { type: 'warn', id: mappingToast, title: m.templates_header_lost({ fields }), text: chosen }
          : { type: 'success', id: mappingToast, title: chosen },
      )
    },
    onError: sayProblem,
  })
}

/** Reads the sample in another encoding: the columns keep what they are mapped to, under the names as they now read. */
export function useEncodingChange(id: string, tried: Tried, draft: Draft, onTry: OnTry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (encoding: EncodingChoice) => client.fetchQuery(sampleQuery(id, { ...tried, encoding })),
    scope: oneByOne,
    onSuccess: ({ suggestedMapping, columns }, encoding) => {
      const { encoding: _, ...mapping } = draft.mapping
      const asked = encoding === 'auto' ? mapping : { ...mapping, encoding }
      const refs = columns.map(({ ref }) => ref)
      draft.replace(refs.length === 0 ? asked : renameByPlace(asked, suggestedMapping.header, refs))
      onTry({ encoding })
    },
    onError: sayProblem,
  })
}

/** How the sample reads under the mapping as it stands on the page; nothing is asked while a needed field lacks. */
export function usePreview(id: string, mapping: TemplateMapping) {
  const asked = withoutUnfinished(useDeferredValue(mapping))
  return useQuery({
    queryKey: ['templates', id, 'preview', asked],
    queryFn: ({ signal }) =>
      api.ask(`/templates/${id}/preview`, { body: { mapping: asked }, schema: mappingPreview, signal }),
    enabled: missingFields(asked).length === 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type EditedCopy = ReturnType<typeof useEditedCopy<TemplateMapping>>

/** The mapping as the user changes it, until it is saved. */
export function useMappingDraft(saved: Template, sample: TemplateSample) {
  const copy = useEditedCopy(saved.mapping, rebaseMapping)
  const mapping = copy.value
  const open = sample.suggestions.filter(({ field }) => mapping.fields[field] === undefined)
  return {
    mapping,
    open,
    copy,
    replace: (whole: TemplateMapping) => copy.change(() => whole),
    change: (part: Partial<TemplateMapping>) => copy.change((before) => ({ ...before, ...part })),
    setSource: (...[field, source]: [Parameters<typeof withSource>[1], Parameters<typeof withSource>[2]]) =>
      copy.change((before) => withSource(before, field, source)),
    takeAll: () =>
      copy.change((before) => open.reduce((mapped, { field, source }) => withSource(mapped, field, source), before)),
  }
}

/** Each field of the target is a choice of its own. */
const rebaseMapping: Rebase<TemplateMapping> = (base, mine, theirs) => ({
  ...rebaseFields(base, mine, theirs),
  fields: rebaseFields(base.fields, mine.fields, theirs.fields),
})

export function useSaveMapping({ id, version }: Template, copy: Pick<EditedCopy, 'settle'>, onRefused: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mapping: TemplateMapping) =>
      api.put(`/templates/${id}/mapping`, { query: { version }, body: mapping, schema: template }),
    onSuccess: (saved, sent) => {
      copy.settle(sent)
      void keepAnswer(client, ['templates', id], saved)
      void client.invalidateQueries({ queryKey: ['templates'], exact: true })
      // What other visits read of the sample was read under the mapping before this.
      client.removeQueries({ queryKey: ['templates', id, 'sample'], type: 'inactive' })
      showToast({
        type: 'success',
        id: mappingToast,
        title: m.templates_saved({ name: saved.name }),
        link: usedIn(saved, keptFile(saved.id)),
      })
    },
    onError: async (error) => {
      sayProblem(error)
      onRefused()
      if (isChangedByAnother(error)) await client.invalidateQueries({ queryKey: ['templates', id], exact: true })
    },
  })
}

/** The first thing that is wrong, in words. */
function sayProblem(error: Error): void {
  const [first] = error instanceof ApiProblem ? error.errors : []
  const title = first && hasProblemText(first.code) ? problemText(first) : problemTitle(error)
  showToast({ type: 'error', id: mappingToast, title })
}
