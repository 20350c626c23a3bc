import { expect, test } from 'vitest'
import { readBlind } from '../../testing/read-blind.ts'

const head = 'Bokföringsdag;Text;Belopp;Saldo'
const opening = [
  '2026-03-02;ELGIGANTEN KISTA;-1 990,00;48 010,00',
  '2026-03-03;SJ BILJETT;-1 095,00;46 915,00',
  '2026-03-04;HYRA MARS;-9 000,00;37 915,00',
  '2026-03-05;PRESSBYRÅN;-45,00;37 870,00',
]
const outcomes = (...rows: string[]) =>
  readBlind([head, ...opening, ...rows])
    .reading.rows.slice(1 + opening.length)
    .map(({ outcome }) => {
      if (outcome.kind === 'skipped') return outcome.reason
      return outcome.kind === 'unreadable' ? outcome.problems.map(({ code }) => code).join() : outcome.kind
    })

test('on an account money from a shop of the same file, no more than was paid there, is asked about', () => {
  expect(
    outcomes(
      '2026-03-06;ELGIGANTEN KISTA;1 990,00;39 860,00',
      '2026-03-07;ELGIGANTEN KISTA;500,00;40 360,00',
      '2026-03-08;ELGIGANTEN KISTA;2 500,00;42 860,00',
      '2026-03-09;KUND NORD AB;12 500,00;55 360,00',
    ),
  ).toEqual(['refund-or-payment', 'refund-or-payment', 'incoming', 'incoming'])
})

test('it may stand above the purchase, as where the newest row comes first', () => {
  const rows = [
    '2026-03-06;ELGIGANTEN KISTA;1 990,00;39 860,00',
    '2026-03-05;PRESSBYRÅN;-45,00;37 870,00',
    '2026-03-04;HYRA MARS;-9 000,00;37 915,00',
    '2026-03-03;SJ BILJETT;-1 095,00;46 915,00',
    '2026-03-02;ELGIGANTEN KISTA;-1 990,00;48 010,00',
  ]
  expect(readBlind([head, ...rows]).reading.rows[1]?.outcome).toMatchObject({
    kind: 'unreadable',
    problems: [{ code: 'refund-or-payment', cell: 'B2', value: 'ELGIGANTEN KISTA' }],
  })
})

test('what no shop gives back, or is called money in, is left out as before', () => {
  expect(
    outcomes(
      '2026-03-06;SKATTEKONTO;-500,00;37 370,00',
      '2026-03-07;SKATTEKONTO;400,00;37 770,00',
      '2026-03-09;HYRA MARS;9 000,00;46 770,00',
    ).slice(1),
  ).toEqual(['incoming', 'incoming'])
})
