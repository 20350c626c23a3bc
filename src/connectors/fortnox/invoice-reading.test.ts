import { expect, test } from 'vitest'
import { answer, farSide, numbersOf } from './testing/far-side.ts'

test('invoices of a state are all listed, each once, also where some are paid while the list is read', async () => {
  let unpaid = ['1', '2', '3', '4', '5', '6']
  const { session } = await farSide((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
    const SupplierInvoices = unpaid
      .slice((page - 1) * 2, page * 2)
      .map((GivenNumber) => ({ GivenNumber, SupplierNumber: '7', Total: '10', Balance: '10' }))
    answer(response, 200, {
      MetaInformation: { '@TotalPages': Math.ceil(unpaid.length / 2), '@TotalResources': unpaid.length },
      SupplierInvoices,
    })
    unpaid = unpaid.filter((number) => number !== '1') // as soon as the first page has gone
  })
  expect(await numbersOf(session.listSupplierInvoices('unpaid'))).toEqual(['1', '2', '4', '5', '6', '3'])
})

test('invoices of a state are all listed, also where as many become one of them as leave it meanwhile', async () => {
  let unpaid = ['1', '2', '3', '4']
  const paid = new Set<string>()
  const asked: string[] = []
  const { session } = await farSide((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    asked.push(query.has('lastmodified') ? 'changed' : (query.get('page') ?? ''))
    const page = Number(query.get('page'))
    const numbers = query.has('lastmodified') ? [...paid, '5'] : unpaid.slice((page - 1) * 2, page * 2)
    const SupplierInvoices = numbers.map((GivenNumber) => ({
      ...{ GivenNumber, SupplierNumber: '7', Total: '10', Balance: paid.has(GivenNumber) ? '0' : '10' },
    }))
    const pages = query.has('lastmodified') ? 1 : 2
    answer(response, 200, { MetaInformation: { '@TotalPages': pages, '@TotalResources': 4 }, SupplierInvoices })
    paid.add('1')
    unpaid = ['2', '3', '4', '5'] // as soon as the first page has gone
  })
  expect(await numbersOf(session.listSupplierInvoices('unpaid'))).toEqual(['1', '2', '4', '5', '3'])
  expect(asked).toEqual(['1', '2', 'changed', '1', '2', 'changed'])
})
