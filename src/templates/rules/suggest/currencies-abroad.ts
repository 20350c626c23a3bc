import type { ColumnProfile } from '../columns/profile-columns.ts'
import { isNamedAlike } from '../columns/twin-amounts.ts'
import { spacedName } from '../words/header-words.ts'

/** Another currency than the account's, by its name; `Utlägg` is what somebody paid, and `Lokalhyra` what for. */
const abroadName =
  /(?<!\p{L})(?:utl(?:änd|and|(?!\p{L}))|utenl|udenl|foreign|fremd|orig|urspr|oppr|oorspr|local|lokal(?:t|[ae]?[ -]?(?:valuta|bel|betrag|währ)))/iu

/**
 * Whether the only amount may be in what a column of purchases' currencies says: `Transaktionsvaluta` of every row may, and that of
 * `Originalbelopp` is. What is empty in rows bought at home, has a rate or the account's currency beside it or is called foreign is what
 * another amount was exchanged from.
 */
export function mayBeOfAmount(
  column: ColumnProfile,
  amount: ColumnProfile | undefined,
  profiles: readonly ColumnProfile[],
): boolean {
  if (amount && (isAbroadName(amount.name) || isNamedAlike(amount, column))) return true
  const rows = Math.max(...profiles.map(({ filled }) => filled))
  const hasRate = profiles.some(({ role, filled, figures }) => role === 'rate' && filled > 0 && figures > filled / 2)
  const isExchanged = hasRate || profiles.some(({ role, filled }) => role === 'accountCurrency' && filled > 0)
  return column.filled === rows && !isExchanged && !isAbroadName(column.name)
}

function isAbroadName(name: string): boolean {
  return abroadName.test(spacedName(name))
}
