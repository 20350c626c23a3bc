import type { ReactNode } from 'react'
import * as m from '#messages'
import { cn } from '../ui/class-names.ts'
import { Chapter } from './band-row.tsx'

const banks = [
  'SEB Kort',
  'Eurocard',
  'American Express',
  'First Card',
  'Handelsbanken',
  'Swedbank',
  'Nordea',
  'Länsförsäkringar',
  'ICA Banken',
]

export function Systems() {
  return (
    <Chapter margin={m.site_systems_margin()} title={m.site_systems_title()}>
      <dl className="mt-9 border-t border-ink">
        <SystemRow title={m.site_systems_banks()} names={banks} />
        <SystemRow title={m.site_systems_files()} names={['CSV', 'XLSX', 'XLS', 'ODS']} />
        <SystemRow title={m.site_systems_sources()} names={['Google Sheets', 'Airtable']} />
        <SystemRow title={m.site_systems_books()} names={['Fortnox']} later={m.site_systems_more_books()} />
      </dl>
    </Chapter>
  )
}

function SystemRow({ title, names, later }: { title: string; names: readonly string[]; later?: string }) {
  return (
    <div className="grid items-baseline gap-x-6 gap-y-1 border-b border-rule py-4 wide:grid-cols-[190px_minmax(0,1fr)]">
      <dt className="text-14 text-ink-3">{title}</dt>
      <dd className="flex flex-wrap gap-x-5 gap-y-0.5 text-[1.1875rem] leading-[31px] font-[480] tracking-[-0.014em] wide:gap-x-7 wide:text-22 wide:leading-[34px]">
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
        {later && <span className="font-normal text-ink-3">{later}</span>}
      </dd>
    </div>
  )
}

/** What is agreed on: 200 to 450 kr depending on need, 5 to 15 templates. What lies between is not settled, and is not made up. */
const packages = [
  { name: 'Basic', price: '200', templates: '5', isFrom: true },
  { name: 'Extra', price: '200–450', templates: '5–15', isFrom: false },
  { name: 'Mega', price: '450', templates: '15', isFrom: false },
]

const cellClasses =
  'py-1 pr-0 pl-3 text-left align-baseline font-normal tabular-nums first-of-type:pl-0 max-wide:border-l max-wide:border-rule max-wide:first-of-type:border-l-0 wide:w-1/4 wide:border-b wide:border-l wide:border-rule wide:px-6 wide:py-[13px] wide:first-of-type:pl-6'

export function Prices() {
  return (
    <Chapter id="prices" margin={m.site_prices_margin()} title={m.site_prices_title()}>
      <div className="mt-9 overflow-x-auto">
        <table className="w-full border-t border-ink max-wide:block">
          <thead className="max-wide:block">
            <tr className="max-wide:grid max-wide:grid-cols-3">
              <td className="wide:border-b wide:border-rule max-wide:hidden" />
              {packages.map((choice) => (
                <th key={choice.name} scope="col" className={cn(cellClasses, 'pt-4 pb-4')}>
                  <span className="block text-18 font-head">{choice.name}</span>
                  <span className="figures block text-[1.375rem] leading-9 font-[520] tracking-[-0.035em] wide:text-[2.25rem] wide:leading-[52px]">
                    {choice.isFrom && (
                      <span className="mr-1 text-12 font-normal wide:mr-2 wide:text-14 tracking-normal text-ink-3">
                        {m.site_prices_from()}
                      </span>
                    )}
                    {choice.price}
                  </span>
                  <span className="block text-12 text-ink-3 wide:text-14">{m.site_prices_unit()}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-wide:block">
            <PriceRow title={m.site_prices_templates()} values={packages.map((choice) => choice.templates)} />
            <PriceRow title={m.site_prices_post()} values={packages.map(() => m.site_prices_included())} />
            <PriceRow title={m.site_prices_period()} values={packages.map(() => m.site_prices_month())} />
          </tbody>
        </table>
      </div>
      <p className="mt-6 max-w-[68ch] text-14 text-ink-2">{m.site_prices_note()}</p>
    </Chapter>
  )
}

function PriceRow({ title, values }: { title: string; values: readonly string[] }) {
  return (
    <tr className="max-wide:grid max-wide:grid-cols-3">
      <th
        scope="row"
        className="text-left font-normal text-ink-2 max-wide:col-span-3 max-wide:border-t max-wide:border-rule max-wide:pt-3 max-wide:text-14 wide:border-b wide:border-rule wide:py-[13px] wide:align-baseline"
      >
        {title}
      </th>
      {packages.map((choice, position) => (
        <td key={choice.name} className={cn(cellClasses, 'max-wide:pb-3')}>
          {values[position]}
        </td>
      ))}
    </tr>
  )
}

export function Questions() {
  const questions: { question: string; answer: ReactNode }[] = [
    { question: m.site_q1(), answer: m.site_a1() },
    { question: m.site_q2(), answer: m.site_a2() },
    { question: m.site_q3(), answer: m.site_a3() },
    { question: m.site_q4(), answer: m.site_a4() },
  ]
  return (
    <Chapter id="questions" margin={m.site_questions_margin()} title={m.site_questions_title()}>
      <div className="mt-8 border-t border-ink">
        {questions.map(({ question, answer }, position) => (
          <details key={question} open={position === 0} className="group border-b border-rule">
            <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_20px] items-center gap-6 py-4 text-18 font-strong tracking-[-0.008em] [&::-webkit-details-marker]:hidden">
              {question}
              <span
                aria-hidden="true"
                className="relative size-[13px] justify-self-end before:absolute before:inset-x-0 before:top-1/2 before:h-[1.5px] before:-translate-y-1/2 before:bg-current after:absolute after:inset-y-0 after:left-1/2 after:w-[1.5px] after:-translate-x-1/2 after:bg-current group-open:after:hidden"
              />
            </summary>
            <p className="-mt-1 max-w-[68ch] pb-5 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </Chapter>
  )
}
