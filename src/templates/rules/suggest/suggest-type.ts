import { normaliseLabel } from '../cells/cell-text.ts'
import { isPurchaseType } from '../columns/guess-types.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { findCount, findCreditFlag, kindByCount, kindByFlag } from '../columns/row-flags.ts'
import type { Add, ByRole, FieldSuggestion } from '../columns/suggest-by-format.ts'
import { saysKindOfEach, saysKinds, saysOnlyKinds } from '../columns/with-kinds.ts'
import { labelOf } from '../mapping/table-columns.ts'
import { britishPurchases } from '../words/british-types.ts'
import { isCreditMark } from '../words/row-marks.ts'

/** The column that says what kind of movement a row is, by its name or by what stands in it. */
export function suggestType(
  profiles: readonly ColumnProfile[],
  byRole: ByRole,
  add: Add,
  isMerchant: (column: ColumnProfile) => boolean,
): void {
  add('type', profiles.find(saysMeans), 0.7)
  add(
    'type',
    // `DEB` looks like the code of a currency
    byRole('type', ({ texts, values }) => texts > 0 || britishPurchases(values).length > 0),
    0.6,
  )
  add(
    'type',
    profiles.find(
      (column) => !isMerchant(column) && (saysKinds(column) || saysOnlyKinds(column) || saysKindOfEach(column)),
    ),
    0.5,
  )
  add(
    'type',
    profiles.find((column) => !isMerchant(column) && isEvent(column)),
    0.5,
  )
  add('type', profiles.find(marksCredits), 0.4, undefined, 'content-directions')
}

const meansNames =
  /^(?:payment method|payment type|method|méthode de paiement|moyen de paiement|betalningsmetod|betalsätt)$/
const otherMeans =
  /^(?:(?:sepa |bank |wire |instant )*transfer|(?:sepa )?direct[ _]debit|virement|prélèvement|banköverföring)$/

/** By card or by transfer: of an account, on which only what was paid by card is a purchase of the card's. */
export function saysMeans({ name, values }: ColumnProfile): boolean {
  if (!meansNames.test(normaliseLabel(name))) return false
  const labels = values.map(normaliseLabel)
  return labels.some((label) => cardMeans.test(label)) && labels.some((label) => otherMeans.test(label))
}
const cardMeans = /^(?:card|kort|carte|debit card|kortbetalning)$/

/** `CR` in the rows that were credited, and nothing in the others. */
function marksCredits({ role, values }: ColumnProfile): boolean {
  return role === null && values.length > 0 && values.every((value) => isCreditMark(normaliseLabel(value)))
}

/** `Händelse` beside a column of shops: few words for all rows, one of them that something was bought. */
function isEvent({ name, values, texts, filled, distinct }: ColumnProfile): boolean {
  const isNamed = normaliseLabel(name) === 'händelse' && texts === filled
  return isNamed && distinct < Math.max(2, filled / 2) && values.some((value) => isPurchaseType(value))
}

/** By a column that says yes or no to whether a row gives something back, or how many were bought. */
export function suggestTypeByFlag(profiles: readonly ColumnProfile[], rows: number): FieldSuggestion | null {
  const said = findCreditFlag(profiles)
  const flag = said ?? findCount(profiles)
  if (!flag) return null
  const params = { column: labelOf(flag), filled: flag.filled, rows }
  return {
    field: 'type',
    source: said ? kindByFlag(flag) : kindByCount(flag),
    reason: { code: 'header-name', params },
    confidence: 0.7,
  }
}
