import { expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'
import { sheetOf, today } from '../../testing/sheets.ts'
import { sampleWork } from '../sample-work.ts'
import { suggestMapping } from './suggest-mapping.ts'

const header = 'Fakturanummer;Leverantör;Fakturadatum;Förfallodatum;Belopp;Moms;Valuta;Konto;Kostnadsställe'

test('a file of headers alone, as an export is to look, is mapped by their names', () => {
  const found = suggestMapping(sheetOf(header), { today })
  expect(found?.mapping.header).toEqual(header.split(';'))
  const named = found?.suggestions.map(({ field, source }) => [
    field,
    source.kind === 'source' && source.from.kind === 'column' && source.from.name,
  ])
  expect(Object.fromEntries(named ?? [])).toEqual({
    ...{ invoiceNumber: 'Fakturanummer', merchant: 'Leverantör', invoiceDate: 'Fakturadatum' },
    ...{ dueDate: 'Förfallodatum', total: 'Belopp', vatAmount: 'Moms', currency: 'Valuta' },
    ...{ account: 'Konto', costCenter: 'Kostnadsställe' },
  })
})

test.each([
  [
    'Transaktionsdatum;Inköpsställe;Ort;Land;Belopp;Valuta;Belopp i SEK;Kortnummer;Kortinnehavare',
    { invoiceDate: 'Transaktionsdatum', merchant: 'Inköpsställe', total: 'Belopp i SEK', foreignAmount: 'Belopp' },
    { currency: 'Valuta', place: 'Ort', card: 'Kortnummer' },
  ],
  [
    'Datum;Inköpsställe;Belopp;Valuta;Debiterat belopp;Debiterad valuta;Transaktions-ID',
    { invoiceDate: 'Datum', merchant: 'Inköpsställe', total: 'Debiterat belopp', foreignAmount: 'Belopp' },
    { currency: 'Valuta', accountCurrency: 'Debiterad valuta', providerId: 'Transaktions-ID' },
  ],
  [
    'Köptillfälle;Näringsställe;Faktureringsbelopp;Utl. belopp;Utl. valuta;Därav moms',
    { invoiceDate: 'Köptillfälle', merchant: 'Näringsställe', total: 'Faktureringsbelopp' },
    { foreignAmount: 'Utl. belopp', currency: 'Utl. valuta', vatAmount: 'Därav moms' },
  ],
  [
    'Händelse;Datum;Handelsplats;Köpsumma;Köpets valuta;Kostnadsbärare',
    { invoiceDate: 'Datum', merchant: 'Handelsplats', total: 'Köpsumma', currency: 'Köpets valuta' },
    {},
  ],
  [
    'Datum;Text;Köpbelopp;Köpvaluta;Debitering',
    { invoiceDate: 'Datum', merchant: 'Text', total: 'Debitering', foreignAmount: 'Köpbelopp' },
    { currency: 'Köpvaluta' },
  ],
  [
    'Inköpt;Butik;Belopp i svenska kronor',
    { invoiceDate: 'Inköpt', merchant: 'Butik', total: 'Belopp i svenska kronor' },
    {},
  ],
  [
    'Dag;Motpart;Debet;Kredit;Valuta',
    { invoiceDate: 'Dag', merchant: 'Motpart', amountOut: 'Debet' },
    { amountIn: 'Kredit', currency: 'Valuta' },
  ],
  [
    'Bokföringsdatum;Köpdatum;Mottagare;Uttag;Insättning;Saldo',
    { invoiceDate: 'Köpdatum', status: 'Bokföringsdatum', merchant: 'Mottagare' },
    { amountOut: 'Uttag', amountIn: 'Insättning' },
  ],
])('a header alone says what it would above rows: %s', (names, fields, further) => {
  const found = suggestMapping(sheetOf(names), { today })?.suggestions ?? []
  const named = found.map(({ field, source }) => [
    field,
    source.kind === 'source' && source.from.kind === 'column' ? source.from.name : source.kind,
  ])
  expect(Object.fromEntries(named)).toEqual({ ...fields, ...further })
})

test('what a card debited for a purchase abroad is what was paid, beside the amount in the purchase’s currency', () => {
  const rows = ['2026-03-02;Hotel;100,00;EUR;1150,00', '2026-03-03;Hotel;20,00;EUR;230,00']
  const { fields, reading } = readBlind(['Datum;Text;Köpbelopp;Köpvaluta;Debitering', ...rows])
  expect(fields).toMatchObject({ amountOut: 'Debitering', foreignAmount: 'Köpbelopp', currency: 'Köpvaluta' })
  expect(purchasesOf(reading)).toEqual([115000, 23000])
})

test('a new template of such a file tells what its columns may be, one that is mapped what it maps', () => {
  const spreadsheet = sheetOf(header)
  const mapping = sampleWork.begin(spreadsheet, { today })
  const asked = { fileName: 'ut.csv', bank: '', encoding: undefined, header: undefined, today }
  const sample = sampleWork.describe(spreadsheet, { ...asked, mapping })
  expect([sample.columns.length, sample.suggestions.length, sample.headerRow]).toEqual([9, 9, 1])
  const mapped = { ...mapping, fields: sample.suggestedMapping.fields }
  const again = sampleWork.describe(spreadsheet, { ...asked, mapping: mapped })
  expect([again.columns.length, again.suggestedMapping]).toEqual([9, mapped])
})

test('one line of words, of figures or beside others is no header', () => {
  for (const line of ['Hej;på;dig', '2026-10-01;Belopp;Datum', 'Datum;12,50;Belopp'])
    expect(suggestMapping(sheetOf(line), { today })).toBeNull()
  expect(suggestMapping(sheetOf('Datum;Belopp;Text', 'och så en rad'), { today })).toBeNull()
})
