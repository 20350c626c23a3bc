import { expect, test } from 'vitest'
import { outcomes, sheetOf, today } from '../testing/sheets.ts'
import { previewMapping } from './preview-mapping.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

function read(...lines: string[]) {
  const source = sheetOf(...lines)
  const mapping = suggestMapping(source, { today, formats: [] })?.mapping
  if (!mapping) throw new Error('no table was found')
  const reading = readSource(source, mapping, { today })
  return { rows: outcomes(reading).slice(1), asked: previewMapping(reading, mapping).warnings }
}

test('whoever makes a template for a rate beside a single amount is asked whose currency the amount is in', () => {
  const { asked } = read(
    'Datum;Inköpsställe;Valuta;Kurs;Belopp',
    '2026-06-01;GITHUB INC;USD;10,5120;105,12',
    '2026-06-02;ICA;SEK;1,0000;200,00',
    '2026-06-03;AWS;EUR;11,2000;112,00',
  )
  expect(asked).toEqual([{ code: 'amounts-in-row-currency', params: { column: 'Valuta', rows: 2, currency: 'USD' } }])
})

test('nobody is asked where the rate stands beside both amounts, or no row was bought abroad', () => {
  expect(
    read('Datum;Butik;Valuta;Utländskt belopp;Kurs;Belopp', '2026-06-01;GITHUB;USD;20,00;10,50;210,00').asked,
  ).toEqual([])
  expect(read('Datum;Butik;Valuta;Kurs;Belopp', '2026-06-02;ICA;SEK;1,00;200,00').asked).toEqual([])
})

test('amounts that one running balance holds are in the account’s currency, whatever was paid abroad', () => {
  const { rows, asked } = read(
    'Datum;Text;Valuta;Kurs;Belopp;Saldo',
    '2026-06-01;GITHUB INC;USD;10,5120;-105,12;9894,88',
    '2026-06-02;ICA KVANTUM;SEK;1,0000;-200,00;9694,88',
    '2026-06-03;AWS EMEA;EUR;11,2000;-112,00;9582,88',
  )
  expect(rows).toEqual([
    '2: 2026-06-01 GITHUB INC 10512',
    '3: 2026-06-02 ICA KVANTUM 20000',
    '4: 2026-06-03 AWS EMEA 11200',
  ])
  expect(asked).toEqual([])
})
