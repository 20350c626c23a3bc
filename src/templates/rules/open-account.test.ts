import { expect, test } from 'vitest'
import { brief, sheetOf, today } from '../testing/sheets.ts'
import { previewMapping } from './preview-mapping.ts'
import { readSource } from './rows/read-source.ts'
import { sampleWork } from './sample-work.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

function read(lines: readonly string[], called = '') {
  const spreadsheet = sheetOf(...lines)
  const found = suggestMapping(spreadsheet, { today, called })
  if (!found) throw new Error('no table was found')
  const reading = readSource(spreadsheet, found.mapping, { today })
  const { account } = found.mapping
  const told = previewMapping(reading, found.mapping).warnings.map(({ code }) => code)
  return { account, told, refund: brief(reading.rows.find(({ cells }) => cells[0] === '2026-03-05')!.outcome) }
}
const rows = ['2026-03-02;ICA MAXI;125,50;', '2026-03-03;CLAS OHLSON;399,00;', '2026-03-05;CLAS OHLSON;;399,00']
const refund = '2026-03-05 CLAS OHLSON -39900'

test.each([
  ['a column of shops', ['Datum;Handlare;Debet;Kredit', ...rows], ''],
  ['what stands above the table', ['Kortutdrag mars 2026', 'Datum;Beskrivning;Debet;Kredit', ...rows], ''],
  ['the name of the file', ['Datum;Beskrivning;Debet;Kredit', ...rows], 'kortköp-mars.csv'],
  ['the bank of the template', ['Datum;Beskrivning;Debet;Kredit', ...rows], 'utdrag.csv Eurocard'],
])('beside columns for money in and out %s says card, so that what came back is a refund', (_, lines, called) => {
  expect(read(lines, called)).toEqual({ account: 'card', told: [], refund })
})

test('the page of a new template suggests what the template began as', () => {
  const spreadsheet = sheetOf('Datum;Beskrivning;Debet;Kredit', ...rows)
  const suggested = (bank: string) => {
    const mapping = sampleWork.begin(spreadsheet, { today, called: `utdrag.csv ${bank}` })
    const asked = { fileName: 'utdrag.csv', bank, mapping, encoding: undefined, header: undefined, today }
    return [mapping.account, sampleWork.describe(spreadsheet, asked).suggestedMapping.account]
  }
  expect(suggested('Eurocard')).toEqual(['card', 'card'])
  expect(suggested('Min bank')).toEqual(['bank', 'bank'])
})

test('where nothing says card or account whoever makes the template is told that money in is left out', () => {
  const undecided = { account: 'bank', told: ['account-or-card'], refund: 'refund-or-payment@B4' }
  expect(read(['Datum;Beskrivning;Debet;Kredit', ...rows])).toEqual(undecided)
  expect(read(['Datum;Beskrivning;Debet;Kredit', ...rows], 'bankkort.csv')).toEqual(undecided)
  const cash = '2026-03-07;Bankomat Sergels torg;500,00;'
  expect(read(['Datum;Beskrivning;Debet;Kredit', ...rows, cash])).toEqual(undecided)
})

test('pay and taxes in a column of shops are an account’s, whatever the file is called', () => {
  const lines = ['Datum;Handlare;Debet;Kredit', ...rows, '2026-03-25;Lön mars;20000,00;']
  expect(read(lines, 'kort.csv')).toEqual({ account: 'bank', told: [], refund: 'refund-or-payment@B4' })
})

const signed = ['2026-03-02;ICA MAXI;-;125,50', '2026-03-03;SJ;-;399,00', '2026-03-05;CLAS OHLSON;+;399,00']

test('a sign in a column of its own beside pay or taxes is an account’s', () => {
  const lines = ['Datum;Text;Tecken;Belopp', ...signed, '2026-03-25;Lön mars;-;20000,00']
  expect(read(lines)).toEqual({ account: 'bank', told: [], refund: 'incoming' })
})

test('a sign in a column of its own says no account: what has the other sign is told', () => {
  const told = { account: 'card', told: ['card-or-account'], refund }
  expect(read(['Datum;Text;+/-;Belopp', ...signed])).toEqual(told)
  expect(read(['Datum;Handlare;+/-;Belopp', ...signed]).told).toEqual([])
  const turned = signed.map((line) => line.replace(/;([+-]);/, (_, sign) => (sign === '+' ? ';-;' : ';+;')))
  expect(read(['Datum;Text;Tecken;Belopp', ...turned])).toEqual(told)
})

test('columns without names say no account either: what has the other sign is told', () => {
  const told = { account: 'card', told: ['card-or-account'], refund }
  const letters = signed.map((line) => line.replace(/;([+-]);/, (_, sign) => (sign === '+' ? ';K;' : ';D;')))
  expect(read([...letters, '2026-03-06;SJ;D;120,00'])).toEqual(told)
  expect(read(['2026-03-02;ICA MAXI;125,50', '2026-03-03;SJ;399,00', '2026-03-05;CLAS OHLSON;-399,00'])).toEqual(told)
})
