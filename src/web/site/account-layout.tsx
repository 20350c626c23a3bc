import { useEffect } from 'react'
import { Link, Outlet } from 'react-router'
import * as m from '#messages'
import { LeaveUnsaved } from '../leave-unsaved.tsx'
import { Amount } from '../ui/amount.tsx'
import { DateText } from '../ui/date-text.tsx'
import { watchFocus } from '../ui/leave-focus.ts'
import { LocaleSwitch } from '../ui/locale-switch.tsx'
import { PageTransition } from '../ui/page-transition.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { Sum } from '../ui/sum.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** Signing in and up: the form on a sheet, a page of the ledger beside it on a wide screen. */
export default function AccountLayout() {
  useEffect(watchFocus, [])
  return (
    <div className="grid min-h-dvh bg-sheet wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid grid-rows-[60px_1fr_auto] px-5 wide:margin-line-r wide:grid-rows-[72px_1fr_auto] wide:px-[clamp(24px,6vw,96px)]">
        <header className="flex items-center gap-1">
          <Link to="/">
            <Wordmark className="h-6 wide:h-[26px]" />
          </Link>
          <span className="flex-1" />
          <LocaleSwitch />
          <ThemeSwitch />
        </header>
        <PageTransition>
          <main className="w-full max-w-[376px] self-center pt-6 pb-12 max-wide:max-w-none max-wide:self-start wide:pt-8 wide:pb-16">
            <Outlet />
          </main>
        </PageTransition>
        <footer className="flex gap-5 pb-6 text-12 text-ink-3">
          <Link to="/terms" className="min-h-6 hover:text-ink hover:underline">
            {m.site_nav_terms()}
          </Link>
          <Link to="/contact" className="min-h-6 hover:text-ink hover:underline">
            {m.site_nav_contact()}
          </Link>
        </footer>
      </div>
      <LedgerPage />
      <LeaveUnsaved />
    </div>
  )
}

const rows: readonly { no: number; date: string; name: string; minor: number }[] = [
  { no: 12, date: '2026-11-02', name: 'Kontorshallen i Norrland AB', minor: 129900 },
  { no: 13, date: '2026-11-02', name: 'Tallticket AB', minor: 118400 },
  { no: 14, date: '2026-11-03', name: 'Strandporten Hotell AB', minor: 298000 },
  { no: 15, date: '2026-11-05', name: 'Bryggeriet i Malmö AB', minor: 74200 },
  { no: 16, date: '2026-11-06', name: 'Cloudpine Ltd', minor: 148633 },
  { no: 18, date: '2026-11-09', name: 'Nordlink Mobil AB', minor: 44900 },
  { no: 19, date: '2026-11-10', name: 'Kafé Bryggan HB', minor: 9600 },
  { no: 20, date: '2026-11-10', name: 'Kafé Bryggan HB', minor: 9600 },
  { no: 21, date: '2026-11-12', name: 'Drivmedel Nord AB', minor: 81240 },
  { no: 23, date: '2026-11-13', name: 'Annonsverket Sverige AB', minor: 625000 },
  { no: 24, date: '2026-11-16', name: 'Skruv & Spik AB', minor: -24950 },
]
const line =
  'grid flex-none grid-cols-[56px_84px_minmax(0,1fr)_auto_96px] items-center gap-x-4 border-b border-rule pr-[clamp(24px,5vw,80px)]'

/** A filled page, for the eye only. */
function LedgerPage() {
  return (
    <aside aria-hidden="true" className="bg-paper text-ink-2 max-wide:hidden [--hole:var(--paper)]">
      <div className="sticky top-0 flex h-dvh flex-col justify-end overflow-hidden before:absolute before:inset-y-0 before:left-14 before:w-px before:bg-margin">
        <div className="relative flex-1 bg-[repeating-linear-gradient(0deg,var(--rule)_0_1px,transparent_1px_40px)]">
          <p className="absolute bottom-[41px] left-[72px] h-[47px] bg-paper pr-4 text-[3.25rem] leading-[56px] font-[560] tracking-[-0.035em] whitespace-nowrap text-ink">
            {m.site_page_say()}
          </p>
        </div>
        {rows.map((row) => (
          <div key={row.no} className={`${line} h-10`}>
            <span className="figures pr-3 text-right text-12 text-ink-3">{row.no}</span>
            <DateText date={row.date} />
            <span className="truncate">{row.name}</span>
            <StateMark state="done">{m.site_rows_paid()}</StateMark>
            <Amount minor={row.minor} className="text-right" />
          </div>
        ))}
        <div className={`${line} h-16 border-b-0 text-16 font-head text-ink`}>
          <span />
          <span />
          <span>{m.site_page_sum()}</span>
          <span />
          <span className="justify-self-end">
            <Sum minor={rows.reduce((sum, row) => sum + row.minor, 0)} agrees hasTopRule />
          </span>
        </div>
        <div className="h-16 flex-none" />
      </div>
    </aside>
  )
}
