import { remember } from '#kernel/remember.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import type { RowReading } from '../contract.ts'

/** Fields of every purchase, in the order they are kept; the rest is kept only where it says something. */
const usual = ['merchant', 'invoiceDate', 'amountSek', 'currency', 'foreignAmount'] as const
const nothingElse: Omit<ReadFields, (typeof usual)[number]> = {
  rate: null,
  vatAmount: null,
  dueDate: null,
  invoiceNumber: null,
  providerId: null,
  account: null,
  costCenter: null,
  project: null,
  comments: null,
  ourReference: null,
  yourReference: null,
  rowText: null,
  card: null,
}
const usualNames: ReadonlySet<string> = new Set(usual)

type Packed = [
  sheet: number,
  merchant: string,
  invoiceDate: string,
  amountSek: number | null,
  currency: string,
  foreignAmount: number | null,
  cells: string,
  rest?: Partial<ReadFields>,
  byTemplate?: TargetField[],
]

/**
 * What was read of a row as short text: a million rows are kept, so that names of fields and the row's own number, which
 * stands beside it, are left out. `cells`: `merchant C,invoiceDate A,currency E B4`, letters alone for the row's own.
 */
export function packReading({ fields, cellsOf, byTemplate, sheet }: RowReading, number: number): string {
  const { merchant, invoiceDate, amountSek, currency, foreignAmount } = fields
  let rest: Record<string, unknown> | undefined
  for (const name in fields) {
    if (usualNames.has(name)) continue
    const value = fields[name as keyof ReadFields]
    if (value === null || value === undefined) continue
    rest ??= {}
    rest[name] = value
  }
  const cells = packCells(cellsOf, String(number))
  const start = `[${sheet},${quoted(merchant)},"${invoiceDate}",${amountSek},${quoted(currency)},${foreignAmount},"${cells}"`
  if (!rest && !byTemplate) return `${start}]`
  return `${start},${JSON.stringify(rest ?? {})}${byTemplate ? `,${JSON.stringify(byTemplate)}` : ''}]`
}

const quoted = remember((text) => JSON.stringify(text))

export function unpackReading(text: string, number: number): RowReading {
  const [sheet, merchant, invoiceDate, amountSek, currency, foreignAmount, cells, rest, byTemplate] = JSON.parse(
    text,
  ) as Packed
  return {
    fields: { merchant, invoiceDate, amountSek, currency, foreignAmount, ...nothingElse, ...rest },
    cellsOf: unpackCells(cells, number),
    sheet,
    ...(byTemplate && { byTemplate }),
  }
}

function packCells(cellsOf: RowReading['cellsOf'], number: string): string {
  let packed = ''
  for (const field in cellsOf) {
    packed += packed === '' ? field : `,${field}`
    for (const cell of cellsOf[field as TargetField] ?? []) packed += ` ${withoutRow(cell, number)}`
  }
  return packed
}

/** `C16` of row 16 → `C`; a cell of another row stays as it is. */
function withoutRow(cell: string, number: string): string {
  const end = cell.length - number.length
  return cell.endsWith(number) && end > 0 && cell.charCodeAt(end - 1) >= 65 ? cell.slice(0, end) : cell
}

function unpackCells(packed: string, number: number): RowReading['cellsOf'] {
  const cellsOf: RowReading['cellsOf'] = {}
  if (packed === '') return cellsOf
  for (const one of packed.split(',')) {
    const [field, ...cells] = one.split(' ')
    cellsOf[field as TargetField] = cells.map((cell) => (/\d$/.test(cell) ? cell : `${cell}${number}`))
  }
  return cellsOf
}
