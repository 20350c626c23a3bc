import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Amount } from './amount.tsx'
import { cn } from './class-names.ts'

export type SumProps = {
  minor: number | bigint
  /** Whether the sum agrees with what it is held against; undefined where there is nothing to hold it against. */
  agrees?: boolean | undefined
  currency?: string
  /** A rule above as well, as under a column of figures. */
  hasTopRule?: boolean
  className?: string
}

/** A sum. The double rule stands only under a sum that agrees and is drawn once when it first does; one that does not has a dashed line (the difference stands on the next row, in the attention colour). Props: minor, agrees, currency, hasTopRule. */
export function Sum({ minor, agrees, currency = 'SEK', hasTopRule = false, className }: SumProps) {
  const isDrawn = useTurnedTrue(agrees === true)
  return (
    <span
      className={cn(
        'inline-block font-head',
        hasTopRule && 'border-t border-current pt-px',
        agrees === true && 'double-rule',
        isDrawn && 'double-rule-drawn',
        agrees === false && 'border-b border-dashed border-attention pb-px text-attention',
        className,
      )}
    >
      <Amount minor={minor} currency={currency} />
      {agrees !== undefined && (
        <span className="sr-only">{agrees ? m.shell_sum_agrees() : m.shell_sum_disagrees()}</span>
      )}
    </span>
  )
}

/** True once the value has gone from false to true while shown. */
function useTurnedTrue(value: boolean): boolean {
  const before = useRef(value)
  const [hasTurned, setHasTurned] = useState(false)
  useEffect(() => {
    if (value && !before.current) setHasTurned(true)
    before.current = value
  }, [value])
  return hasTurned
}
