import { ArrowRight } from 'lucide-react'
import * as m from '#messages'
import { Amount } from '../ui/amount.tsx'
import { cn } from '../ui/class-names.ts'
import { DateText } from '../ui/date-text.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { Sum } from '../ui/sum.tsx'

/** How many of create, bookkeep and pay are done; or why nothing is sent. */
type Fate = 0 | 1 | 2 | 3 | 'creating' | 'attention' | 'skipped'
type Example = {
  row: number
  date: string | null
  text: string
  city: string
  minor: number | null
  supplier: string
  account: number | null
  vat: number | 'reverse' | null
  fate: Fate
}

/** Made up, but as the files look: nine rows of a card, one in foreign currency with its rate on the next row. */
const examples: readonly Example[] = [
  {
    row: 12,
    date: '2026-10-01',
    text: 'KONTORSHALLEN 0412',
    city: 'SUNDSVALL',
    minor: 129900,
    supplier: 'Kontorshallen i Norrland AB',
    account: 6110,
    vat: 25980,
    fate: 3,
  },
  {
    row: 13,
    date: '2026-10-01',
    text: 'TALLTICKET*BOKN 88213',
    city: 'STOCKHOLM',
    minor: 118400,
    supplier: 'Tallticket AB',
    account: 5810,
    vat: 6702,
    fate: 3,
  },
  {
    row: 14,
    date: '2026-10-02',
    text: 'HOTELL STRANDPORTEN',
    city: 'GOETEBORG',
    minor: 298000,
    supplier: 'Strandporten Hotell AB',
    account: 5831,
    vat: 31929,
    fate: 3,
  },
  {
    row: 15,
    date: '2026-10-03',
    text: 'BRYGGERIGR 14',
    city: 'MALMOE',
    minor: 74200,
    supplier: '',
    account: null,
    vat: null,
    fate: 'attention',
  },
  {
    row: 16,
    date: '2026-10-05',
    text: 'CLOUDPINE.IO',
    city: 'DUBLIN',
    minor: 148633,
    supplier: 'Cloudpine Ltd',
    account: 4535,
    vat: 'reverse',
    fate: 2,
  },
  {
    row: 17,
    date: null,
    text: 'Valutakurs: 11.5219',
    city: '',
    minor: null,
    supplier: '',
    account: null,
    vat: null,
    fate: 'skipped',
  },
  {
    row: 18,
    date: '2026-10-06',
    text: 'NORDLINK MOBIL AB',
    city: 'KISTA',
    minor: 44900,
    supplier: 'Nordlink Mobil AB',
    account: 6212,
    vat: 8980,
    fate: 'creating',
  },
  {
    row: 19,
    date: '2026-10-06',
    text: 'KAFE BRYGGAN',
    city: 'OEREBRO',
    minor: 9600,
    supplier: 'Kafé Bryggan HB',
    account: 7690,
    vat: 1029,
    fate: 0,
  },
  {
    row: 20,
    date: '2026-10-06',
    text: 'KAFE BRYGGAN',
    city: 'OEREBRO',
    minor: 9600,
    supplier: 'Kafé Bryggan HB',
    account: 7690,
    vat: 1029,
    fate: 0,
  },
]
const fileSum = examples.reduce((sum, example) => sum + (example.minor ?? 0), 0)

const line =
  'grid border-b border-rule px-(--edge-x) max-wide:grid-cols-[var(--m)_minmax(0,1fr)] max-wide:px-0 wide:h-10 wide:grid-cols-[var(--m)_360px_minmax(0,1fr)] broad:grid-cols-[var(--m)_530px_minmax(0,1fr)]'
const number =
  'margin-line-r figures -mb-px grid text-ink-3 max-wide:row-span-2 max-wide:pt-2.5 max-wide:pr-1 max-wide:text-right max-wide:text-12 wide:items-center wide:justify-items-end wide:pr-5'
const source =
  'grid min-w-0 items-center gap-3 max-wide:min-h-[30px] max-wide:grid-cols-[minmax(0,1fr)_auto] max-wide:gap-2.5 max-wide:px-4 max-wide:pt-2 max-wide:pr-5 wide:grid-cols-[84px_minmax(0,1fr)_84px] wide:pr-5 wide:pl-8 broad:grid-cols-[84px_minmax(0,1fr)_94px_84px]'
const target =
  'grid min-w-0 items-center gap-3 max-wide:col-start-2 max-wide:min-h-7 max-wide:grid-cols-[16px_minmax(0,1fr)_auto] max-wide:gap-2 max-wide:px-4 max-wide:pr-5 max-wide:pb-2 wide:-mb-px wide:grid-cols-[16px_minmax(0,1fr)_130px] wide:border-l wide:border-rule-strong wide:pl-5 broad:grid-cols-[16px_minmax(0,1fr)_44px_70px_130px]'

/** Rows of a file, left, and what each became, right. */
export function RowsBecomeInvoices() {
  return (
    <section
      aria-label={m.site_rows_label()}
      className="border-t border-ink bg-sheet text-14 wide:bg-[linear-gradient(var(--sunk),var(--sunk))] wide:bg-[length:calc(var(--edge-x)+var(--m)+360px)_100%] wide:bg-no-repeat broad:bg-[length:calc(var(--edge-x)+var(--m)+530px)_100%]"
    >
      <Head />
      {examples.map((example) => (
        <ExampleRow key={example.row} example={example} />
      ))}
      <div className={cn(line, 'border-b-0 font-head wide:h-13')}>
        <span className={number} />
        <span className={cn(source, 'max-wide:pt-3.5')}>
          <span className="whitespace-nowrap wide:col-span-2 broad:col-span-3">{m.site_rows_file_sum()}</span>
          <span className="text-right">
            <Sum minor={fileSum} agrees hasTopRule />
          </span>
        </span>
        <span className={cn(target, 'max-wide:pb-5')}>
          <span className="max-wide:hidden" />
          <span className="col-span-full font-normal text-ink-2 wide:col-start-2">{m.site_rows_equation()}</span>
        </span>
      </div>
    </section>
  )
}

function Head() {
  return (
    <div className={cn(line, 'border-b-rule-strong text-12 text-ink-3 wide:h-9')}>
      <span className={cn(number, 'max-wide:row-span-1')}>{m.site_rows_no()}</span>
      <span className={cn(source, 'max-wide:py-2')}>
        <b className="text-13 font-head whitespace-nowrap text-ink wide:col-span-2 broad:col-span-3">
          {m.site_rows_file()}
        </b>
        <span className="text-right max-wide:hidden">{m.site_rows_amount()}</span>
      </span>
      <span className={cn(target, 'max-wide:hidden')}>
        <span />
        <b className="text-13 font-head text-ink">{m.site_rows_invoice()}</b>
        <span className="max-broad:hidden">{m.site_rows_account()}</span>
        <span className="text-right max-broad:hidden">{m.site_rows_vat()}</span>
        <span className="pl-3.5">{m.site_rows_state()}</span>
      </span>
    </div>
  )
}

function ExampleRow({ example }: { example: Example }) {
  const { row, date, text, city, minor, supplier, account, vat, fate } = example
  const isNow = fate === 'creating'
  const isSent = isNow || typeof fate === 'number'
  return (
    <div
      className={cn(
        line,
        isNow &&
          'relative border-b-transparent bg-fir-soft shadow-[0_-1px_0_var(--fir),0_1px_0_var(--fir)] [--hole:var(--fir-soft)]',
      )}
    >
      <span className={number}>{row}</span>
      <span className={cn(source, fate === 'skipped' && 'text-ink-3')}>
        <span className="text-ink-2 max-wide:hidden">{date !== null && <DateText date={date} />}</span>
        <span className="raw truncate wide:text-13">{text}</span>
        <span className="raw truncate max-broad:hidden wide:text-13">{city}</span>
        <span className="text-right max-wide:text-12 max-wide:text-ink-2">
          {minor !== null && <Amount minor={minor} />}
        </span>
      </span>
      <span className={target}>
        <span className={fate === 0 ? 'text-margin' : 'text-fir'}>
          {isSent && <ArrowRight size={16} strokeWidth={1.5} aria-hidden />}
        </span>
        {isSent ? (
          <span className="truncate font-strong">{supplier}</span>
        ) : (
          <span className="truncate text-ink-2">
            {fate === 'skipped' ? m.site_rows_rate() : m.site_rows_new_text()}
          </span>
        )}
        <span className="figures text-ink-2 max-broad:hidden">{account}</span>
        <span className="text-right text-ink-2 max-broad:hidden">
          {vat === 'reverse' ? m.site_rows_reverse() : vat !== null && <Amount minor={vat} />}
        </span>
        <span className="wide:pl-3.5">
          <FateText fate={fate} />
        </span>
      </span>
    </div>
  )
}

function FateText({ fate }: { fate: Fate }) {
  if (fate === 'attention') return <StateMark state="attention">{m.site_rows_choose_supplier()}</StateMark>
  if (fate === 'skipped') return <StateMark state="skipped" />
  if (fate === 'creating') return <StateMark state="sending">{m.site_rows_creating()}</StateMark>
  const words = [m.site_rows_ready(), m.site_rows_ready(), m.site_rows_bookkept(), m.site_rows_paid()]
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className="inline-grid grid-cols-[repeat(3,8px)] gap-0.5 wide:grid-cols-[repeat(3,14px)] wide:gap-[3px]"
      >
        {[1, 2, 3].map((step) => (
          <span key={step} className={cn('h-1', step <= fate ? 'bg-fir' : 'bg-rule-strong')} />
        ))}
      </span>
      <span className={fate === 0 ? 'text-ink-2' : ''}>{words[fate]}</span>
    </span>
  )
}
