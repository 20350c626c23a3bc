import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet, type Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from './contract.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { today } from './testing/sheets.ts'

/** A purchase as it was made: öre, above zero for a purchase and below for a refund. */
type Made = { date: string; merchant: string; minor: number; isPending: boolean }
type Layout = {
  format: string
  delimiter: string
  columns: string[]
  preamble: string[]
  /** Purchases are negative on accounts. */
  sign: 1 | -1
  mark: ',' | '.'
  groups: readonly string[]
  date: (date: string) => string
  cells: (made: Made, write: (minor: number) => string, index: number) => Record<string, string>
  hasRefunds: boolean
}

const iso = (date: string) => date
const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
const layouts: Layout[] = [
  {
    format: 'amex-se',
    delimiter: ',',
    preamble: [],
    sign: 1,
    mark: ',',
    groups: ['', '\u00a0', ' '],
    date: american,
    hasRefunds: true,
    columns: ['Datum', 'Beskrivning', 'Kortmedlem', 'Konto #', 'Belopp', 'Adress', 'Referens'],
    cells: ({ date, merchant, minor }, write, index) => ({
      Datum: american(date),
      Beskrivning: merchant,
      Kortmedlem: 'ANNA',
      'Konto #': '-31009',
      Belopp: write(minor),
      Adress: 'Gatan 1\nBox 2',
      Referens: `'AT${index}'`,
    }),
  },
  {
    format: 'nordea',
    delimiter: ';',
    preamble: [],
    sign: -1,
    mark: ',',
    groups: [''],
    date: (date) => date.replaceAll('-', '/'),
    hasRefunds: false,
    columns: ['Bokföringsdag', 'Belopp', 'Avsändare', 'Mottagare', 'Namn', 'Rubrik', 'Saldo', 'Valuta', ''],
    cells: ({ date, merchant, minor, isPending }, write) => ({
      Bokföringsdag: isPending ? 'Reserverat' : date.replaceAll('-', '/'),
      Belopp: write(minor),
      Avsändare: '1234 56 78901',
      Rubrik: merchant,
      Saldo: '10000,00',
      Valuta: 'SEK',
    }),
  },
  {
    format: 'swedbank',
    delimiter: ',',
    preamble: ['* Transaktioner Period 2026-01-01–2026-07-31 Skapad 2026-07-31 17:07 +02:00'],
    sign: -1,
    mark: '.',
    groups: [''],
    date: iso,
    hasRefunds: false,
    columns: [
      'Radnummer',
      'Clearingnummer',
      'Kontonummer',
      'Produkt',
      'Valuta',
      'Bokföringsdag',
      'Transaktionsdag',
      'Valutadag',
      'Referens',
      'Beskrivning',
      'Belopp',
      'Bokfört saldo',
    ],
    cells: ({ date, merchant, minor }, write, index) => ({
      Radnummer: String(index + 1),
      Clearingnummer: '8327-9',
      Kontonummer: '1234567',
      Produkt: 'Företagskonto',
      Valuta: 'SEK',
      Bokföringsdag: date,
      Transaktionsdag: date,
      Valutadag: date,
      Referens: merchant,
      Beskrivning: merchant,
      Belopp: write(minor),
      'Bokfört saldo': '1407',
    }),
  },
  {
    format: 'lansforsakringar',
    delimiter: ';',
    preamble: ['"Kontonummer";"Kontonamn";"";"Saldo"', '"9020-1";"Konto";"";"44 134,00"', ''],
    sign: -1,
    mark: ',',
    groups: ['', ' ', '\u00a0'],
    date: iso,
    hasRefunds: true,
    columns: ['Bokföringsdatum', 'Transaktionsdatum', 'Transaktionstyp', 'Meddelande', 'Belopp'],
    cells: ({ date, merchant, minor, isPending }, write) => ({
      Bokföringsdatum: isPending ? '' : date,
      Transaktionsdatum: date,
      Transaktionstyp: 'Kortköp',
      Meddelande: `${merchant},08-123,SE`,
      Belopp: write(minor),
    }),
  },
  {
    format: 'revolut-business',
    delimiter: ',',
    preamble: [],
    sign: -1,
    mark: '.',
    groups: [''],
    date: iso,
    hasRefunds: true,
    columns: [
      'Date started (UTC)',
      'Date completed (UTC)',
      'ID',
      'Type',
      'State',
      'Description',
      'Card number',
      'Orig currency',
      'Orig amount',
      'Payment currency',
      'Amount',
      'Fee',
      'Balance',
      'Account',
    ],
    cells: ({ date, merchant, minor, isPending }, write, index) => ({
      'Date started (UTC)': `${date} 9:11:03`,
      'Date completed (UTC)': isPending ? '' : date,
      ID: `id-${index}`,
      Type: minor < 0 ? 'CARD_REFUND' : 'CARD_PAYMENT',
      State: isPending ? 'PENDING' : 'COMPLETED',
      Description: merchant,
      'Card number': '1234',
      'Orig currency': 'SEK',
      'Orig amount': write(-Math.abs(minor)),
      'Payment currency': 'SEK',
      Amount: write(minor),
      Fee: '0.00',
      Balance: '500.00',
      Account: 'SEK Main',
    }),
  },
  {
    format: 'seb-kort',
    delimiter: ';',
    preamble: ['Transaktionsexport;;;;;;2026-04-21 14:35:49', ''],
    sign: 1,
    mark: ',',
    groups: ['', ' '],
    date: iso,
    hasRefunds: true,
    columns: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp'],
    cells: ({ date, merchant, minor, isPending }, write) => ({
      Datum: date,
      Bokfört: isPending ? '' : date,
      Specifikation: merchant,
      Ort: 'OEREBRO',
      Valuta: 'SEK',
      'Utl. belopp': '0',
      Belopp: write(minor),
    }),
  },
  {
    format: 'danske-bank',
    delimiter: ';',
    preamble: [],
    sign: -1,
    mark: ',',
    groups: ['', '.'],
    date: (date) => date.split('-').reverse().join('.'),
    hasRefunds: false,
    columns: ['Dato', 'Kategori', 'Underkategori', 'Tekst', 'Beløb', 'Saldo', 'Status', 'Afstemt'],
    cells: ({ date, merchant, minor, isPending }, write) => ({
      Dato: date.split('-').reverse().join('.'),
      Tekst: merchant,
      Beløb: write(minor),
      Saldo: '9.980,00',
      Status: isPending ? 'Venter' : 'Udført',
      Afstemt: 'Nej',
    }),
  },
]

const made = (hasRefunds: boolean) =>
  fc.record({
    date: fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 })))
      .map(([month, day]) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
    merchant: fc.constantFrom('ICA NÄRA', 'Café Åkerö', 'SJ', 'PAYPAL *X', 'H&M 123', 'Retur Ö'),
    minor: fc
      .integer({ min: 1, max: 999_999_99 })
      .chain((minor) => fc.constantFrom(minor, hasRefunds ? -minor : minor)),
    isPending: fc.boolean(),
  })
const mangling = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `${name} `,
  (name) => name.normalize('NFD'),
  (name) => name.replace(' ', '\u00a0'),
)
const file = fc.record({
  seed: fc.integer(),
  extra: fc.boolean(),
  mangle: mangling,
  bom: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  group: fc.nat(),
})

const opened = (layout: Layout, rows: readonly Made[], shape: Shape) =>
  readSpreadsheet(new TextEncoder().encode(written(layout, rows, shape)))

describe.each(layouts)('$format', (layout) => {
  const rowsOf = (most: number) => fc.array(made(layout.hasRefunds), { minLength: 1, maxLength: most })

  test('every made-up file reads as it was made', () => {
    fc.assert(
      fc.property(rowsOf(12), file, (rows, shape) => {
        const spreadsheet = opened(layout, rows, shape)
        const found = suggestMapping(spreadsheet, { today })!
        expect(found.format?.id).toBe(layout.format)
        expectRead(layout, rows, spreadsheet, found.mapping)
      }),
      { numRuns: 60 },
    )
  })

  test('and so it does under the template that was made of another one', () => {
    fc.assert(
      fc.property(rowsOf(3), rowsOf(12), file, file, (first, rows, shape, other) => {
        const { mapping } = suggestMapping(opened(layout, first, { ...shape, extra: false }), { today })!
        expectRead(layout, rows, opened(layout, rows, other), mapping)
      }),
      { numRuns: 30 },
    )
  })
})

function expectRead(layout: Layout, rows: readonly Made[], spreadsheet: Spreadsheet, mapping: TemplateMapping): void {
  const read = readSource(spreadsheet, mapping, { today }).rows
  expect(read).toHaveLength(spreadsheet.sheets[0]!.rows.length)
  const purchases = read.flatMap(({ outcome }) => {
    if (outcome.kind !== 'purchase') return []
    const { invoiceDate, merchant, amountSek, foreignAmount } = outcome.fields
    return [{ date: invoiceDate, merchant, minor: amountSek ?? foreignAmount }]
  })
  const hasPending = layout.cells({ ...rows[0]!, isPending: true }, String, 0)
  const none = layout.cells({ ...rows[0]!, isPending: false }, String, 0)
  const tellsPending = JSON.stringify(hasPending) !== JSON.stringify(none)
  const booked = rows.filter(({ isPending }) => !tellsPending || !isPending)
  // A shop that is called as what it takes back is asked about where no amount of the file has a minus.
  const lacksMinus = mapping.signRule === 'as-is' && rows.every(({ minor }) => minor > 0)
  const isAsked = ({ merchant }: Made) => lacksMinus && merchant === 'Retur Ö'
  expect(purchases).toEqual(
    booked.filter((row) => !isAsked(row)).map(({ date, merchant, minor }) => ({ date, merchant, minor })),
  )
  const asked = read.flatMap(({ outcome }) => (outcome.kind === 'unreadable' ? outcome.problems : []))
  expect(asked.map(({ code }) => code)).toEqual(booked.filter(isAsked).map(() => 'refund-or-purchase'))
}

type Shape = {
  seed: number
  extra: boolean
  mangle: (name: string) => string
  bom: boolean
  end: string
  group: number
}

function written(layout: Layout, rows: readonly Made[], { seed, extra, mangle, bom, end, group }: Shape): string {
  const known = [...layout.columns]
  const shift = Math.abs(seed) % known.length
  const columns = [...known.slice(shift), ...known.slice(0, shift), ...(extra ? ['Okänd kolumn'] : [])]
  const separator = layout.groups[group % layout.groups.length] ?? ''
  const write = (minor: number) => amount(minor * layout.sign, layout.mark, separator)
  const line = (cells: string[]) => cells.map((cell) => quote(cell, layout.delimiter)).join(layout.delimiter)
  const lines = [
    ...layout.preamble,
    line(columns.map((name) => (name === '' ? '' : mangle(name)))),
    ...rows.map((row, index) => {
      const cells = layout.cells(row, write, index)
      return line(columns.map((name) => (name === 'Okänd kolumn' ? 'x' : (cells[name] ?? ''))))
    }),
  ]
  return `${bom ? '\ufeff' : ''}${lines.join(end)}${end}`
}

function amount(minor: number, mark: string, separator: string): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, separator)
  return `${minor < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('\n') || cell.includes('"')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell
}
