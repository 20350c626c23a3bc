import { expect, test } from 'vitest'
import { readSource } from '#templates/rules/rows/read-source.ts'
import { column, plainMapping, sheetOf, today } from '#templates/testing/sheets.ts'
import type { RowEdits } from '../contract.ts'
import { ground, purchase, supplier } from '../testing/purchase-fixture.ts'
import { assessRow } from './assess-rows.ts'
import { draftInvoice } from './draft-invoice.ts'
import { createLocator } from './locate-rows.ts'
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

/** What a row with a fee is booked as when the amount is written, or what it waits for then. */
function withFee(line: string, edits: RowEdits, currency = 'SEK') {
  const mapping = plainMapping(
    { fee: column(3, 'Avgift') },
    { header: ['Datum', 'Text', 'Belopp', 'Avgift'], currency },
  )
  const { rows } = readSource(sheetOf('Datum;Text;Belopp;Avgift', line), mapping, { today })
  const locate = createLocator(currency)
  for (const { unread, toAssess } of rows.map(locate)) {
    if (!toAssess) continue
    const { reading, problems } = applyEdits({ reading: toAssess.reading, unread, edits })
    if (!reading) return problems.map(({ code, cell }) => `${code}@${cell}`)
    const { invoice, problems: told } = draftInvoice(purchase({ ...reading, supplier: supplier() }), ground())
    return [
      ...(invoice?.rows ?? []).map((row) => [row.account, row.debit - row.credit]),
      ...told.map(({ code }) => code),
    ]
  }
  return null
}

test('of a refund below its fee what was given back is written without the fee, which is booked on its own', () => {
  expect(withFee('2026-03-01;IKEA;-3,00;5,00', {})).toEqual(['fee-above-refund@D2'])
  expect(withFee('2026-03-01;IKEA;-3,00;5,00', { total: '-3.00' })).toEqual([
    [6110, -2_40],
    [2641, -60],
    [2440, 3_00],
  ])
})

test('an amount written beside a fee is the whole, whether the file’s could be read or not, and that is told', () => {
  const whole = [[6110, 80_00], [2641, 20_00], [6110, 5_00], [2440, -105_00], 'fee-in-total']
  expect(withFee('2026-03-01;IKEA;1OO,00;5,00', {})).toEqual(['amount-unreadable@C2', 'fee-in-total@D2'])
  for (const amount of ['1OO,00', '99,00'])
    expect(withFee(`2026-03-01;IKEA;${amount};5,00`, { total: '105.00' })).toEqual(whole)
  expect(withFee('2026-03-01;IKEA;100,00;5,00', {})).toEqual(whole.slice(0, 4))
})

test('a fee in the currency of an account waits for the amount in it, where the amount was written in kronor', () => {
  const line = '2026-03-01;IKEA;1OO,00;2,00'
  expect(withFee(line, { total: '1150.00' }, 'EUR')).toEqual(['fee-in-other-currency@D2'])
  const [cost, vat, fee] = withFee(line, { total: '1150.00', foreignAmount: '100.00' }, 'EUR') ?? []
  expect([cost, vat, fee]).toEqual([
    [6110, 901_60],
    [2641, 225_40],
    [6110, 23_00],
  ])
})
