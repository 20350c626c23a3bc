import { expect, test } from 'vitest'
import { withHandCredits } from './hand-credits.ts'

const invoice = (number: string, total: number, reference: string | null, invoiceNumber: string | null = 'K-1') => ({
  ...{ number, total, reference, invoiceNumber, supplierNumber: '7', currency: 'SEK' },
})
const credited = (known: Parameters<typeof withHandCredits>[0], takenBack: readonly string[] = []) =>
  withHandCredits(known, ({ number }) => takenBack.includes(number)).map(({ number, creditedBy }) => [
    number,
    creditedBy,
  ])

test('an invoice that somebody credited there says so', () => {
  expect(credited([invoice('1', 500, 'RV-A'), invoice('2', -500, null)])).toEqual([
    ['1', '2'],
    ['2', null],
  ])
})

test('the credit of a run that was taken back is no credit of the purchase that was posted anew', () => {
  const known = [invoice('1', 500, 'RV-A'), invoice('2', -500, null), invoice('3', 500, '1.RV-A')]
  expect(credited(known, ['1'])).toEqual([
    ['2', null],
    ['3', null],
  ])
  expect(credited([...known, invoice('4', -500, null)], ['1'])).toContainEqual(['3', '2'])
})

test('a refund of ours, another amount, another number and none say nothing', () => {
  const others = [invoice('2', -500, 'RV-B'), invoice('3', -400, null), invoice('4', -500, null, 'K-2')]
  expect(credited([invoice('1', 500, 'RV-A'), ...others])[0]).toEqual(['1', null])
  expect(credited([invoice('1', 500, 'RV-A', null), invoice('2', -500, null, null)])[0]).toEqual(['1', null])
})
