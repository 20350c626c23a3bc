import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import * as m from '#messages'
import {
  mappingPreview,
  type Template,
  type TemplateMapping,
  type TemplateSample,
  template,
  templateSample,
} from '#templates/contract.ts'
import { missingFields } from '#templates/rules/check-mapping.ts'
import { renameColumns } from '#templates/rules/rename-columns.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { hasProblemText, problemText } from '../../problem-text.ts'
import { showToast } from '../../ui/toasts.tsx'
import { withSource } from './target-fields.ts'

export function useTemplate(id: string) {
  return useQuery({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => api.get(`/templates/${id}`, { schema: template, signal }),
  })
}

export type EncodingChoice = FileEncoding | 'auto'

/** The sample as the template reads it; or in an encoding that the user tries. */
function sampleQuery(id: string, encoding: EncodingChoice | null) {
  const query = encoding === null ? '' : `?encoding=${encoding}`
  return queryOptions({
    queryKey: ['templates', id, 'sample', encoding],
    queryFn: ({ signal }) => api.get(`/templates/${id}/sample${query}`, { schema: templateSample, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSample(id: string, encoding: EncodingChoice | null) {
  return useQuery({ ...sampleQuery(id, encoding), placeholderData: keepPreviousData })
}

/** Reads the sample in another encoding: the columns keep what they are mapped to, under the names as they now read. */
export function useEncodingChange(
  id: string,
  draft: { mapping: TemplateMapping; replace(mapping: TemplateMapping): void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (encoding: EncodingChoice) => client.fetchQuery(sampleQuery(id, encoding)),
    onSuccess: ({ suggestedMapping, columns }, encoding) => {
      const { encoding: _, ...mapping } = draft.mapping
      const asked = encoding === 'auto' ? mapping : { ...mapping, encoding }
      const refs = columns.map(({ ref }) => ref)
      draft.replace(refs.length === 0 ? asked : renameColumns(asked, suggestedMapping.header, refs))
    },
    onError: (error) => showToast({ type: 'error', id: 'mapping', title: problemTitle(error) }),
  })
}

/** How the sample reads under the mapping as it stands on the page; nothing is asked while a needed field lacks. */
export function usePreview(id: string, mapping: TemplateMapping) {
  const asked = useDeferredValue(mapping)
  return useQuery({
    queryKey: ['templates', id, 'preview', asked],
    queryFn: ({ signal }) =>
      api.post(`/templates/${id}/preview`, { body: { mapping: asked }, schema: mappingPreview, signal }),
    enabled: missingFields(asked).length === 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The mapping as the user changes it, until it is saved. */
export function useMappingDraft(saved: Template, sample: TemplateSample) {
  const [mapping, setMapping] = useState(saved.mapping)
  const open = sample.suggestions.filter(({ field }) => mapping.fields[field] === undefined)
  return {
    mapping,
    open,
    replace: setMapping,
    change: (part: Partial<TemplateMapping>) => setMapping((before) => ({ ...before, ...part })),
    setSource: (...[field, source]: [Parameters<typeof withSource>[1], Parameters<typeof withSource>[2]]) =>
      setMapping((before) => withSource(before, field, source)),
    takeAll: () =>
      setMapping((before) => open.reduce((mapped, { field, source }) => withSource(mapped, field, source), before)),
  }
}

export function useSaveMapping(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mapping: TemplateMapping) => api.put(`/templates/${id}/mapping`, { body: mapping, schema: template }),
    onSuccess: (saved) => {
      client.setQueryData(['templates', id], saved)
      void client.invalidateQueries({ queryKey: ['templates'], exact: true })
      showToast({
        type: 'success',
        title: m.templates_saved({ name: saved.name }),
        link: { label: m.templates_saved_import(), to: `/app/imports?template=${id}` },
      })
    },
    onError: (error) => {
      const [first] = error instanceof ApiProblem ? error.errors : []
      const title = first && hasProblemText(first.code) ? problemText(first) : problemTitle(error)
      showToast({ type: 'error', id: 'mapping', title })
    },
  })
}
