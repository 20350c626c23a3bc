import { expect, test } from 'vitest'
import { sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const header =
  'Date started (UTC);Date completed (UTC);ID;Type;State;Description;Orig currency;Orig amount;Payment currency;Amount;Fee;Balance;Account'
const row = (day: string) => `${day};${day};c-1;CARD_PAYMENT;COMPLETED;Shop;USD;10.00;USD;-10.00;0.00;989.60;USD Main`

test.each([
  ['03-04-2026', 'auto', true],
  ['03-24-2026', 'mdy', false],
  ['03/04/2026', 'dmy', false],
  ['2026-03-04', 'ymd', false],
])('a day as Revolut Business writes it in one country or another: %s is %s', (day, suggested, isAmbiguous) =>
  expect(suggestMapping(sheetOf(header, row(day)), { today })?.dateOrder).toEqual({ suggested, isAmbiguous }),
)
