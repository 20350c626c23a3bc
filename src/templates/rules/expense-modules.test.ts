import { expect, test } from 'vitest'
import { readBlind } from '../testing/read-blind.ts'
import { outcomes } from '../testing/sheets.ts'

test('the account of the balance sheet that a purchase goes against is no running balance: the file is a card’s (Cardlay)', () => {
  const { found, reading } = readBlind([
    'Transaction date;Transaction type;Merchant name;Expense link;Category;Cost center ID;Cost center name;Comment;Original currency;Original amount;Currency;Amount;Card number;Expense account type;Expense account;Balance account type;Balance account;Country code;Transaction ID',
    '2026-06-12;Purchase;ICA TEST;https://expense.example/1;Mat;100;Lund;Fika;SEK;125,50;SEK;125,50;525412******1234;Ledger;5410;Ledger;2440;SE;90001',
    '2026-06-13;Purchase;HOTEL BERLIN;https://expense.example/2;Resor;100;Lund;;EUR;100,00;SEK;1153,20;525412******1234;Ledger;5832;Ledger;2440;DE;90002',
    '2026-06-20;Refund;ICA TEST;https://expense.example/3;Mat;100;Lund;;SEK;-25,50;SEK;-25,50;525412******1234;Ledger;5410;Ledger;2440;SE;90003',
  ])
  expect(found.mapping).toMatchObject({ account: 'card', signRule: 'as-is' })
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-06-12 ICA TEST 12550',
    '3: 2026-06-13 HOTEL BERLIN 115320 EUR 10000',
    '4: 2026-06-20 ICA TEST -2550',
  ])
})

test('a balance account that holds the balances of an account is no amount of a row', () => {
  const { found } = readBlind([
    'Date;Text;Change;Balance account',
    '2026-06-12;ICA TEST;-125,50;1000,00',
    '2026-06-13;SJ;-99,00;901,00',
  ])
  expect(found.mapping).toMatchObject({ account: 'bank', fields: { total: { from: { name: 'Change' } } } })
})

test('a word in each row says what came back also beside two amounts without a sign (Moss)', () => {
  const { found, reading } = readBlind([
    'Type;Transaction State;Transaction ID;Payment Date;Amount;Currency;Original Amount;Original Currency;Exchange Rate;Merchant Name;Card Number',
    'DEBIT;POSTED;tx-1;2026-06-12;125.50;EUR;125.50;EUR;1;AMAZON EU;****1234',
    'DEBIT;POSTED;tx-2;2026-06-13;92.00;EUR;100.00;USD;0.92;OPENAI;****1234',
    'CREDIT;POSTED;tx-3;2026-06-14;25.50;EUR;25.50;EUR;1;AMAZON EU;****1234',
  ])
  expect(found.mapping).toMatchObject({ signRule: 'direction', currency: 'EUR' })
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-06-12 AMAZON EU  EUR 12550',
    '3: 2026-06-13 OPENAI  EUR 9200',
    '4: 2026-06-14 AMAZON EU  EUR -2550',
  ])
})
