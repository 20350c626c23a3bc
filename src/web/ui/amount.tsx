import { currencyDecimals, decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import * as m from '#messages'
import { cn } from './class-names.ts'

const nbsp = '\u00A0'
const minus = '\u2212'

/** `1 234,56` with non-breaking spaces and a true minus. Swedish in both languages: it is how the books are written. */
export function formatAmount(minor: number | bigint, currency = 'SEK'): string {
  const decimals = currencyDecimals(currency)
  const whole = BigInt(minor)
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0')
  const integer = decimals === 0 ? digits : digits.slice(0, -decimals)
  return `${whole < 0n ? minus : ''}${groupDigits(integer)}${decimals === 0 ? '' : `,${digits.slice(-decimals)}`}`
}

/** `5 000`, `5000,50`, `5000.50`, `−1 250,00`: kronor as typed or as `formatAmount` writes them, in öre; null where it is no amount. */
export function readTypedAmount(typed: string): number | null {
  return minorFromDecimal(typed.replace(/\s/g, '').replace(minus, '-').replace(',', '.'), 'SEK')
}

/** As a person would type it: `-1250,00`; empty where there is none. */
export function typedAmount(minor: number | null): string {
  return minor === null ? '' : decimalFromMinor(minor, 'SEK').replace('.', ',')
}

/** `100 000`. */
export function groupDigits(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, nbsp)
}

/** An amount in minor units. Props: minor (null is shown as an en dash), currency (SEK is not written out; another stands before), className. */
export function Amount({
  minor,
  currency = 'SEK',
  className,
}: {
  minor: number | bigint | null
  currency?: string
  className?: string
}) {
  if (minor === null) {
    return (
      <span className={cn('figures text-ink-3', className)}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{m.shell_amount_missing()}</span>
      </span>
    )
  }
  const text = formatAmount(minor, currency)
  return (
    <span className={cn('figures', className)}>
      {currency !== 'SEK' && `${currency}${nbsp}`}
      <span className="kr">{text}</span>
    </span>
  )
}
