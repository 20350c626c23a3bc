import type { LocalDate } from '#kernel/local-dates.ts'
import { minorFromDecimal } from '#kernel/money.ts'
import { remember } from '#kernel/remember.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { ReadPurchase, TargetField } from '../../contract.ts'
import { type NumberRule, readHundredths } from '../cells/amounts.ts'
import { isBlank } from '../cells/cell-text.ts'
import { currencyOfCell } from '../cells/stated-currency.ts'
import { statusOfText } from '../columns/row-state.ts'
import { columnsOfBound, plainColumnOf, type SectionWithCells } from '../mapping/bind-fields.ts'
import { withoutRowNumber } from '../mapping/own-cells.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { mayBeCut } from './cut-amount.ts'
import { hasMoreCells, hasStrayCells, type LocatedRow, type Table } from './lay-out-rows.ts'
import { readSourceNumber } from './read-amount.ts'
import type { TransactionRules } from './transaction.ts'

/**
 * Reads rows that differ from an earlier one in nothing but date and amount: of a card file's rows most have a merchant,
 * a place and a currency that stood together before. What such a row is read as, its date and amount apart, follows from
 * the texts of all other columns that the template looks at, and from whether money went out or came back. A row with a note
 * of its rate below it is none of these.
 */
export type AlikeReader = {
  /** The row's purchase, `cellsOf` by letters alone; null where it has to be read whole. */
  read(located: LocatedRow, section: SectionWithCells | null): Extract<RowOutcome, { kind: 'purchase' }> | null
  /** Keeps what the row that `read` was asked about last came to. */
  learn(located: LocatedRow, outcome: RowOutcome): void
}

/** A column a step: the texts that follow each other to what rows are read as. */
type Step = Map<string, Step | Alike>
type Alike = { paid: ReadPurchase | null; refunded: ReadPurchase | null }

/** The columns whose texts decide, the two that may be anything, and what a status column, often a day, comes down to. */
type Likeness = { columns: readonly number[]; date: number; total: number; stateOf: (row: SheetRow) => string }

const mostRemembered = 20_000
/** Where of so many rows not half are like an earlier one, remembering them costs more than it saves. */
const tried = 4000

export function createAlikeReader(rules: TransactionRules): AlikeReader {
  const isInverted = rules.mapping.signRule === 'inverted'
  const known: Step = new Map()
  let likeness: Likeness | null = null
  let place: { table: Table | null; sheet: string; section: SectionWithCells | null } | null = null
  let size = 0
  let asked = 0
  let found = 0
  const share = createSharing()
  /** Of the row asked about last, where it is no zero and can be read. */
  let last: { date: LocalDate; minor: number } | null = null

  function enter({ table, sheet }: LocatedRow, section: SectionWithCells | null): void {
    if (place?.table !== table) {
      likeness = table ? likenessOf(table, rules) : null
      asked = 0
      found = 0
    }
    place = { table, sheet, section }
    known.clear()
    size = 0
  }

  function amountOf(row: SheetRow, column: number): number | null {
    const minor = minorOf(row, column, rules.columns.numbers.total)
    return minor && isInverted ? -minor : minor
  }

  function isWorthIt(): boolean {
    if (++asked < tried) return true
    const isUseful = found * 2 >= asked
    if (!isUseful) likeness = null
    asked = 0
    found = 0
    return isUseful
  }

  return {
    read(located, section) {
      last = null
      if (place === null || located.table !== place.table || section !== place.section || located.sheet !== place.sheet)
        enter(located, section)
      if (likeness === null || !isWorthIt()) return null
      const { row } = located
      if (hasStrayCells(located) || hasMoreCells(located)) return null
      if (mayBeCut(located, likeness.total, rules.columns.recordWidths)) return null
      const date = rules.columns.dates.invoiceDate(row.cells[likeness.date] ?? '', located.sheet)
      const minor = amountOf(row, likeness.total)
      if (date.kind !== 'date' || !minor) return null
      last = { date: date.date, minor }
      const alike = find(known, row, likeness)
      const like = minor > 0 ? alike?.paid : alike?.refunded
      if (!like) return null
      found++
      const fields = { ...like.fields, invoiceDate: date.date, amountSek: minor }
      const { cellsOf, byTemplate } = like
      return byTemplate ? { kind: 'purchase', fields, cellsOf, byTemplate } : { kind: 'purchase', fields, cellsOf }
    },
    learn({ row }, outcome) {
      if (!last || !likeness || outcome.kind !== 'purchase' || !followsFromTexts(outcome, last)) return
      if (size >= mostRemembered) {
        known.clear()
        size = 0
      }
      size++
      const alike = keep(known, row, likeness)
      const like = { ...outcome, cellsOf: share(withoutRowNumber(outcome.cellsOf, row.number)) }
      if (last.minor > 0) alike.paid = like
      else alike.refunded = like
    },
  }
}

/** Rows of a table are mostly read from the same columns: one object for all of them. */
function createSharing(): (cellsOf: ReadPurchase['cellsOf']) => ReadPurchase['cellsOf'] {
  const shared = new Map<string, ReadPurchase['cellsOf']>()
  return (cellsOf) => {
    const text = JSON.stringify(cellsOf)
    const same = shared.get(text) ?? cellsOf
    if (shared.size < mostRemembered) shared.set(text, same)
    return same
  }
}

const noCells: string[] = []

/** Of an amount that states no other currency. */
function minorOf(row: SheetRow, column: number, rule: NumberRule): number | null {
  const text = row.cells[column] ?? ''
  const isTyped = row.kinds?.charAt(column) === 'n'
  const hundredths = isTyped ? null : readHundredths(text, rule)
  if (hundredths !== null) return hundredths
  const stated = currencyOfCell({ unit: row.units?.[column], text }, 'SEK')
  if (stated !== null && stated !== 'SEK') return null
  const number = readSourceNumber({ text, isTyped, cells: noCells }, rule)
  return number.kind === 'number' ? minorFromDecimal(number.decimal, 'SEK') : null
}

/** Every number of the purchase besides its amount is absent: foreign amounts, rates and VAT are weighed against it. */
function followsFromTexts({ fields }: ReadPurchase, { date, minor }: { date: LocalDate; minor: number }): boolean {
  const { amountSek, currency, foreignAmount, rate, vatAmount, invoiceDate } = fields
  if (amountSek !== minor || invoiceDate !== date || currency !== 'SEK') return false
  return foreignAmount === null && rate === null && vatAmount === null
}

/** Null where date or amount come from more than a column of their own. */
function likenessOf(
  { bound, isBlankStatusPending, newCurrency, newDoubts, newAmounts }: Table,
  { mapping, columns: { askedStates } }: TransactionRules,
): Likeness | null {
  const { fields, missing } = bound
  const { signRule, dateFromText } = mapping
  if (
    newAmounts.length > 0 ||
    dateFromText ||
    missing.length > 0 ||
    fields.has('fee') ||
    (signRule !== 'as-is' && signRule !== 'inverted')
  )
    return null
  const date = plainColumnOf(fields.get('invoiceDate'))
  const total = plainColumnOf(fields.get('total'))
  if (date === null || total === null) return null
  const status = plainColumnOf(fields.get('status'))
  const own: ReadonlySet<TargetField> = new Set([
    'invoiceDate',
    'total',
    ...(status === null ? [] : ['status' as const]),
  ])
  const columns = [...fields].flatMap(([field, source]) => (own.has(field) ? [] : columnsOfBound(source)))
  const places = newDoubts.map(({ index }) => index)
  const words = { isBlankStatusPending, asked: askedStates }
  const classOf = remember((text) => (isBlank(text) ? 'blank ' : '') + statusOfText(text, words))
  return {
    columns: [...new Set([...columns, ...(newCurrency === null ? [] : [newCurrency]), ...places])],
    date,
    total,
    stateOf: status === null ? () => '' : ({ cells }) => classOf(cells[status] ?? ''),
  }
}

/** Kinds of cells (workbooks) are the first step: a text and a number that look the same are not read the same. */
function find(known: Step, row: SheetRow, { columns, stateOf }: Likeness): Alike | undefined {
  let step = (known.get(row.kinds ?? '') as Step | undefined)?.get(stateOf(row))
  for (const column of columns) {
    if (step === undefined) return undefined
    step = (step as Step).get(row.cells[column] ?? '')
  }
  return step as Alike | undefined
}

function keep(known: Step, row: SheetRow, { columns, stateOf }: Likeness): Alike {
  const path = [row.kinds ?? '', stateOf(row), ...columns.map((column) => row.cells[column] ?? '')]
  const end = path.pop() ?? ''
  let step = known
  for (const text of path) {
    const next = (step.get(text) as Step | undefined) ?? new Map()
    step.set(text, next)
    step = next
  }
  const alike = (step.get(end) as Alike | undefined) ?? { paid: null, refunded: null }
  step.set(end, alike)
  return alike
}
