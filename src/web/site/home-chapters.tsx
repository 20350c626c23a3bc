import { FileSpreadsheet } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import * as m from '#messages'
import { Amount } from '../ui/amount.tsx'
import { cn } from '../ui/class-names.ts'
import { DateText } from '../ui/date-text.tsx'
import { OriginTag } from '../ui/origin-tag.tsx'
import { FactList } from '../ui/panel.tsx'
import { ProgressRow } from '../ui/progress-rows.tsx'
import { type MarkState, StateMark } from '../ui/state-mark.tsx'
import { Sum } from '../ui/sum.tsx'
import { Chapter } from './band-row.tsx'

export function Steps() {
  return (
    <Chapter id="how" margin={m.site_nav_how()} title={m.site_how_title()}>
      <ol className="mt-7 grid gap-11 wide:mt-10 wide:grid-cols-3 wide:gap-10">
        <Step number={1} title={m.site_how_1()} text={m.site_how_1_text()}>
          <Line>
            <FileSpreadsheet size={16} strokeWidth={1.5} aria-hidden />
            <span className="truncate">transactions-2026-10-31.xlsx</span>
          </Line>
          <Line end={<span className="text-ink-2">{m.site_how_1_rows()}</span>}>
            <StateMark state="done">{m.site_how_1_cards()}</StateMark>
          </Line>
          <Line end={<Sum minor={2360235} agrees />}>
            <StateMark state="done">{m.site_how_1_sums()}</StateMark>
          </Line>
        </Step>
        <Step number={2} title={m.site_how_2()} text={m.site_how_2_text()}>
          <Line end={<b className="font-strong">37</b>}>
            <StateMark state="ready">{m.site_how_2_ready()}</StateMark>
          </Line>
          <Line end={<b className="font-strong">4</b>}>
            <StateMark state="attention">{m.site_how_2_attention()}</StateMark>
          </Line>
          <Line end={<b className="font-strong">3</b>}>
            <StateMark state="duplicate">{m.site_how_2_duplicate()}</StateMark>
          </Line>
        </Step>
        <Step number={3} title={m.site_how_3()} text={m.site_how_3_text()}>
          <Line isWhole>
            <ProgressRow label={m.shell_progress_created()} step={{ done: 37, total: 37 }} />
          </Line>
          <Line isWhole>
            <ProgressRow label={m.shell_progress_bookkept()} step={{ done: 30, underway: 3, total: 37 }} />
          </Line>
          <Line isWhole>
            <ProgressRow label={m.shell_progress_paid()} step={{ done: 22, underway: 2, total: 37 }} />
          </Line>
        </Step>
      </ol>
    </Chapter>
  )
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid grid-rows-[auto_auto_1fr] border-t border-ink pt-3.5 [--hole:var(--paper)]">
      <h3 className="flex gap-3 text-18 leading-[26px] font-head tracking-[-0.01em]">
        <span className="text-fir">{number}</span>
        {title}
      </h3>
      <p className="mt-1.5 mb-[22px] leading-[25px] text-ink-2 text-pretty">{text}</p>
      <div className="self-end border-t border-rule text-13">{children}</div>
    </li>
  )
}

function Line({ children, end, isWhole = false }: { children: ReactNode; end?: ReactNode; isWhole?: boolean }) {
  return (
    <div className={cn('min-h-[34px] items-center gap-2.5 border-b border-rule', isWhole ? 'grid' : 'flex')}>
      {children}
      {end !== undefined && <span className="figures ml-auto">{end}</span>}
    </div>
  )
}

const terms: readonly { count: number; state: MarkState; label: () => string }[] = [
  { count: 37, state: 'ready', label: m.site_sum_ready },
  { count: 4, state: 'attention', label: m.site_sum_attention },
  { count: 3, state: 'duplicate', label: m.site_sum_duplicate },
  { count: 14, state: 'skipped', label: m.site_sum_skipped },
]
const figure =
  'figures text-[2.25rem] leading-none font-[520] tracking-[-0.045em] wide:text-[clamp(2.25rem,9.1vw-2.7rem,5.5rem)]'
const cell =
  'text-ink-2 max-wide:grid max-wide:min-h-15 max-wide:grid-cols-[minmax(0,1fr)_auto] max-wide:items-center max-wide:border-b max-wide:border-rule wide:grid wide:min-w-0 wide:gap-5 wide:text-14'

export function ControlSum() {
  return (
    <Chapter margin={m.site_sum_margin()}>
      <h2 className="text-[clamp(1.75rem,1.1rem+2.2vw,2.75rem)] leading-[1.12] font-display tracking-[-0.028em]">
        {m.site_sum_title()}
      </h2>
      <p className="mt-3.5 max-w-[62ch] text-ink-2 text-pretty">{m.site_sum_text()}</p>
      <div className="mt-6 flex flex-col wide:mt-9 wide:flex-row wide:items-start wide:gap-[clamp(12px,2vw,30px)]">
        <div className={cn(cell, 'max-wide:order-last max-wide:min-h-21 max-wide:border-b-0')}>
          <b
            className={cn(
              figure,
              'relative text-ink max-wide:order-last max-wide:border-t max-wide:border-ink max-wide:pt-1.5 max-wide:pb-1 after:absolute after:inset-x-0 after:-bottom-2 after:h-1.5 after:border-y-2 after:border-fir wide:after:-bottom-3',
            )}
          >
            {terms.reduce((sum, term) => sum + term.count, 0)}
          </b>
          <span className="max-wide:text-ink">{m.site_sum_read()}</span>
        </div>
        {terms.map((term, position) => (
          <Fragment key={term.state}>
            <span aria-hidden="true" className={cn(figure, 'font-[300] tracking-normal text-ink-3 max-wide:hidden')}>
              {position === 0 ? '=' : '+'}
            </span>
            <div className={cell}>
              <b className={cn(figure, 'text-ink max-wide:order-last')}>{term.count}</b>
              <StateMark state={term.state} wraps className="[--hole:var(--paper)]">
                {term.label()}
              </StateMark>
            </div>
          </Fragment>
        ))}
      </div>
    </Chapter>
  )
}

export function Posting() {
  const sources = [
    { tag: <OriginTag kind="cell">G16</OriginTag>, text: m.site_posting_cell() },
    { tag: <OriginTag kind="rule">{m.site_tag_learned()}</OriginTag>, text: m.site_posting_learned() },
    { tag: <OriginTag kind="rule">{m.site_tag_template()}</OriginTag>, text: m.site_posting_template() },
    { tag: <OriginTag kind="rule">Fortnox</OriginTag>, text: m.site_posting_fortnox() },
  ]
  return (
    <Chapter
      margin={m.site_posting_margin()}
      className="bg-sheet"
      bodyClassName="grid grid-cols-[minmax(0,1fr)] items-start gap-9 broad:grid-cols-[minmax(0,1fr)_460px] broad:gap-18"
    >
      <div>
        <h2 className="text-30 font-display tracking-[-0.022em] text-balance">{m.site_posting_title()}</h2>
        <p className="mt-3.5 max-w-[62ch] text-ink-2 text-pretty">{m.site_posting_text()}</p>
        <ul className="mt-6 border-t border-rule-strong">
          {sources.map(({ tag, text }) => (
            <li
              key={text}
              className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline border-b border-rule py-[11px] text-ink-2"
            >
              <span>{tag}</span>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <PostingDocument />
    </Chapter>
  )
}

const accountRows: readonly {
  account: number
  name: () => string
  from: () => string
  debit: number | null
  credit: number | null
}[] = [
  { account: 4535, name: m.site_doc_4535, from: m.site_doc_4535_from, debit: 148633, credit: null },
  { account: 2645, name: m.site_doc_2645, from: m.site_doc_vat_from, debit: 37158, credit: null },
  { account: 2614, name: m.site_doc_2614, from: m.site_doc_vat_from, debit: null, credit: 37158 },
  { account: 2440, name: m.site_doc_2440, from: () => 'Fortnox', debit: null, credit: 148633 },
]

function PostingDocument() {
  const total = accountRows.reduce((sum, row) => sum + (row.debit ?? 0), 0)
  return (
    <div className="border border-rule-strong bg-sheet px-3 pt-4 pb-2 text-13 shadow-[0_1px_0_var(--rule-strong),0_4px_0_-1px_var(--sheet),0_4px_0_var(--rule)] wide:px-[22px] wide:pt-5 wide:pb-3.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 pb-3">
        <h3 className="text-18 font-head tracking-[-0.012em]">Cloudpine Ltd</h3>
        <Amount minor={148633} className="justify-self-end text-18 font-head tracking-[-0.012em]" />
        <span className="text-12 text-ink-2">{m.site_doc_supplier_line()}</span>
        <span className="figures text-12 text-ink-2">EUR 129,00 × 11,5219</span>
      </div>
      <div className="border-t border-rule-strong pt-2.5 pb-3">
        <FactList
          rows={[
            {
              name: m.site_doc_supplier(),
              value: '1088 Cloudpine Ltd',
              origin: [
                <OriginTag key="cell" kind="cell">
                  C16
                </OriginTag>,
                <OriginTag key="rule" kind="rule">
                  {m.site_tag_learned()}
                </OriginTag>,
              ],
            },
            {
              name: m.site_doc_invoice_date(),
              value: <DateText date="2026-10-05" />,
              origin: <OriginTag kind="cell">A16</OriginTag>,
            },
            {
              name: m.site_doc_invoice_number(),
              value: <span className="figures">1234-261005-16</span>,
              origin: <OriginTag kind="rule">{m.site_tag_template()}</OriginTag>,
            },
            {
              name: m.site_doc_currency(),
              value: <span className="figures">EUR, 11,5219</span>,
              origin: [
                <OriginTag key="e" kind="cell">
                  E16
                </OriginTag>,
                <OriginTag key="a" kind="cell">
                  A17
                </OriginTag>,
              ],
            },
          ]}
        />
      </div>
      <table className="w-full border-t border-rule-strong tabular-nums">
        <thead className="text-12 text-ink-3">
          <tr>
            <Th>{m.site_doc_account()}</Th>
            <Th>{m.site_doc_name()}</Th>
            <Th isRight>{m.site_doc_debit()}</Th>
            <Th isRight>{m.site_doc_credit()}</Th>
          </tr>
        </thead>
        <tbody>
          {accountRows.map((row) => (
            <tr key={row.account} className="border-b border-rule align-top">
              <td className="py-1">{row.account}</td>
              <td className="py-1 pl-2.5 wrap-anywhere hyphens-auto">
                {row.name()}
                <span className="block text-12 leading-[14px] text-ink-3">{row.from()}</span>
              </td>
              <td className="py-1 pl-2.5 text-right">{row.debit !== null && <Amount minor={row.debit} />}</td>
              <td className="py-1 pl-2.5 text-right">{row.credit !== null && <Amount minor={row.credit} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="align-top font-head">
            <td colSpan={2} className="pt-1.5">
              <StateMark state="done">{m.site_doc_balances()}</StateMark>
            </td>
            <td className="pt-1.5 pl-2.5 text-right">
              <Sum minor={total} agrees />
            </td>
            <td className="pt-1.5 pl-2.5 text-right">
              <Sum minor={total} agrees />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Th({ children, isRight = false }: { children: ReactNode; isRight?: boolean }) {
  return (
    <th
      className={cn(
        'border-b border-rule-strong pt-2.5 pb-[3px] pl-2.5 font-normal first:pl-0',
        isRight ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  )
}
