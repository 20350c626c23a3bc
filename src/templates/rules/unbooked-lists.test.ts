import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (header: string, ...lines: string[]) => outcomes(readSuggested(sheetOf(header, ...lines))).slice(1)

test.each(['Obokförd', 'Ej bokförd'])(
  'where nothing is a bank’s, a person says whether what is %s is invoiced',
  (state) => {
    const header = 'Datum;Text;Belopp;Status'
    const first = `2026-10-02;ICA MAXI SOLNA;-412,50;${state}`
    expect(read(header, first, '2026-10-08;Dustin;-1250,00;Bokförd')[0]).toBe('2: booked-unclear@D2')
    expect(read(header, first, `2026-10-08;Dustin;-1250,00;${state}`)).toEqual([
      '2: booked-unclear@D2',
      '3: booked-unclear@D3',
    ])
  },
)

test('where all that an account holds would be left out it is asked about too', () => {
  const rows = ['2026-10-02;ICA;-412,50;9 000,00;Obokförd', '2026-10-08;Dustin;-1250,00;7 750,00;Obokförd']
  expect(read('Datum;Text;Belopp;Saldo;Status', ...rows)).toEqual(['2: booked-unclear@E2', '3: booked-unclear@E3'])
})

test('a bank’s own word is taken at its word beside a balance', () => {
  const rows = ['2026-10-02;ICA;-412,50;9 000,00;Ej bokförd', '2026-10-01;Dustin;-1250,00;9 412,50;Bokförd']
  expect(read('Datum;Text;Belopp;Saldo;Status', ...rows)[0]).toMatch(/pending/)
})
