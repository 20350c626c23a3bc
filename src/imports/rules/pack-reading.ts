import { jsonbText } from '#kernel/jsonb-text.ts'
import { remember } from '#kernel/remember.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import { nothingElseRead } from '#templates/rules/mapping/nothing-else-read.ts'
import { withoutRow, withRowNumber } from '#templates/rules/mapping/own-cells.ts'
import type { RowReading } from '../contract.ts'

/** Fields of every purchase, in the order they are kept; the rest is kept only where it says something. */
const usual = ['merchant', 'invoiceDate', 'amountSek', 'currency', 'foreignAmount'] as const
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
 * stands beside it, are left out. `cells`: `mC,dA,uE B4`, letters alone for the row's own.
 */
export function packReading(reading: RowReading, number: number): string {
  const { invoiceDate, amountSek, foreignAmount } = reading.fields
  return `${packedStart(reading)}${invoiceDate}",${amountSek}${packedEnd(reading, foreignAmount, number)}`
}

/** What stands before the date. */
export function packedStart({ fields, sheet }: RowReading): string {
  return `[${sheet},${quoted(fields.merchant)},"`
}

/** What stands behind the amount. */
export function packedEnd(reading: RowReading, foreignAmount: number | null, number: number): string {
  const { fields, cellsOf, byTemplate } = reading
  const start = `,${quoted(fields.currency)},${foreignAmount},"${packCells(cellsOf, String(number))}"`
  const rest = Object.entries(fields).filter(([name, value]) => !usualNames.has(name) && (value ?? null) !== null)
  if (rest.length === 0 && !byTemplate) return `${start}]`
  return `${start},${jsonbText(Object.fromEntries(rest))}${byTemplate ? `,${JSON.stringify(byTemplate)}` : ''}]`
}

/** The database takes it apart too, to sort rows by it. */
const quoted = remember(jsonbText)

export function unpackReading(text: string, number: number): RowReading {
  const [sheet, merchant, invoiceDate, amountSek, currency, foreignAmount, cells, rest, byTemplate] = JSON.parse(
    text,
  ) as Packed
  return {
    fields: { merchant, invoiceDate, amountSek, currency, foreignAmount, ...nothingElseRead, ...rest },
    cellsOf: unpackCells(cells, number),
    sheet,
    ...(byTemplate && { byTemplate }),
  }
}

function packCells(cellsOf: RowReading['cellsOf'], number: string): string {
  let packed = ''
  for (const field in cellsOf) {
    packed += `${packed === '' ? '' : ','}${letterOf[field as TargetField]}`
    packed += (cellsOf[field as TargetField] ?? []).map((cell) => withoutRow(cell, number)).join(' ')
  }
  return packed
}

function unpackCells(packed: string, number: number): RowReading['cellsOf'] {
  const cellsOf: RowReading['cellsOf'] = {}
  if (packed === '') return cellsOf
  for (const one of packed.split(',')) {
    const [own = '', ...others] = one.split(' ')
    const field = fieldOf.get(own.charAt(0))
    if (!field) throw new Error(`no field is kept as ${own}`)
    cellsOf[field] = own.length > 1 ? [own.slice(1), ...others] : others
  }
  return withRowNumber(cellsOf, number)
}

/** How fields are called where the cells of a million rows are kept: no two alike, and none ever changed. */
const letterOf: Record<TargetField, string> = {
  ...{
    merchant: 'm',
    place: 'l',
    supplier: 's',
    invoiceDate: 'd',
    total: 't',
    fee: 'f',
    amountIn: 'i',
    amountOut: 'o',
  },
  ...{
    direction: 'w',
    currency: 'u',
    accountCurrency: 'U',
    foreignAmount: 'F',
    rate: 'r',
    vatAmount: 'v',
    vatRate: 'V',
  },
  ...{
    persons: 'n',
    dueDate: 'D',
    paymentDate: 'P',
    modeOfPayment: 'M',
    invoiceNumber: 'N',
    ocr: 'O',
    providerId: 'I',
  },
  ...{
    account: 'a',
    costCenter: 'c',
    project: 'p',
    comments: 'C',
    ourReference: 'R',
    yourReference: 'Y',
    rowText: 'T',
  },
  ...{ status: 'S', type: 'y', card: 'k' },
}
const fieldOf = new Map(Object.entries(letterOf).map(([field, letter]) => [letter, field as TargetField]))
