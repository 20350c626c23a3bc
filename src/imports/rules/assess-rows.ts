import type { RowProblem } from '#kernel/row-problem.ts'
import type { Granularity } from '#templates/contract.ts'
import type { Decision, ReturnReason, RowReading, RowState, ShownRow } from '../contract.ts'
import { creditedThere } from './anyway-codes.ts'
import { blockingFirst, isBlocking } from './checks.ts'
import { chooseSupplier, type SupplierSources } from './choose-supplier.ts'
import { type Draft, draftInvoice } from './draft-invoice.ts'
import { numberOccurrences, occurrenceKey } from './duplicates.ts'
import { groupKey, type InvoiceParts, mergeInvoices, placeOf } from './group-invoices.ts'
import { financialYearOf, type PostingGround } from './posting-ground.ts'
import type { KnownSupplier } from './purchase.ts'
import { checkNumber, type UsedNumbers } from './used-numbers.ts'

/** A row that may become an invoice, or that could not be read (`reading` null, `problems` say why). */
export type RowToAssess = {
  id: number
  sheet: string
  number: number
  reading: RowReading | null
  problems: RowProblem[]
  fingerprint: string | null
  decision: Decision | null
  section: string | null
  text: string
  amount: number | null
  /** Why its invoice was not made, where it came back from posting. */
  returned?: ReturnReason | null
  /** What is known of a row that could not be read. */
  known?: { date: string | null; merchant: string | null } | undefined
}

export type AssessedRow = {
  id: number
  number: number
  state: RowState
  problems: RowProblem[]
  supplierNumber: string | null
  occurrence: number | null
  shown: ShownRow
  draft: Draft | null
  /** occurrenceKey of the purchase: what its reference is made of. */
  identity: string | null
  fingerprint: string | null
  sheet: string
  card: string | null
  /** The invoice's number where the file says it: another number is another invoice. */
  invoiceNumber: string | null
}

export type Assessment = SupplierSources & {
  ground: PostingGround
  granularity: Granularity
  /** Purchases imported before, by whomever: occurrenceKey of each. */
  imported: ReadonlySet<string>
  /** Those of them that another company of Radvis has imported into the same books. */
  importedByOthers?: ReadonlySet<string>
  /** Rows of this very import that are with posting, by id, with which of equal purchases each was. */
  posted?: ReadonlyMap<number, number>
  /** Rows of this import, by number, whose record was confirmed as it stood in its source before: where. */
  confirmedVersions?: ReadonlyMap<number, EarlierRow>
  /** Rows that may have been imported under another text, by id; of those that stand alone it is seen to once they are checked. */
  lookAlikes?: ReadonlyMap<number, RowProblem>
  /** Numbers of the suppliers' own that the accounting system has already. */
  usedNumbers: UsedNumbers
  /** Our reference for an invoice of these purchases (their identities). */
  referenceFor(identities: readonly string[]): string
}

/** A row of an earlier import. */
export type EarlierRow = { fileName: string; row: number }

/** Why a purchase is not to be imported again. */
export type ImportedAs = 'imported-before' | 'imported-by-other'

export function importedAs(
  identity: string,
  { imported, importedByOthers }: Pick<Assessment, 'imported' | 'importedByOthers'>,
): ImportedAs | null {
  if (!imported.has(identity)) return null
  return importedByOthers?.has(identity) ? 'imported-by-other' : 'imported-before'
}

/** Decides for every row whether it is ready, needs attention, is a duplicate or is left out. `rows` in file order. */
export function assessRows(rows: readonly RowToAssess[], assessment: Assessment): AssessedRow[] {
  const occurrences = chooseOccurrences(rows, assessment.imported, assessment.posted)
  const assessed = rows.map((row) => assessRow(row, occurrences.get(row.id) ?? null, assessment))
  return assessment.granularity === 'row' ? assessed : holdIncompleteGroups(assessed, assessment.granularity)
}

/** The n-th of equal ones; a duplicate that is wanted anyway takes the next number that nobody has. */
export function chooseOccurrences(
  rows: readonly RowToAssess[],
  imported: ReadonlySet<string>,
  posted: ReadonlyMap<number, number> = new Map(),
): Map<number, number> {
  const purchases = rows.flatMap((row) => (row.fingerprint === null ? [] : [{ ...row, fingerprint: row.fingerprint }]))
  const natural = numberOccurrences(purchases.map((row) => row.fingerprint))
  const taken = new Set(imported)
  for (const [i, { fingerprint }] of purchases.entries()) taken.add(occurrenceKey(fingerprint, natural[i] ?? 1))
  return new Map(
    purchases.map((row, i) => {
      let occurrence = posted.get(row.id) ?? natural[i] ?? 1
      if (posted.has(row.id)) return [row.id, occurrence]
      if (row.decision !== 'import-anyway' || !imported.has(occurrenceKey(row.fingerprint, occurrence)))
        return [row.id, occurrence]
      while (taken.has(occurrenceKey(row.fingerprint, occurrence))) occurrence += 1
      taken.add(occurrenceKey(row.fingerprint, occurrence))
      return [row.id, occurrence]
    }),
  )
}

/** One row; `occurrence` says which of equal purchases it is, null where it could not be read. */
export function assessRow(row: RowToAssess, occurrence: number | null, assessment: Assessment): AssessedRow {
  const { reading, fingerprint } = row
  if (!reading || fingerprint === null || occurrence === null) return assessUnreadable(row, assessment)
  const identity = occurrenceKey(fingerprint, occurrence)
  const { draft, supplier } = draftPurchase({ reading, number: row.number, identity }, assessment)
  const used = checkNumber(draft.invoice, reading.fields.invoiceNumber, assessment.usedNumbers)
  if (used) draft.problems.push(used)
  const creditedBy = reading.creditOf?.creditedBy
  if (creditedBy !== undefined) draft.problems.push({ code: creditedThere, params: { invoice: creditedBy } })
  const alike = assessment.lookAlikes?.get(row.id)
  if (alike) draft.problems.push(alike)
  const { state, problems } = assessment.posted?.has(row.id)
    ? postedHere
    : judge(row, whyNotAgain(row, identity, assessment), draft)
  const shown = { ...showPurchase(reading, supplier, draft), section: row.section }
  const { id, number, sheet } = row
  return {
    id,
    number,
    sheet,
    state,
    problems,
    supplierNumber: supplier?.number ?? null,
    occurrence,
    shown,
    draft,
    identity,
    fingerprint,
    card: reading.fields.card,
    invoiceNumber: reading.fields.invoiceNumber,
  }
}

/** The draft of one purchase that was read; `identity` is its occurrenceKey. */
export function draftPurchase(
  { reading, number, identity }: { reading: RowReading; number: number; identity: string },
  assessment: Omit<Assessment, 'imported' | 'importedByOthers' | 'usedNumbers'>,
): { draft: Draft; supplier: KnownSupplier | null } {
  const { sheet, ...purchase } = reading
  const { ground, referenceFor } = assessment
  const chosen = chooseSupplier(purchase, assessment, ground.options)
  const { vatType } = purchase
  if (chosen.supplier && vatType !== undefined) chosen.supplier = { ...chosen.supplier, vatType }
  const draft = draftInvoice(
    { ...purchase, ...chosen, row: { number, sheet }, reference: referenceFor([identity]) },
    ground,
  )
  return { draft, supplier: chosen.supplier }
}

function assessUnreadable(
  { id, number, sheet, decision, section, text, amount, known, ...row }: RowToAssess,
  { posted }: Pick<Assessment, 'posted'>,
): AssessedRow {
  const problems = row.problems.filter(({ code }) => code !== 'left-out')
  const isLeftOut = decision === 'leave-out'
  const judged: Pick<AssessedRow, 'state' | 'problems'> = isLeftOut
    ? { state: 'skipped', problems: [{ code: 'left-out' }, ...problems] }
    : { state: 'attention', problems }
  return {
    id,
    number,
    sheet,
    // What is with posting stays there, however it was mended.
    ...(posted?.has(id) ? postedHere : judged),
    supplierNumber: null,
    occurrence: null,
    shown: { ...nothingShown, ...known, text: known?.merchant ?? text, amount, section },
    draft: null,
    identity: null,
    fingerprint: null,
    card: null,
    invoiceNumber: null,
  }
}

/** A row that stays with posting while others of its import came back. */
export const postedHere: { state: RowState; problems: RowProblem[] } = {
  state: 'duplicate',
  problems: [{ code: 'posted-here' }],
}

/** The very purchase was imported before, or its record as it stood then: whether that is another, a person has to say. */
function whyNotAgain(
  { number, decision }: Pick<RowToAssess, 'number' | 'decision'>,
  identity: string,
  assessment: Assessment,
): RowProblem | null {
  const duplicate = importedAs(identity, assessment)
  if (duplicate) return { code: duplicate }
  const earlier = decision === 'import-anyway' ? undefined : assessment.confirmedVersions?.get(number)
  return earlier ? { code: 'changed-in-source', params: earlier } : null
}

function judge(
  { decision, returned }: Pick<RowToAssess, 'decision' | 'returned'>,
  duplicate: RowProblem | null,
  draft: Draft,
): { state: RowState; problems: RowProblem[] } {
  if (decision === 'leave-out') return { state: 'skipped', problems: [{ code: 'left-out' }] }
  if (duplicate) return { state: 'duplicate', problems: [duplicate] }
  // A person has seen that the number is used, or its purchase credited, and says that this is another.
  const isWanted = ({ code }: RowProblem) =>
    decision === 'import-anyway' && (code === 'invoice-number-used' || code === creditedThere)
  const isStopped = draft.problems.some((problem) => isBlocking(problem) && !isWanted(problem))
  return {
    state: draft.invoice === null || isStopped ? 'attention' : 'ready',
    problems: blockingFirst(returned ? [...draft.problems, sentBack(returned)] : draft.problems),
  }
}

function sentBack({ code, serviceCode, message }: ReturnReason): RowProblem {
  return { code: 'sent-back', params: { code, serviceCode: serviceCode ?? '', message: message ?? '' } }
}

export const nothingShown: ShownRow = {
  date: null,
  text: '',
  merchant: null,
  supplierNumber: null,
  supplierName: null,
  account: null,
  vat: null,
  vatType: null,
  amount: null,
  currency: null,
  isCredit: false,
  section: null,
}

function showPurchase({ fields }: RowReading, supplier: KnownSupplier | null, { invoice, sek }: Draft): ShownRow {
  const vatRow = invoice?.rows.find(({ role }) => role === 'vat')
  return {
    ...nothingShown,
    date: fields.invoiceDate,
    text: fields.merchant,
    merchant: fields.merchant,
    supplierNumber: supplier?.number ?? null,
    supplierName: supplier?.name ?? null,
    account: invoice?.rows.find(({ role }) => role === 'cost')?.account ?? supplier?.account ?? null,
    vat: vatRow ? vatRow.debit - vatRow.credit : null,
    vatType: supplier?.vatType ?? null,
    amount: sek,
    currency: fields.currency,
    isCredit: (fields.amountSek ?? fields.foreignAmount ?? 0) < 0,
  }
}

/** One invoice of several rows cannot leave one of them behind: rows of a supplier that belong together wait for each other. */
function holdIncompleteGroups(rows: AssessedRow[], granularity: Granularity): AssessedRow[] {
  const waitsFor = new Map<string, number>()
  const together = (row: AssessedRow) =>
    JSON.stringify([placeOf(row, granularity), row.supplierNumber, row.invoiceNumber])
  for (const row of rows)
    if (row.state === 'attention' && row.supplierNumber !== null && !waitsFor.has(together(row)))
      waitsFor.set(together(row), row.number)
  return rows.map((row) => {
    const number = waitsFor.get(together(row))
    if (row.state !== 'ready' || number === undefined) return row
    const problems = blockingFirst([...row.problems, { code: 'group-waits', params: { row: number } }])
    return { ...row, state: 'attention', problems }
  })
}

/** The invoices that rows make, with the rows each is made of. */
export type ComposedInvoice = InvoiceParts & { rows: AssessedRow[] }

export function composeInvoices(
  rows: readonly AssessedRow[],
  { granularity, referenceFor, ground }: Pick<Assessment, 'granularity' | 'referenceFor' | 'ground'>,
): ComposedInvoice[] {
  const drafted = rows.flatMap((row) =>
    row.draft?.invoice
      ? [{ row, parts: { invoice: row.draft.invoice, payment: row.draft.payment, steps: row.draft.steps } }]
      : [],
  )
  if (granularity === 'row') return drafted.map(({ row, parts }) => ({ ...parts, rows: [row] }))
  const groups = Map.groupBy(drafted, ({ row, parts }) => {
    const year = financialYearOf(parts.invoice.invoiceDate, ground)?.id ?? null
    return groupKey({ place: placeOf(row, granularity), invoiceNumber: row.invoiceNumber, year }, parts)
  })
  return [...groups.values()].map((group) => {
    const identities = group.flatMap(({ row }) => row.identity ?? [])
    return {
      ...mergeInvoices(
        group.map(({ parts }) => parts),
        referenceFor(identities),
      ),
      rows: group.map(({ row }) => row),
    }
  })
}
