import { expect, test } from 'vitest'
import { isCardPaymentLabel } from './card-payments.ts'
import { isBalanceLabel, isPendingLabel, markOf } from './row-marks.ts'

test.each([
  'prel kortköp',
  'prel. coop',
  'reserverat',
  'reservation kortköp spotify',
  'pending',
  'pending: ica',
  'pending card payment',
])('%s is not booked yet', (text) => expect(isPendingLabel(text)).toBe(true))

test.each(['pending coffee', 'reservation.com 8774', 'prelle & co', 'reservdelar ab'])('%s is a shop', (text) =>
  expect(isPendingLabel(text)).toBe(false),
)

test.each([
  'ingående saldo',
  'ingående saldo 2026-01-01',
  'utgående saldo per 31 mars 2026:',
  'ingående saldo konto 1234 56 78901',
  'skuld från 251201',
  'saldo från föregående faktura',
  'opening balance as of 01 jan',
  'saldo',
  'saldo föregående månad',
  'tidigare saldo',
])('%s is a balance', (text) => expect(isBalanceLabel(text)).toBe(true))

test.each([
  'opening balance studio',
  'ingående saldo konsult ab',
  'saldo café',
  'tidigare saldo vintage',
  'turnover pizzeria',
])('%s is a shop', (text) => expect(isBalanceLabel(text)).toBe(false))

test('what pays the card is no refund of a shop, whatever it is called', () => {
  expect(
    ['kortbetalning faktura april', 'kortbetalning av faktura', 'betalning faktura april'].map(isCardPaymentLabel),
  ).toEqual([true, true, true])
  expect(isCardPaymentLabel('kortbetalning ica')).toBe(false)
  // money in that is called so by Brex; with a shop's name behind it is a purchase
  expect(['card payment', 'card payment ica'].map(isCardPaymentLabel)).toEqual([true, false])
})

test.each([
  'example bank mobile pymt',
  'online payment from chk 1234',
  'automatic payment - thank you',
  'example autopay 260301',
  'internet payment thank you',
  'e-payment: web payment received',
  'autopay pymt',
])('%s pays the card', (text) => expect(isCardPaymentLabel(text)).toBe(true))
test.each([
  'web payment solutions',
  'mobile payment systems ab',
  'autopay parkering solna',
  'phone payment gateway inc',
])('%s is a shop that gave money back', (text) => expect(isCardPaymentLabel(text)).toBe(false))

test('a card and its holder that stand each behind a label are the card’s title, a row of more than that is none', () => {
  const card = { kind: 'card', card: '5412********1234', holder: 'ANNA' }
  expect(markOf(['Kortnummer', '5412********1234', 'Kortinnehavare', 'ANNA'])).toEqual(card)
  expect(markOf(['Innehavare:', 'ANNA', '', 'Kort:', '5412********1234'])).toEqual(card)
  expect(markOf(['Kort', '5412********1234', 'ICA', '10,00'])).toBeNull()
  expect(markOf(['Kort', '5412********1234', 'Kortinnehavare', 'ANNA', '10,00'])).toBeNull()
})

test.each([
  'XXXX-XXXX-XXXX-9087',
  '5254-12XX-XXXX-9087',
  '525412-XXXXXX-9087',
  'XXXX-XXXXXX-31009',
  '···· ···· ···· 9087',
  '#### #### #### 9087',
  '5254..9087',
  '...9087',
  '…9087',
  '**9087',
  '*9087',
])('however its number is masked, a card stands above its rows with who holds it: %s', (card) => {
  const mark = { kind: 'card', card, holder: 'VON PROVDÜN LARS ERIK' }
  expect(markOf([card, 'VON PROVDÜN LARS ERIK'])).toEqual(mark)
  expect(markOf([`${card} VON PROVDÜN LARS ERIK`])).toEqual(mark)
  expect(markOf([`Kort ${card}`])).toEqual({ kind: 'card', card, holder: null })
})

test.each(['Kort som slutar på 9087', 'Kort slutar med: 9087', 'Card ending in 9087', 'Card ending 9087'])(
  'a card may be said by its last digits: %s',
  (text) => expect(markOf([text, 'ANNA'])).toEqual({ kind: 'card', card: '9087', holder: 'ANNA' }),
)

test.each([
  [['2026-01-04', 'DUSTIN', '525412******9087']],
  [['2026-01-04', '*9087']],
  [['*9087', '100,00']],
  [['Parkering', '*9087']],
  [['9087', 'ANNA']],
  [['Kort 9087', 'ANNA']],
  [['... 2026', 'ANNA']],
])('a row with a day or an amount is no card’s title, nor is a number alone: %j', (cells) =>
  expect(markOf(cells)).toBeNull(),
)
