import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import * as m from '#messages'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useBreadcrumb } from '../breadcrumb.ts'
import { LoadFailed } from '../load-failed.tsx'
import { MappingEditor } from './mapping-editor.tsx'
import { type Tried, useSample, useTemplate } from './use-mapping.ts'

export function meta() {
  return [{ title: `${m.templates_title()} – Radvis` }]
}

export default function TemplateMappingPage() {
  const { id = '' } = useParams()
  const template = useTemplate(id)
  const [tried, setTried] = useState<Tried>({ encoding: null, header: null })
  const sample = useSample(id, tried)
  useBreadcrumb(template.data?.name ?? null)
  const { sharedBy } = template.data ?? {}
  // A firm's template is changed at the firm: here nobody can take what is suggested.
  const shown = useMemo(
    () => sample.data && (sharedBy ? { ...sample.data, suggestions: [] } : sample.data),
    [sample.data, sharedBy],
  )
  if (template.data && shown)
    return (
      <MappingEditor
        key={id}
        template={template.data}
        sample={shown}
        tried={tried}
        onTry={(part) => setTried((before) => ({ ...before, ...part }))}
      />
    )
  const failed = template.error ?? sample.error
  if (!failed) {
    return (
      <>
        <PageHeader title={template.data?.name ?? m.templates_title()} />
        <SkeletonRows />
      </>
    )
  }
  const retry = () => Promise.all([template.refetch(), sample.refetch()])
  const page = { back: '/app/template/overview', label: m.templates_back() }
  return <LoadFailed title={m.templates_mapping_load_failed()} error={failed} onRetry={retry} page={page} />
}
