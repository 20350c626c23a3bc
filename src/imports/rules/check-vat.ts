import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import { chargeAccountedFor, receiptRounding, reverseChargeOf } from './vat.ts'
import { isRateOfOtherDays, vatPercent, vatWithin } from './vat-rates.ts'

export type VatChoice = {
  vatType: VatType
  date: string
  /** What was paid, in öre, above zero. */
  gross: number
  costAccount: number
  supplierDebtAccount: number
  /** What the file or a person states: an amount in öre, a rate in percent. */
  stated: number | null
  statedPercent: number | null
  /** The amount was written by a person, who has seen the receipt. */
  isByHand: boolean
  /** Öre that the smallest unit of the invoice's currency is worth: what an amount of VAT is rounded to. */
  perUnit: number
}

/** What would be posted without a murmur and make the VAT return wrong. */
export function checkVat(choice: VatChoice): RowProblem | null {
  const { costAccount, supplierDebtAccount, stated } = choice
  // BAS 26: VAT of every kind. A purchase there is VAT that no receipt holds.
  if (costAccount === supplierDebtAccount || (costAccount >= 2600 && costAccount <= 2699))
    return { code: 'account-not-for-costs', params: { account: costAccount } }
  if (fillsOtherBox(choice)) return { code: 'account-of-other-vat', params: { account: costAccount } }
  if (isChargedAlthoughReverse(choice)) return { code: 'vat-stated-on-reverse-charge', params: { stated: stated ?? 0 } }
  if (isAboveRate(choice))
    return {
      code: 'vat-above-rate',
      params: { stated: stated ?? 0, percent: vatPercent(choice.vatType, choice.date) ?? 0 },
    }
  return null
}

/**
 * An account such as 4535 fills a box of SKV 4700 by itself (20 to 24, 50). Under another VAT type, or at another rate
 * than its own, that box gets a base without its VAT, or two boxes get the same base; Skatteverket refuses both (FK004).
 */
function fillsOtherBox({ vatType, costAccount, statedPercent }: VatChoice): boolean {
  const own = reverseChargeOf(costAccount)
  if (!own) return false
  const isOfOther = own.vatType !== vatType && vatType !== 'NO_DEDUCTION'
  return isOfOther || (statedPercent !== null && statedPercent > 0 && statedPercent !== own.percent)
}

/**
 * Where the buyer accounts for the VAT the seller charges none (ML 16 kap.), and what was charged by mistake is not
 * deducted. An amount that is the VAT on top of what was paid is the buyer's own, as some card apps reckon it.
 */
function isChargedAlthoughReverse(choice: VatChoice): boolean {
  const { vatType, date, gross, stated, statedPercent, costAccount, perUnit } = choice
  const own = reverseChargeOf(costAccount)
  if (chargeAccountedFor(vatType, costAccount) === null || statedPercent !== null || !stated) return false
  const percent = own?.percent ?? vatPercent(vatType, date) ?? 0
  return Math.abs(stated - multiplyRounded(gross, percent, 100)) > Math.max(1, perUnit)
}

/**
 * BAS accounts of costs whose VAT is deducted in part only: representation (607, 763) and hired or leased passenger cars
 * (5615, 5820), ML 13 kap. Under a type that deducts all of it a person is told; a small meal may well be deducted whole.
 */
export function noteUnlimitedVat(vatType: VatType, account: number, vat: number): RowProblem[] {
  const group = Math.floor(account / 10)
  const isLimited = group === 607 || group === 763 || account === 5615 || account === 5820
  const isWhole = vatType === 'SE25' || vatType === 'SE12' || vatType === 'SE6' || vatType === 'SE_FOOD'
  return isLimited && isWhole && vat !== 0 ? [{ code: 'vat-not-limited', params: { account } }] : []
}

/**
 * VAT that was charged at a higher rate than the law's is not deducted (ML 16 kap. on VAT charged by mistake), so more than
 * the type's own rate gives is told. Not of meals at 12 %, which may hold wine at 25 %, nor of a rate that is another's:
 * beer from the grocer says 25 %. But food at the rate that it had on other days was charged by mistake.
 */
function isAboveRate({ vatType, date, gross, stated, statedPercent, isByHand }: VatChoice): boolean {
  const percent = vatType === 'SE6' || vatType === 'SE_FOOD' ? vatPercent(vatType, date) : null
  if (stated === null || percent === null || isByHand) return false
  if (statedPercent !== null) return statedPercent > percent && isRateOfOtherDays(vatType, statedPercent, date)
  return stated > vatWithin(gross, percent) + receiptRounding
}
