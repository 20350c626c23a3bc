import { remember } from '#kernel/remember.ts'
import type { ReadFields } from '#templates/contract.ts'
import type { RowReading, RowState } from '../contract.ts'
import type { RowCheck } from './check-quickly.ts'
import { bigInteger, bytesOf, integer, jsonb, jsonText, lengthOf, nothing, text, uuid } from './copy-fields.ts'
import { hasFurther } from './further-fields.ts'
import type { FoundRow } from './locate-rows.ts'
import { packedEnd, packedStart } from './pack-reading.ts'

/** Columns of import_rows in the order of a row: what rows of a merchant end in alike stands last. Others start out empty. */
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

/** How many columns follow, in two bytes. */
const columnCount = String.fromCharCode(0, copiedColumns.length)

/** `bytes`: a character each. */
export type CheckedRow = { state: RowState; amount: number | null; bytes: string }

/** A row of the file as COPY takes it in (copy-fields.ts), checked. `of`: whose, made bytes once. */
export function createRowWriter(
  of: { companyId: string; importId: string },
  normalise: (text: string, context: { place?: string | undefined }) => string,
) {
  const names = remember((lines) => {
    const [merchant = '', place] = lines.split('\n')
    return normalise(merchant, { place })
  })
  const nameOf = ({ merchant, place }: ReadFields) =>
    names(place === undefined ? merchant.replaceAll('\n', ' ') : `${merchant.replaceAll('\n', ' ')}\n${place}`)
  const startOf = remember((sheet) => `${columnCount}${uuid(of.companyId)}${uuid(of.importId)}${text(sheet)}`)
  const partsOf = createParts(nameOf)
  return (found: FoundRow, check: RowCheck | null): CheckedRow => {
    const { id, row, section, unread, toAssess } = found
    const start = `${startOf(row.sheet)}${integer(id)}${integer(row.number)}${jsonText(row.cells)}`
    if (check && toAssess) {
      const { state, occurrence, invoiceNumber, vat, amount } = check
      const { reading, fingerprint } = toAssess
      const own = `${bigInteger(vat)}${bigInteger(amount)}${text(fingerprint)}${integer(occurrence)}${text(invoiceNumber)}${unread ? jsonb(unread) : nothing}`
      if (!reading) return { state, amount, bytes: `${start}${nothing}${own}${ending(check, section, null)}` }
      const { packedStart, packedEnd, ending: end } = partsOf(reading, check, section, row.number)
      const { invoiceDate, amountSek } = reading.fields
      const middle = `${invoiceDate}",${amountSek}`
      const length = lengthOf(packedStart.length + middle.length + packedEnd.length)
      return { state, amount, bytes: `${start}${length}${packedStart}${middle}${packedEnd}${own}${end}` }
    }
    const { outcome } = row
    if (outcome.kind !== 'skipped') throw new Error('every row that is not skipped is assessed')
    const amount = outcome.amountSek ?? null
    const problem = { code: outcome.reason, ...(outcome.params && { params: outcome.params }) }
    const end = ending({ ...nothingFound, state: 'skipped', problems: [problem] }, section, null)
    const own = `${nothing}${nothing}${bigInteger(amount)}${nothing}${nothing}${nothing}${nothing}`
    return { state: 'skipped', amount, bytes: `${start}${own}${end}` }
  }
}

type Ended = Pick<RowCheck, 'state' | 'problems' | 'supplierNumber' | 'supplierName' | 'account' | 'vatType'>
const nothingFound = { supplierNumber: null, supplierName: null, account: null, vatType: null }

function ending(
  { state, problems, supplierNumber, supplierName, account, vatType }: Ended,
  section: string | null,
  name: string | null,
): string {
  const supplier = `${text(supplierNumber)}${text(supplierName)}${integer(account)}${text(vatType)}`
  return `${text(state)}${problems.length === 0 ? noProblems : jsonb(problems)}${text(section)}${text(name)}${supplier}`
}

const noProblems = jsonb([])

type Parts = { packedStart: string; packedEnd: string; ending: string }
/** What the parts of a row follow from, besides the merchant's text. */
type Known = Parts & { check: RowCheck; reading: RowReading; section: string | null }

const mostRemembered = 20_000

/** The parts of a row around date and amounts. They are written anew only where a merchant's row differs from the one before. */
function createParts(nameOf: (fields: ReadFields) => string) {
  const known = new Map<string, Known>()
  return (reading: RowReading, check: RowCheck, section: string | null, number: number): Parts => {
    const { merchant } = reading.fields
    const before = known.get(merchant)
    if (before && before.section === section && isAlike(before.check, check) && isReadAlike(before.reading, reading))
      return before
    const parts = {
      packedStart: bytesOf(packedStart(reading)),
      packedEnd: bytesOf(packedEnd(reading, reading.fields.foreignAmount, number)),
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

/** Rows that the template read alike have one `cellsOf` (templates/rules/rows/read-alike.ts). */
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
