import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const rowsOf = (...lines: string[]) =>
  readSpreadsheet(new TextEncoder().encode(lines.join('\n'))).sheets[0]?.rows.map(({ cells }) => cells.join('|'))

test('columns that are parted by runs of spaces keep their empty cells, and spaces inside a text', () => {
  expect(
    rowsOf(
      'Kontoutdrag Testbolaget AB, 1234 56 789 00',
      'Bokförd      Text                    Typ         Insättningar       Uttag   Bokfört saldo',
      '2026-10-31   WIRSTRÖMS PU/26-10-30   Kortköp                    -1 145,00       12 345,67',
      '2026-10-30   GOOGLE  YOUT/26-10-29   Kortköp                      -119,00       12 490,67',
      '2026-10-28   KUND AB                 Insättning      9 000,00                   17 609,67',
      '             Prel SJ AB              Kortköp                      -219,00',
      '',
      'Summa        -264,00',
    ),
  ).toEqual([
    'Kontoutdrag Testbolaget AB, 1234 56 789 00',
    'Bokförd|Text|Typ|Insättningar|Uttag|Bokfört saldo',
    '2026-10-31|WIRSTRÖMS PU/26-10-30|Kortköp||-1 145,00|12 345,67',
    '2026-10-30|GOOGLE  YOUT/26-10-29|Kortköp||-119,00|12 490,67',
    '2026-10-28|KUND AB|Insättning|9 000,00||17 609,67',
    '|Prel SJ AB|Kortköp||-219,00',
    'Summa|-264,00',
  ])
})

test('a card statement copied from a PDF prints days as six figures, and its empty cells stay empty', () => {
  expect(
    rowsOf(
      'Datum     Specifikation      Ort          Valuta   Kurs    Utl.Belopp    Belopp',
      '260301    ICA NARA           STOCKHOLM    SEK                            249,50',
      '260302    ADOBE              DUBLIN       EUR      11,50   20,00         230,00',
    ),
  ).toEqual([
    'Datum|Specifikation|Ort|Valuta|Kurs|Utl.Belopp|Belopp',
    '260301|ICA NARA|STOCKHOLM|SEK|||249,50',
    '260302|ADOBE|DUBLIN|EUR|11,50|20,00|230,00',
  ])
})

test('columns that do not stand below each other are cut where a line has as many cells as the header, and else left whole', () => {
  expect(
    rowsOf(
      'Datum  Valutadatum  Text  Belopp  Saldo',
      '2026-10-31  2026-10-31  WIRSTRÖMS PU  -145,00  12 345,67',
      '2026-10-30  2026-10-30  ICA NÄRA  -1 119,00  12 490,67',
      '2026-10-29  ICA NÄRA  -99,00  13 609,67',
    ),
  ).toEqual([
    'Datum|Valutadatum|Text|Belopp|Saldo',
    '2026-10-31|2026-10-31|WIRSTRÖMS PU|-145,00|12 345,67',
    '2026-10-30|2026-10-30|ICA NÄRA|-1 119,00|12 490,67',
    '2026-10-29  ICA NÄRA  -99,00  13 609,67',
  ])
})

test('a text beyond its column in a later line leaves that line whole', () => {
  const long = '2026-10-29   ETT MYCKET LÅNGT NAMN PÅ EN BUTIK   99,00'
  const lines = Array.from({ length: 3000 }, () => '2026-10-31   ICA MAXI STOCKHOLM        145,00')
  const rows = rowsOf(...lines, long)
  expect(rows?.[0]).toBe('2026-10-31|ICA MAXI STOCKHOLM|145,00')
  expect(rows?.at(-1)).toBe('2026-10-29|ETT MYCKET LÅNGT NAMN PÅ EN BUTIK|99,00')
  const fewer = rowsOf(...lines, long.replace('BUTIK   ', 'BUTIK '))
  expect(fewer?.at(-1)).toBe(long.replace('BUTIK   ', 'BUTIK '))
})

test.each([
  ['2026-10-31;ICA  MAXI  STOCKHOLM;145,00', ';'],
  ['2026-10-31,ICA  MAXI  STOCKHOLM,145.00', ','],
  ['2026-10-31 ;   ICA MAXI   ;  145,00', ';'],
  ['2026-10-31\tICA  MAXI  STOCKHOLM\t145,00', '\t'],
])('runs of spaces in a text with a delimiter part nothing: %s', (line, delimiter) => {
  expect(readSpreadsheet(new TextEncoder().encode(`${line}\n${line}\n`)).delimiter).toBe(delimiter)
})

test('lines with runs of spaces above a table with a delimiter do not tell how it is cut, and one row below a header does', () => {
  const above = 'Period:   2026-10-01   till   2026-10-31   saldo   1 000,00'
  const delimited = rowsOf(above, above, 'Datum;Text;Belopp', '2026-10-03;ICA;45,00', '2026-10-04;SJ;55,00')
  expect(delimited?.slice(2)).toEqual(['Datum|Text|Belopp', '2026-10-03|ICA|45,00', '2026-10-04|SJ|55,00'])
  expect(rowsOf('Datum        Text            Belopp', '2026-10-03   ICA KVANTUM   1 234,50')).toEqual([
    'Datum|Text|Belopp',
    '2026-10-03|ICA KVANTUM|1 234,50',
  ])
})

test('dashes under the names say how wide the columns are, also where one space parts them', () => {
  expect(
    rowsOf(
      'Utdrag for kort 1234',
      'Datum      Text                 Belopp',
      '---------- -------------------- ----------',
      '2026-10-01 SPOTIFY                  125,50',
      '2026-10-02 SJ AB  STOCKHOLM C     1 106,00',
      '2026-10-03                           -9,00',
    ),
  ).toEqual([
    'Utdrag for kort 1234',
    'Datum|Text|Belopp',
    '2026-10-01|SPOTIFY|125,50',
    '2026-10-02|SJ AB  STOCKHOLM C|1 106,00',
    '2026-10-03||-9,00',
  ])
})

test('dashes under the names of a table with a delimiter cut nothing', () => {
  const lines = ['Datum;Text;Belopp', '-- -- --', '2026-10-01;SJ  AB;125,50', '2026-10-02;SJ AB;9,00']
  expect(rowsOf(...lines)).toEqual([
    'Datum|Text|Belopp',
    '-- -- --',
    '2026-10-01|SJ  AB|125,50',
    '2026-10-02|SJ AB|9,00',
  ])
})

test('a line is whole behind a character that means nothing', () => {
  const purchases = Array.from({ length: 9 }, (_, day) => `2026-10-1${day}   WIRSTRÖMS PUB   -145,00`)
  expect(rowsOf('Datum   Text   Belopp', ...purchases, '\u0000Summa   -1 305,00')?.at(-1)).toMatch(/Summa\|-1 305,00$/)
})
