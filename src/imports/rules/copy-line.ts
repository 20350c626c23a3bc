import { remember } from '#kernel/remember.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields } from '#templates/contract.ts'
import type { RowReading, RowState } from '../contract.ts'
import type { RowCheck } from './check-quickly.ts'
import { hasFurther } from './further-fields.ts'
import type { FoundRow } from './locate-rows.ts'
import { packedEnd, packedStart } from './pack-reading.ts'

/** Columns of import_rows in the order of a line: what lines of a merchant end in alike stands last. Others start out empty. */
export const copiedColumns = [
  'company_id',
  'import_id',
  'sheet',
  'id',
  'number',
  'cells',
  'reading',
  'vat',
  'amount',
  'fingerprint',
  'occurrence',
  'invoice_number',
  'unread',
  'state',
  'problems',
  'section',
  'normalised_merchant',
  'supplier_number',
  'supplier_name',
  'account',
  'vat_type',
] as const

export type CheckedRow = { state: RowState; amount: number | null; line: string }

/** A row of the file as COPY takes it in, checked. `of`: whose, made text once. */
export function createRowWriter(
  of: { companyId: string; importId: string },
  normalise: (text: string, context: { place?: string | undefined }) => string,
) {
  const names = remember((text) => {
    const [merchant = '', place] = text.split('\n')
    return normalise(merchant, { place })
  })
  const nameOf = ({ merchant, place }: ReadFields) =>
    names(place === undefined ? merchant.replaceAll('\n', ' ') : `${merchant.replaceAll('\n', ' ')}\n${place}`)
  const startOf = remember((sheet) => `${of.companyId}\t${of.importId}\t${field(sheet)}\t`)
  const partsOf = createParts(nameOf)
  return (found: FoundRow, check: RowCheck | null): CheckedRow => {
    const { id, row, section, unread, toAssess } = found
    const start = `${startOf(row.sheet)}${id}\t${row.number}\t${jsonText(row.cells)}\t`
    if (check && toAssess) {
      const { state, occurrence, invoiceNumber, vat, amount } = check
      const { reading, fingerprint } = toAssess
      const own = `${number(vat)}\t${number(amount)}\t${fingerprint ?? '\\N'}\t${number(occurrence)}\t${field(invoiceNumber)}\t${unread ? jsonb(unread) : '\\N'}`
      if (!reading) return { state, amount, line: `${start}\\N\t${own}\t${ending(check, section, null)}\n` }
      const { fields } = reading
      const { packedStart, packedEnd, ending: end } = partsOf(reading, check, section, row.number)
      const line = `${start}${packedStart}${fields.invoiceDate}",${fields.amountSek}${packedEnd}\t${own}\t${end}\n`
      return { state, amount, line }
    }
    const { outcome } = row
    if (outcome.kind !== 'skipped') throw new Error('every row that is not skipped is assessed')
    const amount = outcome.amountSek ?? null
    const problem = { code: outcome.reason, ...(outcome.params && { params: outcome.params }) }
    const end = ending({ ...nothingFound, state: 'skipped', problems: [problem] }, section, null)
    return { state: 'skipped', amount, line: `${start}\\N\t\\N\t${number(amount)}\t\\N\t\\N\t\\N\t\\N\t${end}\n` }
  }
}

type Ended = Pick<RowCheck, 'state' | 'problems' | 'supplierNumber' | 'supplierName' | 'account' | 'vatType'>
const nothingFound = { supplierNumber: null, supplierName: null, account: null, vatType: null }

function ending(
  { state, problems, supplierNumber, supplierName, account, vatType }: Ended,
  section: string | null,
  name: string | null,
): string {
  const supplier = `${field(supplierNumber)}\t${field(supplierName)}\t${number(account)}\t${vatType ?? '\\N'}`
  return `${state}\t${problemsText(problems)}\t${field(section)}\t${field(name)}\t${supplier}`
}

type Parts = { packedStart: string; packedEnd: string; ending: string }
/** What the parts of a line follow from, besides the merchant's text. */
type Known = Parts & { check: RowCheck; reading: RowReading; section: string | null }

const mostRemembered = 20_000

/** The parts of a line around date and amounts. They are written anew only where a merchant's row differs from the one before. */
function createParts(nameOf: (fields: ReadFields) => string) {
  const known = new Map<string, Known>()
  return (reading: RowReading, check: RowCheck, section: string | null, number: number): Parts => {
    const { merchant } = reading.fields
    const before = known.get(merchant)
    if (before && before.section === section && isAlike(before.check, check) && isReadAlike(before.reading, reading))
      return before
    const parts = {
      packedStart: escaped(packedStart(reading)),
      packedEnd: escaped(packedEnd(reading, reading.fields.foreignAmount, number)),
      ending: ending(check, section, nameOf(reading.fields)),
    }
    if (known.size >= mostRemembered) known.clear()
    known.set(merchant, { ...parts, check, reading, section })
    return parts
  }
}

function isAlike(one: RowCheck, other: RowCheck): boolean {
  return (
    one.problems === other.problems &&
    one.state === other.state &&
    one.supplierNumber === other.supplierNumber &&
    one.supplierName === other.supplierName &&
    one.account === other.account &&
    one.vatType === other.vatType
  )
}

/** Rows that the template read alike have one `cellsOf` (templates/rules/read-alike.ts). */
function isReadAlike(before: RowReading, reading: RowReading): boolean {
  const one = before.fields
  const other = reading.fields
  return (
    before.cellsOf === reading.cellsOf &&
    before.byTemplate === reading.byTemplate &&
    before.sheet === reading.sheet &&
    one.currency === other.currency &&
    one.foreignAmount === other.foreignAmount &&
    one.place === other.place &&
    one.card === other.card &&
    one.providerId === other.providerId &&
    !hasFurther(one) &&
    !hasFurther(other)
  )
}

function number(value: number | null): string {
  return value === null ? '\\N' : String(value)
}

const special = /[\\\t\n\r\0]/

/** Text with what COPY takes for itself written out; PostgreSQL's text holds no NUL, which a damaged file may. */
function field(text: string | null): string {
  if (text === null) return '\\N'
  return special.test(text) ? escapeAll(text) : text
}

function escapeAll(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '')
}

/** JSON writes its own escapes with a backslash and holds no other signs that COPY takes for itself. */
function escaped(json: string): string {
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json
}

function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value))
}

/** Neither NUL nor half a surrogate pair has a place in jsonb. */
function jsonb(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\u(0000|d[89a-f])/.test(json)) return escaped(json)
  const mend = (_key: string, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part
  return jsonText(JSON.parse(json, mend))
}

function problemsText(problems: readonly RowProblem[]): string {
  return problems.length === 0 ? '[]' : jsonb(problems)
}
