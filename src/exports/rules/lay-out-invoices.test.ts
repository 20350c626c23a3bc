import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceDetail, ListedInvoice } from '#connectors/accounting-connector.ts'
import { toSek } from '#kernel/exchange-rates.ts'
import { readSpreadsheet, writeCsv, writeXlsx } from '#spreadsheets/index.ts'
import type { FieldSource, TargetField, TemplateMapping } from '#templates/contract.ts'
import { readSource } from '#templates/index.ts'
import { layOutInvoices, needsDetail } from './lay-out-invoices.ts'

const words = {
  state: ({ isBookkept }: ListedInvoice) => (isBookkept ? 'Bokförd' : 'Ej bokförd'),
  kind: ({ isCredit }: ListedInvoice) => (isCredit ? 'Kredit' : 'Faktura'),
}
const listed = (changes: Partial<ListedInvoice> = {}): ListedInvoice => ({
  number: '17',
  supplierNumber: '3',
  supplierName: 'Molnverket Norr AB',
  invoiceNumber: 'F-1',
  invoiceDate: '2026-03-04',
  dueDate: '2026-04-03',
  finalPayDate: null,
  total: 125_000,
  balance: 0,
  currency: 'SEK',
  rate: null,
  isBookkept: true,
  isCancelled: false,
  isCredit: false,
  costCenter: null,
  project: null,
  ...changes,
})
const nothing = { costCenter: null, project: null, text: null }
const detail: InvoiceDetail = {
  vat: 25_000,
  comments: 'Kort 1234',
  ourReference: 'Karin',
  yourReference: null,
  ocr: null,
  rows: [
    { account: 2440, debit: 0, credit: 125_000, ...nothing, code: 'TOT' },
    { account: 2641, debit: 25_000, credit: 0, ...nothing, code: 'VAT' },
    { account: 6540, debit: 100_000, credit: 0, costCenter: 'NORR', project: '7', text: 'Molntjänst', code: null },
  ],
}

function mappingOf(
  columns: Partial<Record<TargetField, number>>,
  change: Partial<TemplateMapping> = {},
): TemplateMapping {
  const header = ['Datum', 'Leverantör', 'Valuta', 'Utl. belopp', 'Belopp', 'Moms', 'Konto', 'Status', 'Nr', 'In']
  const fields: Partial<Record<TargetField, FieldSource>> = {}
  for (const [field, index] of Object.entries(columns) as [TargetField, number][])
    fields[field] = { kind: 'source', from: { kind: 'column', index, name: header[index] ?? '', occurrence: 0 } }
  return {
    header,
    fields,
    numberFormat: 'comma',
    dateOrder: 'ymd',
    signRule: 'as-is',
    outgoingDirections: [],
    currency: 'SEK',
    notInvoices: [],
    emptyFieldsConfirmed: true,
    ...change,
  }
}

const plain = { invoiceDate: 0, merchant: 1, total: 4 } as const
const cells = (mapping: TemplateMapping, invoice: ListedInvoice, own: InvoiceDetail | null = null) =>
  [...layOutInvoices([{ listed: invoice, detail: own }], mapping, words, 'x').rows][0]?.map(({ value }) => value)

describe('an invoice written through a template', () => {
  test('fills the columns that an import reads the fields from, and no others', () => {
    const mapping = mappingOf({ ...plain, vatAmount: 5, account: 6, status: 7, providerId: 8, card: 9 })
    expect(cells(mapping, listed(), detail)).toEqual([
      ...['2026-03-04', 'Molnverket Norr AB', '', '', '1250.00', '250.00', '6540', 'Bokförd', '17', ''],
    ])
    expect(needsDetail(mapping)).toBe(true)
    expect(needsDetail(mappingOf(plain))).toBe(false)
  })

  test('has the cost centre and project of the invoice, else of its cost rows, where our own invoices say them', () => {
    const mapping = mappingOf({ ...plain, costCenter: 8, project: 9 })
    expect(needsDetail(mapping)).toBe(true)
    expect(cells(mapping, listed(), detail)?.slice(8)).toEqual(['NORR', '7'])
    expect(cells(mapping, listed({ costCenter: 'SYD', project: '' }), detail)?.slice(8)).toEqual(['SYD', '7'])
  })

  test('gives the template the texts that its own rules make the values of', () => {
    const at = (index: number, name: string) => ({ kind: 'column', index, name, occurrence: 0 }) as const
    const mapping = mappingOf({ ...plain, ourReference: 8 })
    const fields: TemplateMapping['fields'] = {
      ...mapping.fields,
      comments: { kind: 'join', from: [at(9, 'In'), { kind: 'text', text: 'ref' }, at(8, 'Nr')], separator: '/' },
      account: {
        ...{ kind: 'choose', otherwise: at(6, 'Konto') },
        rules: [{ from: at(9, 'In'), match: 'contains', text: 'resa', value: '5810' }],
      },
    }
    const whole = { ...detail, comments: 'Lunch/ref/Karin' }
    expect(cells({ ...mapping, fields }, listed(), whole)?.slice(6)).toEqual(['6540', '', 'Karin', 'Lunch'])
    // A column that another field fills is that field's.
    const shared: FieldSource = { ...{ kind: 'choose', otherwise: at(1, 'Leverantör') }, rules: [] }
    expect(cells({ ...mapping, fields: { ...fields, account: shared } }, listed(), whole)?.[1]).toBe(
      'Molnverket Norr AB',
    )
  })

  test('has its supplier where the shop stands before its place, as OKQ8 writes them', () => {
    const { fields, ...mapping } = mappingOf({ ...plain, rowText: 1 })
    const from = { kind: 'column', index: 1, name: 'Leverantör', occurrence: 0 } as const
    const merchant: FieldSource = { kind: 'pattern', from, pattern: 'before-comma' }
    expect(cells({ ...mapping, fields: { ...fields, merchant } }, listed(), detail)?.[1]).toBe('Molnverket Norr AB')
  })

  test('says the currency of its total in the column that tells the account’s, unless what was bought in stands there', () => {
    const abroad = listed({ currency: 'USD', total: 1000, rate: '10.50' })
    const ofAccount = mappingOf({ ...plain, accountCurrency: 2 })
    expect(cells(ofAccount, listed())?.slice(2, 5)).toEqual(['SEK', '', '1250.00'])
    expect(cells(ofAccount, abroad)?.slice(2, 5)).toEqual(['SEK', '', '105.00'])
    expect(cells(ofAccount, { ...abroad, rate: null })?.slice(2, 5)).toEqual(['', '', ''])
    const shared = mappingOf({ ...plain, accountCurrency: 2, currency: 2, foreignAmount: 3 })
    expect(cells(shared, abroad)?.slice(2, 5)).toEqual(['USD', '10.00', '105.00'])
  })

  test('has its supplier in the merchant’s column, whatever else is made of that and in whichever order it is stored', () => {
    const at = (index: number, name: string) => ({ kind: 'column', index, name, occurrence: 0 }) as const
    const slash = { kind: 'text', text: '/' } as const
    const { fields, ...mapping } = mappingOf({ ...plain, card: 8 })
    const withText = (rowText: FieldSource) =>
      cells({ ...mapping, fields: { rowText, ...fields } }, listed(), {
        ...detail,
        rows: detail.rows.map((row) => ({ ...row, text: 'Molnverket Norr AB/Molntjänst' })),
      })
    const join = (...from: Extract<FieldSource, { kind: 'join' }>['from']): FieldSource => ({
      ...{ kind: 'join', from, separator: '' },
    })
    const supplier = 'Molnverket Norr AB'
    const own = withText(join(at(1, 'Leverantör'), slash, at(9, 'In')))
    expect([own?.[1], own?.[9]]).toEqual([supplier, 'Molntjänst'])
    expect(withText({ kind: 'source', from: at(1, 'Leverantör') })?.[1]).toBe(supplier)
    // A card's number is read from its column, and nothing of an invoice stands there.
    const beside = withText({ kind: 'first', from: [at(8, 'Nr'), at(9, 'In')] })
    expect([beside?.[8], beside?.[9]]).toEqual(['', 'Molnverket Norr AB/Molntjänst'])
    const nowhere = withText(join(at(1, 'Leverantör'), at(8, 'Nr')))
    expect([nowhere?.[1], nowhere?.[8], nowhere?.[9]]).toEqual([supplier, '', ''])
  })

  test('is laid out when it is asked for, one at a time', () => {
    let laidOut = 0
    const counted = { ...words, state: () => String(++laidOut) }
    const invoices = [listed(), listed(), listed()].map((one) => ({ listed: one, detail: null }))
    const rows = layOutInvoices(invoices, mappingOf({ ...plain, status: 7 }), counted, 'x').rows[Symbol.iterator]()
    expect(laidOut).toBe(0)
    rows.next()
    expect(laidOut).toBe(1)
  })

  test('keeps to the sign rule: turned round, in two columns, or with its direction in a column', () => {
    const credit = listed({ total: -5_000, isCredit: true })
    expect(cells(mappingOf(plain, { signRule: 'inverted' }), credit)?.[4]).toBe('50.00')
    const two = mappingOf({ invoiceDate: 0, merchant: 1, amountOut: 4, amountIn: 9 }, { signRule: 'two-columns' })
    expect([cells(two, credit)?.[4], cells(two, credit)?.[9]]).toEqual(['', '50.00'])
    const directed = mappingOf({ ...plain, direction: 7 }, { signRule: 'direction', outgoingDirections: ['UT'] })
    expect([cells(directed, listed())?.[7], cells(directed, credit)?.[7], cells(directed, credit)?.[4]]).toEqual([
      ...['UT', 'IN', '50.00'],
    ])
    const named: Partial<TemplateMapping> = {
      signRule: 'direction',
      outgoingDirections: ['D'],
      incomingDirections: ['K'],
    }
    expect(cells(mappingOf({ ...plain, direction: 7 }, named), credit)?.[7]).toBe('K')
  })

  test('in another currency has the foreign amount beside the SEK amount, and none where the rate is not known', () => {
    const mapping = mappingOf({ ...plain, currency: 2, foreignAmount: 3 })
    const euro = listed({ currency: 'EUR', total: 12_900, rate: '11.5219' })
    expect(cells(mapping, euro)?.slice(2, 5)).toEqual(['EUR', '129.00', '1486.33'])
    expect(cells(mapping, { ...euro, rate: null })?.slice(2, 5)).toEqual(['EUR', '129.00', ''])
    expect(cells(mappingOf({ ...plain, currency: 2 }), euro)?.slice(2, 5)).toEqual(['EUR', '', '129.00'])
  })

  test('shares a column between VAT and foreign amount as the issuer does', () => {
    const shared = mappingOf({ ...plain, currency: 2 })
    const from = { kind: 'column', index: 3, name: 'Utl. belopp', occurrence: 0 } as const
    const mapping: TemplateMapping = {
      ...shared,
      fields: {
        ...shared.fields,
        vatAmount: { kind: 'source', from, when: 'domestic' },
        foreignAmount: { kind: 'source', from, when: 'foreign' },
      },
    }
    expect(cells(mapping, listed(), detail)?.[3]).toBe('250.00')
    expect(cells(mapping, listed({ currency: 'EUR', total: 12_900, rate: '11' }), detail)?.[3]).toBe('129.00')
  })

  const invoices = fc.array(
    fc.record({
      day: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-07-31'), noInvalidDate: true }),
      supplier: fc.constantFrom('Molnverket AB', '=2+2 Bygg; "Kök" AB', 'Café Älv, Åre', '-Minus AB'),
      total: fc.integer({ min: 1, max: 900_000_000 }),
      isCredit: fc.boolean(),
      currency: fc.constantFrom('SEK', 'EUR'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  test('reads back as the same invoices, whatever the file, the number format, the date order and the sign rule', async () => {
    await fc.assert(
      fc.asyncProperty(
        invoices,
        fc.constantFrom('comma', 'dot'),
        fc.constantFrom('ymd', 'dmy', 'mdy'),
        fc.constantFrom('as-is', 'inverted'),
        fc.boolean(),
        async (given, numberFormat, dateOrder, signRule, isCsv) => {
          const mapping = mappingOf({ ...plain, currency: 2, foreignAmount: 3, providerId: 8 }, {
            numberFormat,
            dateOrder,
            signRule,
          } as Partial<TemplateMapping>)
          const toWrite = given.map(({ day, supplier, total, isCredit, currency }, index) =>
            listed({
              number: String(1000 + index),
              supplierName: supplier,
              invoiceDate: day.toISOString().slice(0, 10),
              total: isCredit ? -total : total,
              currency,
              rate: currency === 'SEK' ? null : '11.52',
            }),
          )
          const table = layOutInvoices(
            toWrite.map((one) => ({ listed: one, detail: null })),
            mapping,
            words,
            'Export',
          )
          const bytes = isCsv
            ? writeCsv(table, { decimalMark: numberFormat === 'dot' ? '.' : ',' })
            : await writeXlsx([table])
          const { rows } = readSource(readSpreadsheet(bytes), mapping, { today: '2026-08-01' })
          const read = rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields] : []))
          expect(
            read.map(({ providerId, invoiceDate, amountSek, currency }) => [
              providerId,
              invoiceDate,
              amountSek,
              currency,
            ]),
          ).toEqual(
            toWrite.map(({ number, invoiceDate, total, currency, rate }) => [
              number,
              invoiceDate,
              rate === null ? total : toSek(total, currency, rate),
              currency,
            ]),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('VAT has the decimals of the currency of the amount beside it', () => {
  const mapping = mappingOf({ ...plain, currency: 2, vatAmount: 5 })
  const amounts = (currency: string) => {
    const invoice = listed({ currency, total: 12_345, rate: '0.0712' })
    return cells(mapping, invoice, { ...detail, vat: 2_000 })?.slice(4, 6)
  }
  expect(amounts('JPY')).toEqual(['12345', '2000'])
  expect(amounts('KWD')).toEqual(['12.345', '2.000'])
})

test('texts that a spreadsheet program would take for formulas read back as they are in the accounting system', async () => {
  const texts = { comments: 14, ourReference: 15, yourReference: 16, rowText: 18, invoiceNumber: 8, costCenter: 12 }
  const header = Array.from(
    { length: 19 },
    (_, index) => ['Datum', 'Leverantör', '', '', 'Belopp'][index] || `K${index}`,
  )
  const mapping = { ...mappingOf({ ...plain, ...texts }), header }
  for (const source of Object.values(mapping.fields))
    if (source.kind === 'source' && source.from.kind === 'column') source.from.name = header[source.from.index] ?? ''
  const written = { comments: '- kaffe', ourReference: '@karin', yourReference: '+46 70 123', rowText: "'=B2" }
  const own = { invoiceNumber: '=A1', costCenter: '-7A' }
  const rows = detail.rows.map((row) => ({ ...row, text: written.rowText }))
  const invoice = { listed: listed(own), detail: { ...detail, ...written, rows } }
  const table = layOutInvoices([invoice], mapping, words, 'x')
  for (const bytes of [writeCsv(table), await writeXlsx([table])]) {
    const [read] = readSource(readSpreadsheet(bytes), mapping, { today: '2026-08-01' }).rows.flatMap(({ outcome }) =>
      outcome.kind === 'purchase' ? [outcome.fields] : [],
    )
    expect(read).toMatchObject({ ...written, ...own })
  }
})
