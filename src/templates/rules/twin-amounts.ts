import type { ColumnProfile } from './profile-columns.ts'

/** What a purchase cost in the account's currency and in the shop's, as two columns beside one of currencies. */
export type TwinAmounts = {
  account: ColumnProfile
  foreign: ColumnProfile
  currency: ColumnProfile
  base: string
  /** Says the account's currency in every row. */
  accountCurrency: ColumnProfile | undefined
}

const ofShop =
  /foreign|orig|local|currency|valuta|utl|utenl|transaction|transaktion|txn|merchant|expense|spend|fremd|urspr/i
const ofAccount =
  /account currency|kontovaluta|account|konto|bill|settle|debit|charge|paid|funding|base|home|faktur|buchung|sąskait|\bsek\b|bokf/i

/**
 * Two columns of figures that are alike in every row of one currency and in no row of another: the former is the account's
 * currency, and the names of the columns say which of them is in it. Null where they do not.
 */
export function findTwinAmounts(columns: readonly ColumnProfile[]): TwinAmounts | null {
  const rows = Math.max(0, ...columns.map(({ filled }) => filled))
  const whole = columns.filter(({ filled }) => filled === rows)
  const figures = whole.filter(({ figures, role }) => figures === rows && (role === null || isAmount(role)))
  for (const currency of whole.filter((one) => one.currencies === rows && one.distinct > 1))
    for (const [place, one] of figures.entries())
      for (const other of figures.slice(place + 1)) {
        const told = foreignness(one.name) - foreignness(other.name)
        const base = told === 0 ? null : baseOf(one, other, currency)
        if (base === null) continue
        const accountCurrency = whole.find(
          (column) => column !== currency && column.values.every((code) => code.trim() === base),
        )
        return { account: told > 0 ? other : one, foreign: told > 0 ? one : other, currency, base, accountCurrency }
      }
  return null
}

function isAmount(role: string): boolean {
  return role === 'amount' || role === 'foreignAmount'
}

function foreignness(name: string): number {
  return Number(ofShop.test(name.replace(/account currency|kontovaluta/gi, ''))) - Number(ofAccount.test(name))
}

function baseOf(one: ColumnProfile, other: ColumnProfile, currency: ColumnProfile): string | null {
  const alike = new Set<string>()
  const different = new Set<string>()
  for (const [row, code] of currency.values.entries()) {
    const size = Math.abs(one.sizes[row] ?? 0)
    const isSame = size === Math.abs(other.sizes[row] ?? 0)
    if (size > 0) (isSame ? alike : different).add(code.trim())
  }
  const [base, another] = alike
  return base !== undefined && another === undefined && different.size > 0 && !different.has(base) ? base : null
}
