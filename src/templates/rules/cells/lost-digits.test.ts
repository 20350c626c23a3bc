import { expect, test } from 'vitest'
import { column, outcomes, plainMapping, sheetOf } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const mapping = plainMapping(
  { providerId: column(3, 'Id'), card: column(4, 'Kort') },
  { header: ['Datum', 'Text', 'Belopp', 'Id', 'Kort'] },
)
const read = (lines: string[], kinds?: string) => {
  const file = sheetOf('Datum;Text;Belopp;Id;Kort', ...lines)
  const rows = file.sheets[0]!.rows.map((row, index) => (kinds && index > 0 ? { ...row, kinds } : row))
  const reading = readSource({ ...file, sheets: [{ name: '', rows }] }, mapping, { today: '2026-08-01' })
  const known = reading.rows.flatMap(({ outcome }) =>
    outcome.kind === 'purchase' ? [[outcome.fields.providerId, outcome.fields.card]] : [],
  )
  return { reading, known }
}

test('ids and cards that a spreadsheet program shortened are none, so that two purchases are not taken for one', () => {
  const { reading, known } = read([
    '2026-03-01;ICA;100,00;2,02603E+15;5,25412E+15',
    '2026-03-01;COOP;200,00;2,02603E+15;5,25412E+15',
    '2026-03-02;SJ;300,00;A1;*1234',
  ])
  expect(outcomes(reading)).toHaveLength(4)
  expect(known).toEqual([
    [null, null],
    [null, null],
    ['A1', '*1234'],
  ])
  expect(reading.warnings).toEqual([{ code: 'digits-lost', params: { rows: 2 } }])
})

test('a row that waits for a person has no shortened id either when it is mended, and is counted with the others', () => {
  const { reading } = read([
    '2026-03-01;ICA;100,00 (prel);2,02603E+15;5,25412E+15',
    '2026-13-02;COOP;100,00;2,02603E+15;*1234',
    '2026-03-02;SJ;300,00;2,02603E+15;*1234',
  ])
  const unread = reading.rows.flatMap(({ outcome }) => (outcome.kind === 'unreadable' ? [outcome.known] : []))
  expect(unread.map((known) => [known?.merchant, known?.providerId, known?.card])).toEqual([
    ['ICA', null, null],
    ['COOP', null, '*1234'],
  ])
  expect(unread.map((known) => Object.keys(known?.rest?.cellsOf ?? {}).includes('providerId'))).toEqual([false, false])
  expect(reading.warnings).toEqual([{ code: 'digits-lost', params: { rows: 3 } }])
})

test("a workbook's number of more than fifteen figures that ends in zeros has lost them; text and shorter numbers have not", () => {
  const long = [
    '2026-03-01;ICA;100;2026071000000000;5254121234561230',
    '2026-03-02;SJ;300;2026071000000001;5254121234561234',
  ]
  expect(read(long, 'dtnnn').known).toEqual([
    [null, '5254121234561230'],
    ['2026071000000001', '5254121234561234'],
  ])
  expect(read(long, 'dtntt').known[0]).toEqual(['2026071000000000', '5254121234561230'])
  expect(read(long).reading.warnings).toEqual([])
})
