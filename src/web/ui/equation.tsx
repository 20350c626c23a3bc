import { Fragment, type ReactNode } from 'react'
import * as m from '#messages'
import { Amount, groupDigits } from './amount.tsx'
import { cn } from './class-names.ts'
import { type MarkState, StateMark } from './state-mark.tsx'
import { Sum } from './sum.tsx'

export type EquationTerm<Key extends string> = {
  key: Key
  label: string
  /** The mark before the label; the total has none. */
  state?: MarkState
  count: number
  /** öre */
  sum: number | bigint
}

export type EquationProps<Key extends string> = {
  /** What stands left of the equals sign: read rows. */
  total: EquationTerm<Key>
  terms: readonly EquationTerm<Key>[]
  /** Null: what is shown is none of them as a whole. */
  selected: Key | null
  onSelect: (key: Key) => void
  /** Right of the equation: search, filter, columns. */
  tools?: ReactNode
  className?: string
}

/** The filters as an equation: read = ready + attention + duplicate + skipped, each with count and sum. A column added downwards on the phone. Props: total, terms {key, label, state, count, sum}[], selected, onSelect, tools. */
export function Equation<Key extends string>({
  total,
  terms,
  selected,
  onSelect,
  tools,
  className,
}: EquationProps<Key>) {
  const counted = terms.reduce((count, term) => count + term.count, 0)
  const sum = terms.reduce((amount, term) => amount + BigInt(term.sum), 0n)
  const agrees = counted === total.count && sum === BigInt(total.sum)
  return (
    <div
      className={cn(
        'flex items-stretch border-t border-rule wide:flex-wrap max-wide:flex-col max-wide:border-b max-wide:border-b-ink wide:border-b wide:border-b-rule-strong wide:px-6',
        className,
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as an equation */}
      <div role="group" aria-label={m.shell_equation_label()} className="contents">
        <Term
          term={total}
          isSelected={selected === total.key}
          onSelect={onSelect}
          agrees={agrees}
          className="wide:-ml-3.5 max-wide:order-last max-wide:h-14"
        />
        {terms.map((term, position) => (
          <Fragment key={term.key}>
            <span
              aria-hidden="true"
              className="w-3.5 flex-none self-center text-center text-16 text-ink-3 max-wide:hidden"
            >
              {position === 0 ? '=' : '+'}
            </span>
            <Term
              term={term}
              isSelected={selected === term.key}
              onSelect={onSelect}
              className="max-wide:border-b max-wide:border-rule"
            />
          </Fragment>
        ))}
      </div>
      {tools !== undefined && (
        <div className="flex items-center gap-1.5 print:hidden max-wide:order-last max-wide:border-t max-wide:border-rule max-wide:p-3 max-wide:px-4 wide:min-h-11 wide:flex-1 wide:basis-108 wide:justify-end">
          {tools}
        </div>
      )}
    </div>
  )
}

type TermProps<Key extends string> = {
  term: EquationTerm<Key>
  isSelected: boolean
  onSelect: (key: Key) => void
  agrees?: boolean
  className?: string
}

function Term<Key extends string>({ term, isSelected, onSelect, agrees, className }: TermProps<Key>) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(term.key)}
      className={cn(
        'relative grid min-w-0 flex-none items-center text-left hover:bg-paper focus-visible:-outline-offset-2',
        'max-wide:h-11 max-wide:grid-cols-[minmax(0,1fr)_3.5rem_116px] max-wide:px-4',
        'wide:grid-cols-[auto_auto] wide:content-center wide:items-baseline wide:justify-start wide:gap-x-2 wide:px-3.5 wide:pt-[9px] wide:pb-2',
        'aria-pressed:after:absolute aria-pressed:after:bg-ink aria-pressed:after:drawn max-wide:aria-pressed:after:inset-y-2 max-wide:aria-pressed:after:left-0 max-wide:aria-pressed:after:w-[3px] wide:aria-pressed:after:inset-x-3.5 wide:aria-pressed:after:-bottom-px wide:aria-pressed:after:h-[3px]',
        className,
      )}
    >
      <span className={cn('whitespace-nowrap', isSelected ? 'font-strong' : 'text-ink-2')}>
        {term.state ? <StateMark state={term.state}>{term.label}</StateMark> : term.label}
      </span>
      <span className="figures font-head tracking-[-0.01em] max-wide:text-right max-wide:text-14 wide:text-18">
        <span className="kr">{groupDigits(term.count)}</span>
      </span>
      {agrees === undefined ? (
        <Amount
          minor={term.sum}
          className="text-ink-2 max-wide:text-right max-wide:text-14 wide:col-span-2 wide:text-12 wide:text-ink-3"
        />
      ) : (
        <>
          <Sum minor={term.sum} agrees={agrees} hasTopRule className="justify-self-end text-14 text-ink wide:hidden" />
          <Amount minor={term.sum} className="text-12 text-ink-3 max-wide:hidden wide:col-span-2" />
        </>
      )}
    </button>
  )
}
