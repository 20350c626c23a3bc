import { useSearchParams } from 'react-router'
import { z } from 'zod'
import * as m from '#messages'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ReceiptsSection } from './receipts/receipts-section.tsx'
import { RunList } from './run-list.tsx'
import { RunPage } from './run-page.tsx'

/** Every run, or with `?run=` the one, with what became of each of its invoices; `?tab=receipts` what vouches for them. */
export default function TransactionPage() {
  const [search] = useSearchParams()
  const run = z.uuid().safeParse(search.get('run'))
  if (run.success) return <RunPage key={run.data} id={run.data} />
  const isReceipts = search.get('tab') === 'receipts'
  return (
    <>
      <PageHeader
        title={isReceipts ? m.receipts_title() : m.posting_title()}
        meta={[isReceipts ? m.receipts_intro() : m.posting_intro()]}
      />
      <PageTabs
        label={m.receipts_tabs()}
        tabs={[
          { to: '/app/transaction', label: m.posting_title(), isCurrent: !isReceipts },
          { to: '/app/transaction?tab=receipts', label: m.receipts_title(), isCurrent: isReceipts },
        ]}
      />
      {isReceipts ? <ReceiptsSection /> : <RunList />}
    </>
  )
}
