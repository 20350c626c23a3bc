import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { lastModifiedText } from './last-modified.ts'
import { answer, failure, farSide } from './testing/far-side.ts'

const reference = 'RV-WKAPYYZN5UCXCAWE7F6LA6NU7'
const row = {
  GivenNumber: '1',
  SupplierNumber: '7',
  InvoiceNumber: '1042',
  InvoiceDate: '2026-01-10',
  Total: '10.00',
  Currency: 'SEK',
  ExternalInvoiceNumber: reference,
}
const { ExternalInvoiceNumber: _, ...rowWithout } = row
const search = {
  ...{ supplierNumber: '7', reference, invoiceNumber: '1042', invoiceDate: '2026-01-10', total: 1000, currency: 'SEK' },
  since: new Date('2026-01-10T10:00:00Z'),
}
const listed = (response: ServerResponse, SupplierInvoices: unknown[], pages = 1) =>
  answer(response, 200, { MetaInformation: { '@TotalPages': pages }, SupplierInvoices })
const isOne = (url = '') => /supplierinvoices\/\d/.test(url)

describe('an invoice is found', () => {
  test('by its exact reference and its exact supplier, and a cancelled one says so', async () => {
    const others = [
      { ...row, GivenNumber: '2', ExternalInvoiceNumber: `${reference}1` },
      { ...row, GivenNumber: '3', SupplierNumber: '77' },
      { ...row, GivenNumber: '4', Cancel: true },
    ]
    const { session, paths } = await farSide((request, response) =>
      listed(response, request.url?.includes('page=2') ? [row] : others, 2),
    )
    expect(await session.findByReference(search)).toEqual([
      { number: '4', isCancelled: true },
      { number: '1', isCancelled: false },
    ])
    expect(paths[0]).toBe('GET /3/supplierinvoices?suppliernumber=7&lastmodified=2026-01-10+09%3A55&limit=500&page=1')
  })
  test('once, where the list grew meanwhile and its second page begins with it again', async () => {
    const another = { ...row, GivenNumber: '2', ExternalInvoiceNumber: 'RV-ANOTHER' }
    const { session } = await farSide((request, response) =>
      listed(response, request.url?.includes('page=2') ? [row] : [another, row], 2),
    )
    expect(await session.findByReference(search)).toEqual([{ number: '1', isCancelled: false }])
  })
  test.each([
    ['in small letters', reference.toLowerCase(), true],
    ['cut short, while nobody else can have the same beginning', reference.slice(0, 20), true],
    ['cut so short that it might be another', reference.slice(0, 10), false],
  ])('with its reference %s', async (_text, told, isFound) => {
    const { session } = await farSide((_request, response) =>
      listed(response, [{ ...row, ExternalInvoiceNumber: told }]),
    )
    expect(await session.findByReference(search)).toHaveLength(isFound ? 1 : 0)
  })
  test.each([
    ['as a number, without the zeros that it begins with', '007', 7],
    ['with spaces around it', '7', ' 7 '],
  ])('though its supplier comes %s', async (_text, supplierNumber, SupplierNumber) => {
    const { session } = await farSide((_request, response) => listed(response, [{ ...row, SupplierNumber }]))
    expect(await session.findByReference({ ...search, supplierNumber })).toHaveLength(1)
  })
  test('of any day, where the day is not known and its row tells no reference', async () => {
    const { session } = await farSide((request, response) =>
      isOne(request.url)
        ? answer(response, 200, { SupplierInvoice: { ...row, InvoiceDate: '2026-01-13' } })
        : listed(response, [{ ...rowWithout, InvoiceDate: '2026-01-13' }]),
    )
    expect(await session.findByReference(search)).toEqual([])
    expect(await session.findByReference({ ...search, invoiceDate: undefined })).toHaveLength(1)
  })
  test('whatever else its row in the list says or leaves out', async () => {
    const odd = {
      Total: 'API_NORIGHT',
      Balance: null,
      Booked: 'API_NORIGHT',
      InvoiceDate: 'API_NORIGHT',
      Vouchers: 'x',
    }
    const { session } = await farSide((_request, response) => listed(response, [{ ...row, ...odd }]))
    expect(await session.findByReference(search)).toHaveLength(1)
  })
  test.each([
    ['a code of its own', { ErrorInformation: { error: 1, message: 'Ogiltig parameter.', code: 2000588 } }, 400],
    ['no code', { message: 'Bad Request' }, 400],
    ['a code that is null', { ErrorInformation: { error: 1, message: null, code: null } }, 400],
    ['a page', '<html>400</html>', 400],
    ['404', { ErrorInformation: { Error: 1, Message: 'Kan inte hitta.', Code: 2000001 } }, 404],
  ])('where its filters are refused with %s: by a wider one, at last by none', async (_text, body, status) => {
    const { session, paths } = await farSide((request, response) =>
      request.url?.includes('suppliernumber') || request.url?.includes('lastmodified')
        ? answer(response, status, body)
        : listed(response, [row]),
    )
    expect(await session.findByReference(search)).toHaveLength(1)
    const asked = new Set(paths.map((path) => path.replace(/.*\?|=[^&]*/g, '')))
    expect([...asked].filter((query) => query.includes('page'))).toEqual([
      'suppliernumber&lastmodified&limit&page',
      'lastmodified&limit&page',
      'limit&page',
    ])
  })
})

describe('where the list tells no references', () => {
  test.each([[undefined], [null], [''], ['API_NORIGHT']])('(%j) the invoice itself is asked', async (told) => {
    const { session } = await farSide((request, response) =>
      isOne(request.url)
        ? answer(response, 200, { SupplierInvoice: row })
        : listed(response, [{ ...row, ExternalInvoiceNumber: told }]),
    )
    expect(await session.findByReference(search)).toEqual([{ number: '1', isCancelled: false }])
  })
  test.each([
    ['currency', { Currency: undefined }, { currency: 'EUR' }],
    ['currency’s case', { Currency: 'eur' }, { currency: 'EUR' }],
  ])('nor the %s, the invoice is asked all the same', async (_text, told, sought) => {
    const { session } = await farSide((request, response) =>
      isOne(request.url)
        ? answer(response, 200, { SupplierInvoice: row })
        : listed(response, [{ ...rowWithout, ...told }]),
    )
    expect(await session.findByReference({ ...search, ...sought })).toHaveLength(1)
  })
  test('only those are asked that may be it', async () => {
    const rows = [{ ...rowWithout, Total: '11' }, { ...rowWithout, InvoiceDate: '2026-01-11' }, rowWithout]
    const { session, paths } = await farSide((request, response) =>
      isOne(request.url)
        ? answer(response, 200, { SupplierInvoice: { ...row, ExternalInvoiceNumber: 'RV-ANOTHER' } })
        : listed(response, rows),
    )
    expect(await session.findByReference(search)).toEqual([])
    expect(paths).toHaveLength(2)
  })
  test('nor the invoice, it is not said that ours is not there: unless its number is another', async () => {
    let InvoiceNumber = '1042'
    const { session } = await farSide((request, response) =>
      isOne(request.url)
        ? answer(response, 200, { SupplierInvoice: { ...rowWithout, InvoiceNumber } })
        : listed(response, [rowWithout]),
    )
    expect(await failure(session.findByReference(search))).toMatchObject({ kind: 'rejected', retry: 'never' })
    InvoiceNumber = '77'
    expect(await session.findByReference(search)).toEqual([])
  })
})

test('lastmodified never looks later than the moment asked for, in Swedish time or universal, all year', () => {
  const swedish = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Stockholm',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  expect(lastModifiedText(new Date('2026-01-10T10:00:00Z'))).toBe('2026-01-10 09:55')
  // 02:50 summer time; an invoice changed a quarter of an hour later has 02:05 on its clock.
  const [since, changed] = [new Date('2026-10-25T00:50:00Z'), new Date('2026-10-25T01:05:00Z')]
  expect(swedish.format(changed) >= lastModifiedText(since)).toBe(true)
  const universal = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
  for (let hour = 0; hour < 24 * 366; hour++) {
    const at = new Date(Date.UTC(2026, 0, 1, hour))
    expect(lastModifiedText(at) < swedish.format(at)).toBe(true)
    expect(lastModifiedText(at) < universal(at)).toBe(true)
  }
})
