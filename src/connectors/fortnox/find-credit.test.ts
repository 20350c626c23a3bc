import { describe, expect, test } from 'vitest'
import { answer, failure, farSide } from './testing/far-side.ts'

const credited = { GivenNumber: '4', SupplierNumber: '7', Total: '10.00', Currency: 'SEK', Booked: true }
const credit = { GivenNumber: '9', SupplierNumber: '7', Total: '-10.00', Currency: 'SEK', Credit: true }

/** Credits the invoice without naming what it was credited with; `named` is what each credit invoice itself names. */
const crediting = (rows: object[], named: Record<string, number>, status = 200) =>
  farSide(({ method, url = '' }, response) => {
    if (method === 'PUT') return answer(response, 200, { SupplierInvoice: credited })
    const [, number = ''] = /supplierinvoices\/(\d+)$/.exec(url) ?? []
    if (number === credited.GivenNumber) return answer(response, 200, { SupplierInvoice: credited })
    if (number)
      return answer(response, 200, { SupplierInvoice: { GivenNumber: number, CreditReference: named[number] } })
    answer(response, status, { MetaInformation: { '@TotalPages': 1 }, SupplierInvoices: rows })
  })

describe('a credit invoice that the credited one does not name', () => {
  test('is the one that names it, and only those are asked that may be it', async () => {
    const rows = [
      credited,
      { ...credit, GivenNumber: '5', Total: '-11' },
      { ...credit, GivenNumber: '6', SupplierNumber: '77' },
      { ...credit, GivenNumber: '7', Cancel: true },
      { ...credit, GivenNumber: '8' },
      credit,
    ]
    const { session, paths } = await crediting(rows, { 8: 3, 9: 4 })
    expect(await session.creditSupplierInvoice('4')).toBe('9')
    expect(paths.slice(2)).toEqual(['GET /3/supplierinvoices/8', 'GET /3/supplierinvoices/9'])
  })
  test('is found by a look-up, whose answer to the credit was lost', async () => {
    const { session } = await crediting([credited, credit], { 9: 4 })
    expect(await session.findCreditInvoice('4', new Date())).toBe('9')
  })
  test('is told by the invoice itself where that names it, and nothing else is asked', async () => {
    const { session, paths } = await farSide((_request, response) =>
      answer(response, 200, { SupplierInvoice: { ...credited, CreditReference: 9 } }),
    )
    expect(await session.findCreditInvoice('4', new Date())).toBe('9')
    expect(paths).toEqual(['GET /3/supplierinvoices/4'])
  })
  test.each<[string, Record<string, number>, number]>([
    ['where none names it', {}, 200],
    ['where two do', { 8: 4, 9: 4 }, 200],
    ['where the list cannot be read: it is not credited again at once', { 9: 4 }, 503],
  ])('stays unknown %s', async (_text, named, status) => {
    const { session } = await crediting([{ ...credit, GivenNumber: '8' }, credit], named, status)
    expect(await failure(session.creditSupplierInvoice('4'))).toMatchObject({ kind: 'unknown', retry: 'after-check' })
  })
})
