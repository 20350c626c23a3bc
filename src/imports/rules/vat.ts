import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import { type AccountRow, type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import { representationLimit, vatPercent, vatWithin } from './vat-rates.ts'

/** Accounts of the BAS chart for one level of a reverse charge (*omvänd betalningsskyldighet*). */
type ReverseLevel = { percent: number; base: number; outputVat: number }
type Treatment =
  /** VAT stands on the receipt and is deducted, as far as the law lets it be. */
  | { kind: 'charged'; limit?: 'half' | 'representation' }
  /** No VAT is deducted: the gross amount is the cost. */
  | { kind: 'none' }
  /**
   * The buyer accounts for the VAT: base in one of the boxes 20–24 of SKV 4700 (50 for an import of goods), output VAT
   * in 30–32 (60–62), input VAT in 48.
   */
  | { kind: 'reverse'; inputVat: number; levels: readonly ReverseLevel[] }

function reverse(inputVat: number, firstBase: number, firstOutput = 2614): Treatment {
  return {
    kind: 'reverse',
    inputVat,
    levels: [
      { percent: 25, base: firstBase, outputVat: firstOutput },
      { percent: 12, base: firstBase + 1, outputVat: firstOutput + 10 },
      { percent: 6, base: firstBase + 2, outputVat: firstOutput + 20 },
    ],
  }
}

const treatments: Record<VatType, Treatment> = {
  SE25: { kind: 'charged' },
  SE12: { kind: 'charged' },
  SE6: { kind: 'charged' },
  SE_FOOD: { kind: 'charged' },
  SE0: { kind: 'none' },
  // Representation, ML 13 kap. 24–25 §§; a hired passenger car, half of the VAT (ML 13 kap., cars).
  REPRESENTATION: { kind: 'charged', limit: 'representation' },
  CAR_HIRE: { kind: 'charged', limit: 'half' },
  // VAT of another country cannot be deducted in the Swedish return.
  FOREIGN_VAT: { kind: 'none' },
  NO_DEDUCTION: { kind: 'none' },
  EU_GOODS: reverse(2645, 4515), // box 20
  EU_SERVICES: reverse(2645, 4535), // box 21
  NON_EU_SERVICES: reverse(2645, 4531), // box 22
  GOODS_IMPORT: reverse(2645, 4545, 2615), // box 50
  SE_REVERSE_GOODS: reverse(2647, 4415), // box 23
  SE_REVERSE_SERVICES: reverse(2647, 4425), // box 24
}

/** *Justering, omvänd moms*: takes back the base rows' cost where the purchase is booked on an account of its own. */
const baseAdjustment = 4598

/** *Ingående moms, blandad verksamhet*: VAT that may not be deducted, as a cost. */
const notDeductedVat = 6999

type ReverseCharge = { vatType: VatType; percent: number; outputVat: number }

/** *Representation, ej avdragsgill*: meals are no deductible cost in income tax since 2017 (IL 16 kap. 2 §). */
const nonDeductibleRepresentation = 6072

export function isReverseCharged(vatType: VatType): boolean {
  return treatments[vatType].kind === 'reverse'
}

/**
 * The account a purchase of this type stands on when the supplier has none of its own: reverse charges and representation
 * have one, and reverse charges one for each rate. `percent`: where the file states one.
 */
export function baseAccount(vatType: VatType, percent: number | null = null): number | null {
  const treatment = treatments[vatType]
  if (vatType === 'REPRESENTATION') return nonDeductibleRepresentation
  if (treatment.kind !== 'reverse') return null
  const level = treatment.levels.find((one) => one.percent === percent) ?? treatment.levels[0]
  return level?.base ?? null
}

/** The reverse charge whose base an account of the BAS chart is, and so the box that it fills; null for any other account. */
export function reverseChargeOf(account: number): ReverseCharge | null {
  for (const vatType of vatTypes) {
    const treatment = treatments[vatType]
    const level = treatment.kind === 'reverse' ? treatment.levels.find(({ base }) => base === account) : undefined
    if (level) return { vatType, percent: level.percent, outputVat: level.outputVat }
  }
  return null
}

/** The VAT that the buyer accounts for: by the type, or by the account where none may be deducted. */
export function chargeAccountedFor(vatType: VatType, account: number): VatType | null {
  if (isReverseCharged(vatType)) return vatType
  return vatType === 'NO_DEDUCTION' ? (reverseChargeOf(account)?.vatType ?? null) : null
}

export type VatQuestion = {
  vatType: VatType
  date: LocalDate
  /** What was paid, in öre, above zero. */
  gross: number
  /** VAT as the file states it, in öre, above zero; null when it states none. Wins over the rate where VAT is charged. */
  stated: number | null
  /** The rate that the file or a person states; a reverse charge is reckoned at it. */
  statedPercent?: number | null
  /** How many took part, for representation. */
  persons?: number | null
  /** Of a refund: what the purchase that it takes back cost, in öre; not known of others. */
  purchased?: number | undefined
  /** What others took back of that before, in öre; `settled` for good, and gave back `vat` of what was deducted. */
  taken?: { gross: number; settled: number; vat: number } | undefined
  /** A person wrote what of a limited VAT goes back: nothing is left to limit. */
  isCreditWritten?: boolean
  costAccount: number
  /** The accounting system's own account for input VAT. */
  inputVatAccount: number
}

/** The rows of a purchase without its debt row, and the VAT printed on the receipt. */
export type VatAnswer =
  | { kind: 'rows'; rows: AccountRow[]; vat: number }
  | { kind: 'no-rate' }
  | { kind: 'persons-missing' }
  | { kind: 'implausible'; most: number }

export function splitVat(question: VatQuestion): VatAnswer {
  const treatment = treatments[question.vatType]
  if (treatment.kind === 'reverse') return reverseRows(question, treatment)
  const charge = question.vatType === 'NO_DEDUCTION' ? reverseChargeOf(question.costAccount) : null
  if (charge) return notDeductedRows(question, charge)
  if (treatment.kind === 'none')
    return { kind: 'rows', rows: [debit('cost', question.costAccount, question.gross)], vat: 0 }
  return chargedRows(question, treatment)
}

function chargedRows(question: VatQuestion, { limit }: Treatment & { kind: 'charged' }): VatAnswer {
  const { vatType, date, gross, stated, costAccount, inputVatAccount } = question
  const percent = vatPercent(vatType, date)
  if (percent === null) return { kind: 'no-rate' }
  const most = highestVat(gross, date)
  if (stated !== null && (stated >= gross || stated > most + receiptRounding)) return { kind: 'implausible', most }
  const charged = stated ?? vatWithin(gross, percent)
  const vat = deductible(charged, question, limit)
  if (vat === null) return { kind: 'persons-missing' }
  const rows = [debit('cost', costAccount, gross - vat), debit('vat', inputVatAccount, vat)]
  return { kind: 'rows', rows: rows.filter((row) => row.debit > 0), vat }
}

/** What of the VAT charged may be deducted; what may not stays in the cost. Null: how many took part is not known. */
function deductible(
  charged: number,
  question: VatQuestion,
  limit: 'half' | 'representation' | undefined,
): number | null {
  if (limit === undefined) return charged
  if (limit === 'half') return multiplyRounded(charged, 1, 2)
  if (question.isCreditWritten) return charged
  const { purchased, taken } = question
  const isPart = purchased !== undefined && (taken !== undefined || purchased > question.gross)
  return isPart ? takenBackOfMeal(charged, { ...question, purchased }) : ofMeal(charged, question)
}

/**
 * Of a part that is paid back goes back what is no longer deducted of the whole (ML 13 kap. 24–25 §§): often nothing, until so
 * much is taken back that the rest is below the limit. All parts together give back what was deducted, to the öre.
 */
function takenBackOfMeal(charged: number, question: VatQuestion & { purchased: number }): number | null {
  const { gross, purchased, stated, taken = { gross: 0, settled: 0, vat: 0 } } = question
  const percent = stated === null ? vatPercent(question.vatType, question.date) : question.statedPercent
  const chargedWhole = percent ? vatWithin(purchased, percent) : multiplyRounded(charged, purchased, gross)
  const deducted = ofMeal(chargedWhole, { ...question, gross: purchased })
  if (deducted === null) return null
  // Of the rest as much is deducted as is charged on it, up to what was of the whole: its limit is one amount.
  const backAt = (sum: number) =>
    deducted - Math.min(deducted, multiplyRounded(chargedWhole, Math.max(0, purchased - sum), purchased))
  const [from, to] = [backAt(taken.gross), backAt(taken.gross + gross)]
  const given = taken.gross > taken.settled ? Math.max(taken.vat, from) : taken.vat
  const due = Math.max(taken.vat, to) - given
  // Where earlier parts gave back too little, no part gives more for them than was charged on it.
  return Math.min(due, Math.max(charged, to - from))
}

/** Of one meal, all of it. */
function ofMeal(charged: number, { gross, date, persons }: VatQuestion): number | null {
  const perPerson = representationLimit(date)
  if (!perPerson || !persons) return charged === 0 ? 0 : null
  const base = gross - charged
  const highestBase = perPerson.base * persons
  if (base <= highestBase) return charged
  // More VAT than a meal without alcohol holds: then the flat amount may be chosen where it gives more.
  const share = multiplyRounded(charged, highestBase, base)
  const ofMeals = vatPercent('REPRESENTATION', date) ?? 0
  const hasAlcohol = charged > vatWithin(gross, ofMeals) + 100
  return hasAlcohol ? Math.min(charged, Math.max(share, perPerson.flat * persons)) : share
}

/** No receipt holds more VAT than the highest rate gives. */
function highestVat(gross: number, date: LocalDate): number {
  const highest = vatPercent('SE25', date) ?? 0
  return vatWithin(gross, highest)
}

/** One krona more than a rate gives is let through: a receipt rounds by itself. */
export const receiptRounding = 100

function reverseRows(
  { vatType, date, gross, costAccount, statedPercent }: VatQuestion,
  { inputVat, levels }: Treatment & { kind: 'reverse' },
): VatAnswer {
  // An account such as 4536 says its own level; any other at the rate stated, else the type's.
  const own = levels.find((level) => level.base === costAccount)
  const percent = own?.percent ?? (statedPercent || vatPercent(vatType, date))
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

/**
 * Who may not deduct accounts for the VAT of a reverse charge all the same (ML 16 kap.), and it is a cost. Not one of the
 * base account, whose box is what was paid alone.
 */
function notDeductedRows({ gross, costAccount }: VatQuestion, { percent, outputVat }: ReverseCharge): VatAnswer {
  const vat = multiplyRounded(gross, percent, 100)
  const rows = [
    debit('cost', costAccount, gross),
    debit('cost', notDeductedVat, vat),
    credit('reverse-credit', outputVat, vat),
  ]
  return { kind: 'rows', rows: rows.filter((row) => row.debit + row.credit > 0), vat: 0 }
}

function debit(role: AccountRow['role'], account: number, amount: number): AccountRow {
  return { account, role, debit: amount, credit: 0 }
}

function credit(role: AccountRow['role'], account: number, amount: number): AccountRow {
  return { account, role, debit: 0, credit: amount }
}
