import type { LocalDate } from '#kernel/local-dates.ts'
import { minorFromDecimal } from '#kernel/money.ts'
import { decideDecimalMark, readNumber } from './amounts.ts'
import { createDateReader, type DateOrder } from './dates.ts'

/** A date that a person types: year first, else day first as Swedes write it. Null: not a date that can be relied on. */
export function readDateByHand(text: string, today: LocalDate): LocalDate | null {
  for (const order of ['ymd', 'dmy'] as const satisfies DateOrder[]) {
    const reading = createDateReader({ order, isSixDigits: true, month: null, today })(text)
    if (reading.kind === 'date') return reading.date
  }
  return null
}

/** An amount that a person types, in minor units: `1 234,50`, `1234.50`. What could be thousands or decimals is asked about. */
export function readAmountByHand(
  text: string,
  currency: string,
): { minor: number } | { problem: 'amount-missing' | 'amount-unreadable' | 'amount-ambiguous' } {
  const { mark, isAmbiguous } = decideDecimalMark([text])
  if (isAmbiguous) return { problem: 'amount-ambiguous' }
  const reading = readNumber(text, { mark, isFromEvidence: false })
  if (reading.kind === 'empty') return { problem: 'amount-missing' }
  const minor = reading.kind === 'number' ? minorFromDecimal(reading.decimal, currency) : null
  return minor === null || !Number.isSafeInteger(minor) ? { problem: 'amount-unreadable' } : { minor }
}
