import { expect, test } from 'vitest'
import { merchantOf } from './merchant-text.ts'
import { readPattern } from './text-patterns.ts'

test.each([
  ['SAN FRANCISC/26-07-20', 'SAN FRANCISC'],
  ['WIRSTRÖMS PU/14-12-31', 'WIRSTRÖMS PU'],
  ['GOOGLE  YOUT/24-03-01', 'GOOGLE  YOUT'],
  ['Kortköp 260301 Google Workspace_elv', 'Google Workspace_elv'],
  ['Kortköp utland 260301 GITHUB', 'GITHUB'],
  ['Kortköp retur 260301 H&M', 'H&M'],
  ['PIRKINYS 6763765006733663 2016.08.17 18.00 EUR (021607) RIMI VYDUNO VILNIUS', 'RIMI VYDUNO VILNIUS'],
  ['PIRKUMS 516793******1234 2026.05.02 1250,30 EUR (112) BOLT; RIGA', 'BOLT; RIGA'],
  ['516737******1234 02.10.26 BOLT.EU/O/2610021820 TALLINN EE', 'BOLT.EU/O/2610021820 TALLINN EE'],
  ['Kortretur 260304 Byggvaruhuset', 'Byggvaruhuset'],
  ['Insättning kort 260117 NK MAN GBG', 'NK MAN GBG'],
  ['APL*APPLE SEARCH ADS,800-275-2273,US', 'APL*APPLE SEARCH ADS'],
  ['OpenAI, LLC,800-275-2273,US', 'OpenAI, LLC'],
  ['*1234 01.07 NOK 215.00 EXAMPLE.COM/BILL Kurs: 1.0000', 'EXAMPLE.COM/BILL'],
  ['*4321 29.06 USD 50.00 NÆRBUTIKKEN ILA Rate: 10.0000', 'NÆRBUTIKKEN ILA'],
  ['Varekjøp Nærbutikken 1000 Oslo Dato 27.04 kl. 16.20', 'Nærbutikken 1000 Oslo'],
  ['E-varekjøp Vipps Kaffebua Oslo Dato 22.06 kl. 17.06', 'Vipps Kaffebua Oslo'],
  ['Visa Varekjøp Parkering AS', 'Parkering AS'],
  ['Visa 100021 Vipps:kiosken', 'Vipps:kiosken'],
  ['Visa 100031 Nok 99,00 Nettbua AS', 'Nettbua AS'],
  ['Visa 100422 Eur 7,64 Torgboden P-0633 Valutakurs: 12,1518', 'Torgboden P-0633'],
  ['100132 Usd 1.012,50 Bildebyrået Inc. Valutakurs: 10.9', 'Bildebyrået Inc.'],
  ['Visa 100052 Filmer.example Nok 129,00 Kurs 1,0000', 'Filmer.example'],
  ['274000 EXTRA RAUFOSS', '274000 EXTRA RAUFOSS'],
  ['Visa-bua Oslo', 'Visa-bua Oslo'],
  ['ICA SUPERMARKET', 'ICA SUPERMARKET'],
  ["'ICA SUPERMARKET", 'ICA SUPERMARKET'],
  ["'7-ELEVEN 12", '7-ELEVEN 12'],
  ["'t Hof", "'t Hof"],
  ["'T LOKAAL", "'T LOKAAL"],
  ["'EN' BAR", "'EN' BAR"],
  ['BRÖD, KAFFE & TE', 'BRÖD, KAFFE & TE'],
  ['RUM 12/24-13-45', 'RUM 12/24-13-45'],
  ['Kortköp 261301 X', 'Kortköp 261301 X'],
])('%s is bought from %s', (text, merchant) => expect(merchantOf(text)).toBe(merchant))

test('American Express spells the foreign currency out in English', () => {
  const details = 'Foreign Spend Amount: 1 099,00 US DOLLAR Commission Amount: 20,50 Currency Exchange Rate: 0,0962'
  expect(readPattern(details, 'amex-foreign-amount')).toBe('1 099,00')
  expect(readPattern(details, 'amex-foreign-currency')).toBe('USD')
  expect(readPattern('Foreign Spend Amount: 10,00 EURO', 'amex-foreign-currency')).toBe('EUR')
  expect(readPattern('Foreign Spend Amount: 10,00 constructor', 'amex-foreign-currency')).toBe('constructor')
  expect(readPattern('Foreign Spend Amount: 10,00 ATLANTIS SHELL Commission Amount: 1', 'amex-foreign-currency')).toBe(
    'ATLANTIS SHELL',
  )
  expect(readPattern('Köp i butik', 'amex-foreign-amount')).toBe('')
})
