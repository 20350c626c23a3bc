import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (name: string, first: string, second: string) =>
  outcomes(
    readSuggested(
      sheetOf(`Datum;Butik;Belopp;${name}`, `2026-03-02;ICA;100,00;${first}`, `2026-03-03;SJ;695,00;${second}`),
    ),
  ).slice(1)

const booked = '2: 2026-03-02 ICA 10000'

test.each([
  ['Pending', 'FALSE', 'TRUE'],
  ['isPending', 'false', 'true'],
  ['Reserverad', 'Nej', 'Ja'],
  ['Preliminär', '0', '1'],
  ['Posted', 'true', 'false'],
  ['is_booked', 'yes', 'no'],
  ['Settled', 'SANT', 'FALSKT'],
])('where %s is %s for one row and %s for the next, the next is not booked yet', (name, first, second) => {
  expect(read(name, first, second)).toEqual([booked, '3: pending'])
})

test('the sample need hold no such row: the next file may', () => {
  const rows = ['Datum;Butik;Belopp;Pending', '2026-03-02;ICA;100,00;no']
  expect(outcomes(readSuggested(sheetOf(...rows)))).toEqual(['1: header', booked])
})

test('a column that is called so and says something else is no such answer', () => {
  expect(read('Bokförd', '2026-03-03', '2026-03-04')).toEqual([booked, '3: 2026-03-03 SJ 69500'])
  expect(read('Settled', 'Ja', 'Kanske')).toEqual([booked, '3: 2026-03-03 SJ 69500'])
})

test('a column that says it in words goes before one of yes and no', () => {
  const rows = [
    'Datum;Butik;Belopp;Status;Posted',
    '2026-03-02;ICA;100,00;Completed;no',
    '2026-03-03;SJ;695,00;Pending;yes',
  ]
  expect(outcomes(readSuggested(sheetOf(...rows)))).toEqual(['1: header', booked, '3: pending'])
})

const rows = ['2026-03-03;SJ;-695,00;Nej;305,00', '2026-03-02;ICA;-100,00;Ja;1000,00']
test('beside the balance that banks write, Bokförd says what the bank has booked', () => {
  const reading = readSuggested(sheetOf('Datum;Text;Belopp;Bokförd;Saldo', ...rows))
  expect(outcomes(reading).slice(1)).toEqual(['2: pending', '3: 2026-03-02 ICA 10000'])
})

test('but not where it asks as a person does, or is marked with a cross', () => {
  for (const [name, no, yes] of [
    ['Bokförd?', 'Nej', 'Ja'],
    ['Bokförd', '', 'x'],
  ] as const) {
    const lines = [`2026-03-03;SJ;-695,00;${no};305,00`, `2026-03-02;ICA;-100,00;${yes};1000,00`]
    const reading = readSuggested(sheetOf(`Datum;Text;Belopp;${name};Saldo`, ...lines))
    expect(outcomes(reading).slice(1)).toEqual(['2: 2026-03-03 SJ 69500', '3: booked-unclear@D3'])
  }
})

test.each([
  ['Bokförd', 'Nej', 'Ja'],
  ['Bokförd?', 'N', 'J'],
  ['Bokfört', 'false', 'true'],
  ['Bokförd?', '0', '1'],
  ['Booked?', 'no', 'yes'],
  ['Ej bokförd', 'Ja', 'Nej'],
  ['Obokförd?', 'x', 'nej'],
])(
  'without one, %s says what the company has entered in its books: %s is to be, of %s it is asked',
  (name, first, second) => {
    expect(read(name, first, second)).toEqual([booked, '3: booked-unclear@D3'])
  },
)

test('what the company has entered is asked about beside a state in words', () => {
  const lines = [
    '2026-03-02;ICA;100,00;Completed;nej',
    '2026-03-03;SJ;695,00;Completed;ja',
    '2026-03-04;SJ;5,00;Pending;nej',
  ]
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp;Status;Bokförd?', ...lines))).slice(1)).toEqual([
    booked,
    '3: booked-unclear@E3',
    '4: pending',
  ])
})
