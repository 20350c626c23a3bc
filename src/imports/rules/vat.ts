import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { AccountRow, VatType } from '#kernel/supplier-invoice.ts'

/** A rate and the days it is in force, both ends included; `to` null while no end is decided. */
type DatedRate = { vatTypes: readonly VatType[]; percent: number; from: LocalDate; to: LocalDate | null }

/**
 * Mervärdesskattelagen (2023:200) 9 kap.; the levels 25, 12 and 6 % are unchanged since 1996-01-01 (then ML 1994:200
 * 7 kap. 1 §). Which goods stand at which level changes (food: 6 % 2026-04-01 to 2027-12-31): that is the choice of
 * type on the supplier, while a type's own percentage stands here.
 */
const rates: readonly DatedRate[] = [
  { vatTypes: ['SE25'], percent: 25, from: '1996-01-01', to: null },
  { vatTypes: ['SE12'], percent: 12, from: '1996-01-01', to: null },
  { vatTypes: ['SE6'], percent: 6, from: '1996-01-01', to: null },
  {
    vatTypes: ['EU_GOODS', 'EU_SERVICES', 'NON_EU_SERVICES', 'SE_REVERSE_GOODS', 'SE_REVERSE_SERVICES'],
    percent: 25,
    from: '1996-01-01',
    to: null,
  },
  { vatTypes: ['SE0', 'NO_DEDUCTION'], percent: 0, from: '1996-01-01', to: null },
]

/** The percentage of a type on a day; null when no rate is known for the day. */
export function vatPercent(vatType: VatType, date: LocalDate): number | null {
  const rate = rates.find(
    ({ vatTypes, from, to }) => vatTypes.includes(vatType) && from <= date && (to === null || date <= to),
  )
  return rate?.percent ?? null
}

/** Accounts of the BAS chart for one level of a reverse charge (*omvänd betalningsskyldighet*). */
type ReverseLevel = { percent: number; base: number; outputVat: number }
type Treatment =
  /** VAT stands on the receipt and is deducted. */
  | { kind: 'charged' }
  /** No VAT is deducted: the gross amount is the cost. */
  | { kind: 'none' }
  /** The buyer accounts for the VAT: base in one of the boxes 20–24 of SKV 4700, output VAT in 30–32, input VAT in 48. */
  | { kind: 'reverse'; inputVat: number; levels: readonly ReverseLevel[] }

function reverse(inputVat: number, firstBase: number): Treatment {
  return {
    kind: 'reverse',
    inputVat,
    levels: [
      { percent: 25, base: firstBase, outputVat: 2614 },
      { percent: 12, base: firstBase + 1, outputVat: 2624 },
      { percent: 6, base: firstBase + 2, outputVat: 2634 },
    ],
  }
}

const treatments: Record<VatType, Treatment> = {
  SE25: { kind: 'charged' },
  SE12: { kind: 'charged' },
  SE6: { kind: 'charged' },
  SE0: { kind: 'none' },
  NO_DEDUCTION: { kind: 'none' },
  EU_GOODS: reverse(2645, 4515), // box 20
  EU_SERVICES: reverse(2645, 4535), // box 21
  NON_EU_SERVICES: reverse(2645, 4531), // box 22
  SE_REVERSE_GOODS: reverse(2647, 4415), // box 23
  SE_REVERSE_SERVICES: reverse(2647, 4425), // box 24
}

/** *Justering, omvänd moms*: takes back the base rows' cost where the purchase is booked on an account of its own. */
const baseAdjustment = 4598

export function isReverseCharged(vatType: VatType): boolean {
  return treatments[vatType].kind === 'reverse'
}

/** The account a purchase of this type stands on when the supplier has none of its own: only reverse charges have one. */
export function baseAccount(vatType: VatType): number | null {
  const treatment = treatments[vatType]
  return treatment.kind === 'reverse' ? (treatment.levels[0]?.base ?? null) : null
}

export type VatQuestion = {
  vatType: VatType
  date: LocalDate
  /** What was paid, in öre, above zero. */
  gross: number
  /** VAT as the file states it, in öre, above zero; null when it states none. Wins over the rate where VAT is charged. */
  stated: number | null
  costAccount: number
  /** The accounting system's own account for input VAT. */
  inputVatAccount: number
}

/** The rows of a purchase without its debt row, and the VAT printed on the receipt. */
export type VatAnswer =
  | { kind: 'rows'; rows: AccountRow[]; vat: number }
  | { kind: 'no-rate' }
  | { kind: 'implausible'; most: number }

export function splitVat(question: VatQuestion): VatAnswer {
  const treatment = treatments[question.vatType]
  if (treatment.kind === 'reverse') return reverseRows(question, treatment)
  if (treatment.kind === 'none')
    return { kind: 'rows', rows: [debit('cost', question.costAccount, question.gross)], vat: 0 }
  return chargedRows(question)
}

function chargedRows({ vatType, date, gross, stated, costAccount, inputVatAccount }: VatQuestion): VatAnswer {
  const percent = vatPercent(vatType, date)
  if (percent === null) return { kind: 'no-rate' }
  const most = highestVat(gross, date)
  if (stated !== null && stated > most) return { kind: 'implausible', most }
  const vat = stated ?? multiplyRounded(gross, percent, 100 + percent)
  const rows = [debit('cost', costAccount, gross - vat), debit('vat', inputVatAccount, vat)]
  return { kind: 'rows', rows: rows.filter((row) => row.debit > 0), vat }
}

/** No receipt holds more VAT than the highest rate gives; one krona more is let through for a receipt's own rounding. */
function highestVat(gross: number, date: LocalDate): number {
  const highest = vatPercent('SE25', date) ?? 0
  return Math.min(gross - 1, multiplyRounded(gross, highest, 100 + highest) + 100)
}

function reverseRows(
  { vatType, date, gross, costAccount }: VatQuestion,
  { inputVat, levels }: Treatment & { kind: 'reverse' },
): VatAnswer {
  // An account such as 4536 says its own level; any other account is charged at the type's rate.
  const own = levels.find((level) => level.base === costAccount)
  const percent = own?.percent ?? vatPercent(vatType, date)
  const level = own ?? levels.find((candidate) => candidate.percent === percent)
  if (percent === null || !level) return { kind: 'no-rate' }
  const vat = multiplyRounded(gross, percent, 100)
  // The return refuses output VAT without a base in boxes 20–24, so a cost on its own account brings base rows with it.
  const base = own ? [] : [debit('base-debit', level.base, gross), credit('base-credit', baseAdjustment, gross)]
  const rows = [
    debit('cost', costAccount, gross),
    ...base,
    debit('reverse-debit', inputVat, vat),
    credit('reverse-credit', level.outputVat, vat),
  ]
  return { kind: 'rows', rows: rows.filter((row) => row.debit + row.credit > 0), vat: 0 }
}

function debit(role: AccountRow['role'], account: number, amount: number): AccountRow {
  return { account, role, debit: amount, credit: 0 }
}

function credit(role: AccountRow['role'], account: number, amount: number): AccountRow {
  return { account, role, debit: 0, credit: amount }
}
