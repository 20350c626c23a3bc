import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#messages'
import { maxReceiptBytes, missingList, receiptAddress, receiptList } from '#receipts/contract.ts'
import { api } from '../../../api-client.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { LoadFailed } from '../../load-failed.tsx'
import { textBesideName } from './purchase-text.ts'
import { createReceiptPace } from './receipt-pace.ts'
import { ReceiptRow } from './receipt-row.tsx'
import { useUpload } from './use-upload.ts'

const accepted = ['.pdf', '.jpg', '.jpeg', '.png']

/** Receipts: taking them, those that came, and purchases without one. */
export function ReceiptsSection() {
  const [pace] = useState(() => createReceiptPace())
  const receipts = useInfiniteQuery({
    queryKey: ['receipts', 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/receipts', { query: { cursor: pageParam }, schema: receiptList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => pace(state.data?.pages),
  })
  const items = receipts.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <UploadSection />
      <section aria-labelledby="receipts" className="pb-8">
        <SectionHeader id="receipts" title={m.receipts_title()} className="mx-4 wide:mx-6" />
        {receipts.isError && items.length === 0 && (
          <LoadFailed title={m.receipts_load_failed()} error={receipts.error} onRetry={receipts.refetch} />
        )}
        {receipts.data && items.length === 0 && <p className="px-4 py-4 text-ink-2 wide:px-6">{m.receipts_none()}</p>}
        <ul>
          {items.map((one) => (
            <ReceiptRow key={one.id} receipt={one} />
          ))}
        </ul>
        {receipts.hasNextPage && (
          <MoreButton isFetching={receipts.isFetchingNextPage} onClick={() => void receipts.fetchNextPage()} />
        )}
      </section>
      <MissingSection />
    </>
  )
}

function UploadSection() {
  const { take, left, refused } = useUpload()
  const address = useQuery({
    queryKey: ['receipts', 'address'],
    queryFn: ({ signal }) => api.get('/receipts/address', { schema: receiptAddress, signal }),
  })
  return (
    <section
      aria-labelledby="new-receipts"
      className="grid gap-3 px-4 pb-8 wide:px-6 [&>*:not(:first-child)]:max-w-4xl"
    >
      <SectionHeader id="new-receipts" title={m.receipts_new_title()} />
      <p className="max-w-[64ch] text-ink-2">{m.receipts_new_text()}</p>
      <FileDrop
        accept={accepted}
        maxMegabytes={maxReceiptBytes / 2 ** 20}
        label={m.receipts_drop()}
        help={m.receipts_drop_help()}
        onFile={(file) => take([file])}
        onFiles={take}
      />
      <p role="status" className="text-ink-2 empty:hidden">
        {left > 0 && m.receipts_uploading({ left })}
      </p>
      {refused.length > 0 && (
        <ul role="alert" className="grid gap-1 text-error">
          {refused.map((line) => (
            <li key={line} className="flex items-start gap-1.5">
              <StateGlyph state="error" className="mt-[3px] flex-none" />
              <span className="min-w-0 wrap-anywhere">{line}</span>
            </li>
          ))}
        </ul>
      )}
      {address.data?.address && (
        <p className="text-ink-2">
          {m.receipts_address()} <span className="font-strong text-ink select-all">{address.data.address}</span>
        </p>
      )}
    </section>
  )
}

function MissingSection() {
  const missing = useInfiniteQuery({
    queryKey: ['receipts', 'missing'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/receipts/missing', { query: { cursor: pageParam }, schema: missingList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  })
  const items = missing.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="missing-receipts" className="pb-8">
      <SectionHeader
        id="missing-receipts"
        title={m.receipts_missing_title({ count: missing.hasNextPage ? `${items.length}+` : items.length })}
        className="mx-4 wide:mx-6"
      />
      <ul>
        {items.map((one) => (
          <li
            key={one.reference}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-b border-rule px-4 py-2 medium:grid-cols-[110px_minmax(0,1fr)_auto] wide:px-6"
          >
            <DateText date={one.date} className="max-medium:order-2 max-medium:text-12 max-medium:text-ink-2" />
            <span className="truncate">
              {one.supplierName} <span className="text-ink-3">{textBesideName(one)}</span>
            </span>
            <Amount minor={one.total} currency={one.currency} className="text-right" />
          </li>
        ))}
      </ul>
      {missing.hasNextPage && (
        <MoreButton isFetching={missing.isFetchingNextPage} onClick={() => void missing.fetchNextPage()} />
      )}
    </section>
  )
}

function MoreButton({ isFetching, onClick }: { isFetching: boolean; onClick: () => void }) {
  return (
    <div className="px-4 py-4 wide:px-6">
      <Button onClick={onClick} disabled={isFetching}>
        {m.posting_more()}
      </Button>
    </div>
  )
}
