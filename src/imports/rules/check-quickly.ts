import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import { withRowNumber } from '#templates/rules/mapping/own-cells.ts'
import type { RowReading, RowState } from '../contract.ts'
import { type AssessedRow, type Assessment, assessRow, type ImportedAs, type RowToAssess } from './assess-rows.ts'
import { createStretches } from './days-that-matter.ts'
import { occurrenceKey } from './duplicates.ts'
import { hasFurther } from './further-fields.ts'
import { vatPercent, vatWithin } from './vat-rates.ts'

/** What a check of a row leaves to be kept. */
export type RowCheck = {
  state: RowState
  problems: readonly RowProblem[]
  occurrence: number | null
  /** The supplier's own number, where the file or a person says it. */
  invoiceNumber: string | null
  supplierNumber: string | null
  supplierName: string | null
  account: number | null
  vat: number | null
  vatType: VatType | null
  /** öre; of a purchase in another currency alone at the rate of its day, null while that is not known. */
  amount: number | null
}

/** Of rows without problems that differ in their amounts only. `percent`: of the VAT, where it is charged. */
type Known = Omit<RowCheck, 'state' | 'problems' | 'occurrence' | 'invoiceNumber' | 'vat' | 'amount'> & {
  percent: number | null
}

const mostRemembered = 50_000
const noProblems: readonly RowProblem[] = []
const nothing: ReadonlySet<string> = new Set()

/**
 * Checks rows as `assessRow` does, without drafting again what only differs in its amount: of most rows of a card file a
 * day, a merchant and an amount in SEK is all that is known, and the same merchants come back every day. What such a row
 * comes to, its amount apart, follows from merchant, direction and the stretch of days (days-that-matter.ts).
 */
export function createQuickCheck(
  assessment: Omit<Assessment, 'imported' | 'importedByOthers'>,
): (row: RowToAssess, occurrence: number | null, importedAs: ImportedAs | null) => RowCheck {
  const known = new Map<string, Map<string, Map<string, Known>>>()
  const stretchOf = createStretches(assessment.ground)
  let size = 0

  function keep(merchant: string, place: string, days: string, check: Known): void {
    if (size >= mostRemembered) {
      known.clear()
      size = 0
    }
    const places = known.get(merchant) ?? new Map<string, Map<string, Known>>()
    const checks = places.get(place) ?? new Map<string, Known>()
    checks.set(days, check)
    known.set(merchant, places.set(place, checks))
    size += 1
  }

  function draft(row: RowToAssess, occurrence: number | null, importedAs: ImportedAs | null): RowCheck {
    const { fingerprint, reading } = row
    const whole = reading
      ? { ...row, reading: { ...reading, cellsOf: withRowNumber(reading.cellsOf, row.number) } }
      : row
    const isKnown = importedAs !== null && fingerprint !== null && occurrence !== null
    const imported = isKnown ? new Set([occurrenceKey(fingerprint, occurrence)]) : nothing
    const importedByOthers = importedAs === 'imported-by-other' ? imported : nothing
    return toCheck(assessRow(whole, occurrence, { ...assessment, imported, importedByOthers }))
  }

  return (row, occurrence, importedAs) => {
    const { reading, fingerprint } = row
    if (
      !reading ||
      fingerprint === null ||
      occurrence === null ||
      row.decision !== null ||
      row.returned ||
      assessment.confirmedVersions?.has(row.number) ||
      !isPlain(reading)
    )
      return draft(row, occurrence, importedAs)
    const { fields } = reading
    const amount = fields.amountSek ?? 0
    const stretch = stretchOf(fields.invoiceDate)
    const days = amount < 0 ? stretch.ofRefunds : stretch.ofPurchases
    const { merchant, place = '' } = fields
    const before = known.get(merchant)?.get(place)?.get(days)
    if (before) {
      const { percent, supplierNumber, supplierName, account, vatType } = before
      const gross = Math.abs(amount)
      const size = percent === null ? null : vatWithin(gross, percent)
      const vat = size === null || amount > 0 ? size : -size
      const state = importedAs ? 'duplicate' : 'ready'
      const problems = importedAs ? importedBefore[importedAs] : noProblems
      const money = { vat, vatType, amount }
      return { state, problems, occurrence, invoiceNumber: null, supplierNumber, supplierName, account, ...money }
    }
    const check = draft(row, occurrence, null)
    const { supplierNumber, supplierName, account, vatType } = check
    const isOneShare = check.vat === null || (vatType !== null && plainTypes.has(vatType))
    if (check.state === 'ready' && check.problems.length === 0 && isOneShare) {
      const percent = check.vat === null || vatType === null ? null : vatPercent(vatType, fields.invoiceDate)
      keep(merchant, place, days, { supplierNumber, supplierName, account, vatType, percent })
    }
    return importedAs ? { ...check, state: 'duplicate', problems: importedBefore[importedAs] } : check
  }
}

const importedBefore: Record<ImportedAs, readonly RowProblem[]> = {
  'imported-before': [{ code: 'imported-before' }],
  'imported-by-other': [{ code: 'imported-by-other' }],
}

/** What is kept of a row that was drafted. */
export function toCheck({ state, problems, occurrence, invoiceNumber, supplierNumber, shown }: AssessedRow): RowCheck {
  const { supplierName, account, vat, vatType, amount } = shown
  return { state, problems, occurrence, invoiceNumber, supplierNumber, supplierName, account, vat, vatType, amount }
}

/** From this amount on no part of the posting is rounded away, so that its rows are the same whatever the amount. */
const leastAmount = 1000

/** Types whose VAT is one share of the amount; what has a limit or halves it is drafted row by row. */
const plainTypes: ReadonlySet<VatType> = new Set(['SE25', 'SE12', 'SE6', 'SE_FOOD'])

/** Date, merchant and an amount in SEK, as the file says them, and nothing else. */
function isPlain({ fields, edited, vatType, creditOf }: RowReading): boolean {
  const { amountSek, currency } = fields
  if (
    edited !== undefined ||
    vatType !== undefined ||
    creditOf !== undefined ||
    currency !== 'SEK' ||
    amountSek === null
  )
    return false
  if (amountSek < leastAmount && amountSek > -leastAmount) return false
  return fields.foreignAmount === null && !hasFurther(fields)
}
