import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, workbookOf } from '../../testing/sheets.ts'
import { stateOfTitle } from './pending-sections.ts'

const header = 'Datum;Beskrivning;Kort;Belopp'
const [bolt, ica] = ['2026-05-03;BOLT;*1234;-120,00', '2026-05-01;ICA;*1234;-345,67']
const read = (...lines: string[]) =>
  outcomes(readSuggested(sheetOf(...lines))).filter((line) => !/header|title|preamble|blank/.test(line))
const [waits, bought] = ['pending', '2026-05-01 ICA 34567']

test('rows under a title that calls them reserved are not booked, up to the next title, header or sheet', () => {
  const again = '2026-05-04;ICA;*1234;-345,67'
  expect(read('Reserverade belopp', header, bolt, 'Bokförda transaktioner', header, ica)).toEqual([
    `3: ${waits}`,
    `6: ${bought}`,
  ])
  expect(read('Reserverade belopp', header, bolt, '', header, ica)).toEqual([`3: ${waits}`, `6: ${bought}`])
  expect(read(header, 'Ej bokförda köp (1)', bolt, 'Köp och uttag', ica)).toEqual([`3: ${waits}`, `5: ${bought}`])
  expect(read(header, ica, 'Reservationer', bolt, again)).toEqual([`2: ${bought}`, `4: ${waits}`, `5: ${waits}`])
  const sheets = workbookOf({ Kort: [header, ica, 'Reservationer'], 'Kort 2': [header, ica] })
  expect(outcomes(readSuggested(sheets)).filter((line) => line.includes('ICA'))).toHaveLength(2)
})

test('Gjennomførte transaksjoner ends what Norwegians have reserved', () => {
  expect(read('Reserverte beløp', '', 'Gjennomførte transaksjoner', header, ica)).toEqual([`5: ${bought}`])
})

const otherTitles = ['Kommande händelser:', 'Kommande betalningar', 'Täckningsreserveringar']
test.each(['Reserverat', 'Kommande transaktioner', ...otherTitles])('%s is such a title too', (title) => {
  expect(read(header, title, bolt, 'Bokförda transaktioner', ica)).toEqual([`3: ${waits}`, `5: ${bought}`])
})

test('a title of reserved purchases under which there are none leaves those that are booked alone', () => {
  for (const title of ['Kontohändelser', 'Korthändelser oktober'])
    expect(read('Reserverade belopp', header, '', title, header, ica)).toEqual([`6: ${bought}`])
  for (const note of ['Inga reserverade belopp', 'Transaktioner', 'Bokfört', 'Bokförda', 'Historik'])
    expect(read('Reserverade belopp', note, header, ica)).toEqual([`4: ${bought}`])
  expect(read('Reserverade belopp', 'Beloppen kan ändras.', header, bolt)).toEqual([`4: ${waits}`])
})

test('a day of booking in the row says more than the title', () => {
  const lines = ['Reserverade köp', 'Köpdatum;Bokförd;Butik;Belopp', '2026-05-03;;BOLT;120,00']
  expect(read(...lines, '2026-05-01;2026-05-02;ICA;345,67')).toEqual([`3: ${waits}`, `4: ${bought}`])
})

test.each(['Ofakturerade köp', 'Reservdelar', 'Reserverade bord AB', 'Transaktioner', 'Pending'])(
  '%s is no such title',
  (text) => expect(stateOfTitle(text)).toBeNull(),
)
