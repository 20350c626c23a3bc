import { expect, test } from 'vitest'
import { assessRow } from './assess-rows.ts'
import { applyEdits } from './row-edits.ts'

const known = { merchant: 'HOTELLET', card: null, invoiceDate: '2026-10-02', currency: 'SEK' }
const unread = { known, problems: [{ code: 'vat-unreadable' }], amount: 1120_00, sheet: 1 }

test('a row kept before the rest of it was still asks for what could not be read, and is mended as far as it is known', () => {
  const commented = applyEdits({ reading: null, unread, edits: { comments: 'Lunch' } })
  expect(commented).toMatchObject({ reading: null, problems: [{ code: 'vat-unreadable' }], amount: 1120_00 })
  const { reading } = applyEdits({ reading: null, unread, edits: { vat: '120.00' } })
  expect(reading?.fields).toMatchObject({ invoiceDate: '2026-10-02', amountSek: 1120_00, vatAmount: 120_00 })
})

test('VAT in the currency of an account asks for its kronor where the amount was written in kronor', () => {
  const rest = { fields: { currency: 'EUR', vatAmount: 12_00 }, cellsOf: { vatAmount: ['D3'] } }
  const abroad = {
    ...unread,
    known: { ...known, currency: 'EUR', rest },
    problems: [{ code: 'amount-unreadable' }],
    amount: null,
  }
  const apply = (edits: Record<string, string>) => applyEdits({ reading: null, unread: abroad, edits })
  expect(apply({ total: '1150.00' }).problems).toEqual([{ code: 'vat-unreadable', cell: 'D3' }])
  expect(apply({ total: '1150.00', vat: '138.00' }).reading?.fields).toMatchObject({
    ...{ amountSek: 1150_00, vatAmount: 138_00, currency: 'SEK', foreignAmount: null },
  })
})

test('a row that is with posting stays there, although it would wait now for what could not be read of it', () => {
  const row = {
    ...{ id: 7, sheet: 'Kort', number: 8, reading: null, problems: unread.problems, fingerprint: 'f' },
    ...{ decision: null, section: null, text: '', amount: 1120_00 },
  }
  const assessment = { posted: new Map([[7, 1]]) } as unknown as Parameters<typeof assessRow>[2]
  expect(assessRow(row, null, assessment)).toMatchObject({ state: 'duplicate', problems: [{ code: 'posted-here' }] })
})
