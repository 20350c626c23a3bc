import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { designationPreview } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { newDesignation as designationRequest } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { groupDigits } from '../../ui/amount.tsx'
import type { EditedDesignation } from './edited-designation.ts'

const pauseMs = 300

/** What a part of a name would take of the rows that wait, told while it is typed. */
export function DesignationPreview({ designation }: { designation: EditedDesignation }) {
  const asked = usePaused(JSON.stringify({ match: designation.match, text: designation.text.trim() }))
  const parsed = designationRequest.safeParse(JSON.parse(asked))
  const isWanted = parsed.success && parsed.data.match !== 'exact'
  const { data, isFetching } = useQuery({
    queryKey: ['mapped-suppliers', 'preview', asked],
    queryFn: ({ signal }) =>
      api.ask('/mapped-suppliers/preview', { body: parsed.data, schema: designationPreview, signal }),
    enabled: isWanted,
    placeholderData: (previous) => previous,
  })
  if (!isWanted || designation.match === 'exact') return null
  return (
    <p role="status" className="col-span-full text-12 text-ink-3" aria-busy={isFetching}>
      {data && previewText(data)}
    </p>
  )
}

function previewText({ rows, merchants, more }: typeof designationPreview._output): string {
  if (rows === 0) return m.suppliers_preview_none()
  const names = merchants.map(({ merchant, supplierName }) =>
    supplierName === null ? merchant : m.suppliers_preview_taken({ merchant, supplierName }),
  )
  const list = [...names, ...(more > 0 ? [m.suppliers_preview_more({ count: String(more) })] : [])].join(', ')
  return rows === 1
    ? m.suppliers_preview_one({ merchants: list })
    : m.suppliers_preview_many({ rows: groupDigits(rows), merchants: list })
}

/** The value once it has stood still for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
