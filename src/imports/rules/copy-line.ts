import { remember } from '#kernel/remember.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields } from '#templates/contract.ts'
import type { RowState } from '../contract.ts'
import type { RowCheck } from './check-quickly.ts'
import type { FoundRow } from './locate-rows.ts'
import { packReading } from './pack-reading.ts'

/** Columns of import_rows in the order of `copyLine`; the rest start out empty. */
export const copiedColumns = [
  'company_id',
  'import_id',
  'id',
  'sheet',
  'number',
  'cells',
  'state',
  'problems',
  'reading',
  'section',
  'normalised_merchant',
  'supplier_number',
  'supplier_name',
  'account',
  'vat',
  'vat_type',
  'amount',
  'fingerprint',
  'occurrence',
  'unread',
] as const

export type CheckedRow = { state: RowState; amount: number | null; line: string }

/** A row of the file as COPY takes it in, checked. `of`: whose, made text once. */
export function createRowWriter(
  of: { companyId: string; importId: string },
  normalise: (text: string, context: { place?: string | undefined }) => string,
) {
  const start = `${of.companyId}\t${of.importId}\t`
  const names = remember((text) => {
    const [merchant = '', place] = text.split('\n')
    return normalise(merchant, { place })
  })
  const nameOf = ({ merchant, place }: ReadFields) =>
    names(place === undefined ? merchant.replaceAll('\n', ' ') : `${merchant.replaceAll('\n', ' ')}\n${place}`)
  return (found: FoundRow, check: RowCheck | null): CheckedRow => {
    const { id, row, section, unread, toAssess } = found
    const head = `${start}${id}\t${field(row.sheet)}\t${row.number}\t${jsonText(row.cells)}\t`
    if (check && toAssess) {
      const { state, problems, occurrence, supplierNumber, supplierName, account, vat, vatType, amount } = check
      const { reading, fingerprint } = toAssess
      const read = reading
        ? `${escaped(packReading(reading, row.number))}\t${field(section)}\t${field(nameOf(reading.fields))}`
        : `\\N\t${field(section)}\t\\N`
      const supplier = `${field(supplierNumber)}\t${field(supplierName)}\t${number(account)}\t${number(vat)}\t${vatType ?? '\\N'}`
      const line = `${head}${state}\t${problemsText(problems)}\t${read}\t${supplier}\t${number(amount)}\t${fingerprint ?? '\\N'}\t${number(occurrence)}\t${unread ? jsonb(unread) : '\\N'}\n`
      return { state, amount, line }
    }
    const { outcome } = row
    if (outcome.kind !== 'skipped') throw new Error('every row that is not skipped is assessed')
    const amount = outcome.amountSek ?? null
    const problem = { code: outcome.reason, ...(outcome.params && { params: outcome.params }) }
    const line = `${head}skipped\t${problemsText([problem])}\t\\N\t${field(section)}\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t${number(amount)}\t\\N\t\\N\t\\N\n`
    return { state: 'skipped', amount, line }
  }
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
