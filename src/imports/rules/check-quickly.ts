import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { ReadFields } from '#templates/contract.ts'
import type { RowReading, RowState } from '../contract.ts'
import { type AssessedRow, type Assessment, assessRow, type RowToAssess } from './assess-rows.ts'
import { occurrenceKey } from './duplicates.ts'
import { vatPercent } from './vat-rates.ts'

/** What a check of a row leaves to be kept. */
export type RowCheck = {
  state: RowState
  problems: readonly RowProblem[]
  occurrence: number | null
  supplierNumber: string | null
  supplierName: string | null
  account: number | null
  vat: number | null
  vatType: VatType | null
  /** öre; of a purchase in another currency alone at the rate of its day, null while that is not known. */
  amount: number | null
}

/** Of rows without problems that differ in their amounts only. `percent`: of the VAT, where it is charged. */
type Known = Omit<RowCheck, 'state' | 'problems' | 'occurrence' | 'vat' | 'amount'> & { percent: number | null }

const mostRemembered = 50_000
const noProblems: readonly RowProblem[] = []
const nothing: ReadonlySet<string> = new Set()

/**
 * Checks rows as `assessRow` does, without drafting again what only differs in its amount: of most rows of a card file a
 * day, a merchant and an amount in SEK is all that is known, and the same merchants come back every day. What such a row
 * comes to, its amount apart, follows from merchant, day and direction.
 */
export function createQuickCheck(
  assessment: Omit<Assessment, 'imported'>,
): (row: RowToAssess, occurrence: number | null, isImported: boolean) => RowCheck {
  const known = new Map<string, Map<string, Known>>()
  let size = 0

  function keep(merchant: string, day: string, check: Known): void {
    if (size >= mostRemembered) {
      known.clear()
      size = 0
    }
    const days = known.get(merchant) ?? new Map<string, Known>()
    days.set(day, check)
    known.set(merchant, days)
    size += 1
  }

  function draft(row: RowToAssess, occurrence: number | null, isImported: boolean): RowCheck {
    const { fingerprint } = row
    const isKnown = isImported && fingerprint !== null && occurrence !== null
    const imported = isKnown ? new Set([occurrenceKey(fingerprint, occurrence)]) : nothing
    return toCheck(assessRow(row, occurrence, { ...assessment, imported }))
  }

  return (row, occurrence, isImported) => {
    const { reading, fingerprint } = row
    if (
      !reading ||
      fingerprint === null ||
      occurrence === null ||
      row.decision !== null ||
      row.returned ||
      !isPlain(reading)
    )
      return draft(row, occurrence, isImported)
    const { fields } = reading
    const amount = fields.amountSek ?? 0
    const day = amount < 0 ? `-${fields.invoiceDate}` : fields.invoiceDate
    const merchant = fields.place === undefined ? fields.merchant : `${fields.merchant}\n${fields.place}`
    const before = known.get(merchant)?.get(day)
    if (before) {
      const { percent, supplierNumber, supplierName, account, vatType } = before
      const gross = Math.abs(amount)
      const size = percent === null ? null : multiplyRounded(gross, percent, 100 + percent)
      const vat = size === null || amount > 0 ? size : -size
      const state = isImported ? 'duplicate' : 'ready'
      const problems = isImported ? importedBefore : noProblems
      return { state, problems, occurrence, supplierNumber, supplierName, account, vat, vatType, amount }
    }
    const check = draft(row, occurrence, isImported)
    const { supplierNumber, supplierName, account, vatType } = check
    const isOneShare = check.vat === null || (vatType !== null && plainTypes.has(vatType))
    if (check.state === 'ready' && check.problems.length === 0 && isOneShare) {
      const percent = check.vat === null || vatType === null ? null : vatPercent(vatType, fields.invoiceDate)
      keep(merchant, day, { supplierNumber, supplierName, account, vatType, percent })
    }
    return check
  }
}

const importedBefore: readonly RowProblem[] = [{ code: 'imported-before' }]

/** What is kept of a row that was drafted. */
export function toCheck({ state, problems, occurrence, supplierNumber, shown }: AssessedRow): RowCheck {
  const { supplierName, account, vat, vatType, amount } = shown
  return { state, problems, occurrence, supplierNumber, supplierName, account, vat, vatType, amount }
}

/** From this amount on no part of the posting is rounded away, so that its rows are the same whatever the amount. */
const leastAmount = 1000

/** Types whose VAT is one share of the amount; what has a limit or halves it is drafted row by row. */
const plainTypes: ReadonlySet<VatType> = new Set(['SE25', 'SE12', 'SE6', 'SE_FOOD'])

/** Every field besides merchant, date and amount; the card decides the invoice's number alone, the provider's own the identity. */
type OtherField = Exclude<
  keyof ReadFields,
  'merchant' | 'place' | 'invoiceDate' | 'amountSek' | 'currency' | 'card' | 'providerId'
>
const isOther: Record<OtherField, true> = {
  foreignAmount: true,
  rate: true,
  vatAmount: true,
  dueDate: true,
  invoiceNumber: true,
  account: true,
  costCenter: true,
  project: true,
  comments: true,
  ourReference: true,
  yourReference: true,
  rowText: true,
  supplier: true,
  vatRate: true,
  persons: true,
  paymentDate: true,
  modeOfPayment: true,
  ocr: true,
}
const otherFields = Object.keys(isOther) as OtherField[]

/** Date, merchant and an amount in SEK, as the file says them, and nothing else. */
function isPlain({ fields, edited, vatType }: RowReading): boolean {
  const { amountSek, currency } = fields
  if (edited !== undefined || vatType !== undefined || currency !== 'SEK' || amountSek === null) return false
  if (amountSek < leastAmount && amountSek > -leastAmount) return false
  for (const field of otherFields) if (fields[field] !== null && fields[field] !== undefined) return false
  return true
}
