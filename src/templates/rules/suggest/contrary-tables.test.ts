import { expect, test } from 'vitest'
import { sheetOf, today, workbookOf } from '../../testing/sheets.ts'
import { suggestMapping } from './suggest-mapping.ts'

const header = 'Datum;Butik;Belopp'
const card = [header, '2026-03-02;Ica;10.00', '2026-03-03;Coop;20.00', '2026-03-04;Elon;30.00']
const account = [header, '2026-03-04;Lidl;-30.00', '2026-03-05;Kjell;-40.00']
const isOpen = (sheets: Record<string, string[]>) => suggestMapping(workbookOf(sheets), { today })?.isSignOpen

test('a sheet of nothing but minuses beside one without any is asked about, whichever comes first: its purchases became refunds', () => {
  expect(isOpen({ Kort: card, Konto: account })).toBe(true)
  expect(isOpen({ Konto: account, Kort: card })).toBe(true)
})

test('a refund alone on a sheet, or among purchases, leaves the sign as the others say it', () => {
  expect(isOpen({ Mars: card, April: [header, '2026-04-05;Kjell;-40.00'] })).toBe(false)
  expect(isOpen({ Mars: card, April: [header, '2026-04-05;Kjell;-40.00', '2026-04-06;Ica;5.00'] })).toBe(false)
  expect(isOpen({ Mars: card, April: card })).toBe(false)
})

test('a card without a sign beside an account with its balance is asked about, an account that only took money in is not', () => {
  const withBalance = ['Datum;Text;Belopp;Saldo', '2026-03-04;Lidl;-30.00;970.00', '2026-03-05;Kjell;-40.00;930.00']
  const paidIn = ['Datum;Text;Belopp;Saldo', '2026-03-04;Kund 1;30.00;970.00', '2026-03-05;Kund 2;40.00;1010.00']
  const bought = ['Datum;Text;Belopp', '2026-03-02;Ica;10.00', '2026-03-03;Coop;20.00']
  expect(isOpen({ Konto: withBalance, Sparkonto: paidIn })).toBe(false)
  expect(isOpen({ Konto: withBalance, Kort: bought })).toBe(true)
})

test('so are a card and an account below each other on one sheet, payments of the card between its purchases are not', () => {
  const withBalance = ['Datum;Butik;Belopp;Saldo', '2026-03-04;Lidl;-30.00;970.00', '2026-03-05;Kjell;-40.00;930.00']
  const paid = [header, '2026-03-04;Inbetalning;-30.00', '2026-03-05;Inbetalning;-40.00']
  expect(suggestMapping(sheetOf(...card, '', 'Konto', ...withBalance), { today })?.isSignOpen).toBe(true)
  expect(suggestMapping(sheetOf(...paid, '', ...card), { today })?.isSignOpen).toBe(false)
})
