import { Link } from 'react-router'
import type { TakenBack } from '#activity/contract.ts'
import * as m from '#messages'
import { cn } from '../../ui/class-names.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { RecentText } from './recent-text.tsx'
import { useLatestBookkept } from './use-overview.ts'

/** The invoices bookkept last. */
export function LatestSection({ isRunning }: { isRunning: boolean }) {
  const latest = useLatestBookkept(isRunning)
  return (
    <section aria-labelledby="latest">
      <SectionHeader
        id="latest"
        title={m.activity_dashboard_latest()}
        aside={
          <Link to="/app/events" className="link">
            {m.activity_dashboard_latest_all()}
          </Link>
        }
      />
      {latest?.length === 0 && <p className="py-4 text-ink-2">{m.activity_dashboard_latest_empty()}</p>}
      <ul>
        {latest?.map(({ id, at, subject, invoiceNumber, params, takenBack }) => (
          <li
            key={id}
            className="grid min-h-row grid-cols-[14px_minmax(0,1fr)_auto] wide:grid-cols-[96px_14px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule"
          >
            <span className="text-12 text-ink-3 max-wide:hidden">
              <RecentText instant={at} />
            </span>
            <StateGlyph state={takenBack ? 'skipped' : 'done'} />
            <span className={cn('truncate', takenBack && 'text-ink-3')}>{subject}</span>
            <span className="figures text-12 text-ink-3">
              {takenBack
                ? takenBackText(invoiceNumber ?? '', takenBack)
                : invoiceNumber && numberText(invoiceNumber, params.voucher)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function takenBackText(number: string, way: TakenBack): string {
  return way === 'credited'
    ? m.activity_dashboard_latest_credited({ number })
    : m.activity_dashboard_latest_removed({ number })
}

function numberText(number: string, voucher: string | number | undefined): string {
  return voucher
    ? m.activity_dashboard_latest_voucher({ number, voucher })
    : m.activity_dashboard_latest_invoice({ number })
}
