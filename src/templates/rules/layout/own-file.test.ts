import { describe, expect, test } from 'vitest'
import type { RowSheet, SheetRow } from '#spreadsheets/index.ts'
import { asInOriginal } from './own-file.ts'

const rowsOf = (lines: readonly string[]): SheetRow[] =>
  lines.map((line, i) => ({ number: i + 1, cells: line.split('|').map((cell) => cell.trim()) }))
const read = (sheets: Iterable<RowSheet>) =>
  Array.from(asInOriginal(sheets), ({ name, rows }) => ({
    name,
    rows: Array.from(rows, ({ number, cells }) => `${number}: ${cells.join('|')}`),
  }))
const file = (name: string, ...lines: string[]) => [{ name, rows: rowsOf(lines) }]
const swedish = 'Blad|Rad|Tillstånd|Meddelande'

describe('a file of rows that Radvis gave back', () => {
  test('is the part of the original that it is, in either language', () => {
    const original = [{ name: '', rows: ['1: Datum|Text|Belopp', '7: 2026-10-02|KAFE|10,00'] }]
    expect(read(file('', `${swedish}|Datum|Text|Belopp`, '|7|Att åtgärda|x|2026-10-02|KAFE|10,00'))).toEqual(original)
    expect(
      read(file('rows', 'Sheet|Row|State|Message|Datum|Text|Belopp', '|7|Attention|x|2026-10-02|KAFE|10,00')),
    ).toEqual(original)
  })

  test('is known without one of our columns, and not by two of a bank', () => {
    const taken = file('', 'Blad|Rad|Tillstånd|Datum|Text|Belopp', '|7|Att åtgärda|2026-10-02|KAFE|10,00')
    expect(read(taken)[0]?.rows[1]).toBe('7: 2026-10-02|KAFE|10,00')
    const bank = file('', 'Row|State|Date|Amount', '1|TX|2026-10-02|10.00')
    expect(read(bank)[0]?.rows).toEqual(['1: Row|State|Date|Amount', '2: 1|TX|2026-10-02|10.00'])
  })

  test('has its sheets again, each below the header, and its order where a person sorted it', () => {
    const sorted = file(
      'att åtgärda',
      `${swedish}|Datum|Text|Belopp`,
      'Mars|9|Att åtgärda|a|2026-03-09|C|3',
      'April|4|Att åtgärda|b|2026-04-04|D|4',
      'Mars|3|Att åtgärda|c|2026-03-03|A|1',
    )
    expect(read(sorted)).toEqual([
      { name: 'Mars', rows: ['1: Datum|Text|Belopp', '3: 2026-03-03|A|1', '9: 2026-03-09|C|3'] },
      { name: 'April', rows: ['1: Datum|Text|Belopp', '4: 2026-04-04|D|4'] },
    ])
  })

  test('has no header beside the one that stands among its rows', () => {
    const withTitles = file(
      '',
      `${swedish}|Datum|Text|Belopp`,
      'T|10|Överhoppade|Rubrik|525400******1111',
      'T|12|Överhoppade|Kolumnrubriker|Datum|Text|Belopp',
      'T|13|Att åtgärda|x|2026-03-09|C|3',
    )
    expect(read(withTitles)[0]?.rows).toEqual(['10: 525400******1111', '12: Datum|Text|Belopp', '13: 2026-03-09|C|3'])
  })

  test('of a file without a header has none, and a column without a name gets none', () => {
    const rows = ['|2|Att åtgärda|x|KAFE|2026-10-02|10,00']
    expect(read(file('', `${swedish}|A|B|C`, ...rows))[0]?.rows).toEqual(['2: KAFE|2026-10-02|10,00'])
    expect(read(file('', `${swedish}|Text|B|Belopp`, ...rows))[0]?.rows[0]).toBe('1: Text||Belopp')
  })

  test('has its texts as they were before formulas were defused, and kinds and units of its own columns', () => {
    const row = { number: 2, cells: ['', '5', 'x', 'y', "'+46 KAFE", '12'], kinds: '_tttt' + 'n', units: { 5: 'kr' } }
    const sheets = [{ name: 'B', rows: [...rowsOf([`${swedish}|Text|Belopp`]), row] }]
    const [sheet] = Array.from(asInOriginal(sheets), ({ rows }) => [...rows])
    expect(sheet?.[1]).toEqual({ number: 5, cells: ['+46 KAFE', '12'], kinds: 'tn', units: { 1: 'kr' } })
  })

  test('keeps the number of a row that a person wrote', () => {
    const added = file('', `${swedish}|Datum|Text|Belopp`, '||||2026-10-02|NY|10,00')
    expect(read(added)[0]?.rows[1]).toBe('2: 2026-10-02|NY|10,00')
  })
})

test('every other file is as it is', () => {
  const other = file('Mars', 'Datum|Text|Belopp', '2026-10-02|KAFE|10,00')
  expect([...asInOriginal(other)][0]).toBe(other[0])
  expect(read([{ name: 'Tom', rows: [] }])).toEqual([{ name: 'Tom', rows: [] }])
  const streamed = { name: '', rows: rowsOf(['a|b', 'c|d']).values() }
  expect(read([streamed])[0]?.rows).toEqual(['1: a|b', '2: c|d'])
})
