import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const abroad = ['2026-03-03;OpenAI;20,00;USD;210,40', '2026-03-04;Hetzner;45,00;EUR;508,50']
const paidAbroad = ['2: 2026-03-03 OpenAI 21040 USD 2000', '3: 2026-03-04 Hetzner 50850 EUR 4500']

test('an amount in SEK that is filled in for purchases abroad alone is the amount beside it where that is in SEK', () => {
  const rows = [...abroad, '2026-03-05;Kjell;499,00;SEK;', '2026-03-06;ICA;336,00;;', '2026-03-07;Jula;-50,00;SEK;']
  expect(read('Datum;Leverantör;Belopp;Valuta;Belopp i SEK', ...rows)).toEqual([
    ...paidAbroad,
    '4: 2026-03-05 Kjell 49900',
    '5: 2026-03-06 ICA 33600',
    '6: 2026-03-07 Jula -5000',
  ])
})

test('an amount in another currency is asked about where the one in SEK is missing, and so is one abroad without a currency', () => {
  const rows = [...abroad, '2026-03-05;Hetzner;45,00;EUR;', '2026-03-06;Okänt;30,00;;']
  expect(read('Datum;Leverantör;Utländskt belopp;Valuta;Belopp i SEK', ...rows)).toEqual([
    ...paidAbroad,
    '4: amount-missing@E4',
    '5: amount-missing@E5',
  ])
})
