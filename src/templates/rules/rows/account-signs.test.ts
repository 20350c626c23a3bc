import { describe, expect, test } from 'vitest'
import { outcomes, plainMapping, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from './read-source.ts'

const mapping = plainMapping({}, { account: 'bank', signRule: 'inverted', notInvoices: ['Insättning'] })
const read = (...lines: string[]) => {
  const { rows, warnings } = readSource(sheetOf(...lines), mapping, { today })
  return { rows: outcomes({ rows }).slice(1), warnings }
}
const header = 'Datum;Text;Belopp;Saldo'
const turned = [
  '2026-07-01;Clas Ohlson;100,00;9900,00',
  '2026-07-02;Circle K;250,50;9649,50',
  '2026-07-03;Insättning Kund AB;-5000,00;14649,50',
  '2026-07-04;Biltema;149,50;14500,00',
]
const asked = [2, 3, 4, 5].map((row) => `${row}: amount-against-balance@C${row}`)

describe('an account whose file has its signs the other way round than the template', () => {
  test('is asked about row by row where the balance shows it, the latest row first or last', () => {
    expect(read(header, ...turned).rows).toEqual(asked)
    expect(read(header, ...turned.toReversed()).rows).toEqual(asked)
  })

  test('is told where there is no balance and what is called money in has a minus', () => {
    const lines = turned.map((line) => line.split(';').slice(0, 3).join(';'))
    expect(read('Datum;Text;Belopp', ...lines).warnings).toEqual([{ code: 'account-signs-turned' }])
  })

  test('is not taken for one whose balance stands before each row, or agrees once', () => {
    const before = ['-100,00;10000,00', '-250,50;9900,00', '5000,00;9649,50', '-149,50;14649,50']
    const lines = before.map((sums, place) => `2026-07-0${place + 1};Butik;${sums}`)
    for (const one of [lines, lines.toReversed()]) expect(read(header, ...one).rows).not.toContain(asked[0])
    const [first = '', ...rest] = turned
    expect(read(header, first, '2026-07-01;Hotell;-50,00;9850,00', ...rest).rows).not.toContain(asked[0])
  })
})
