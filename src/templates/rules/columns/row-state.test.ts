import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const [purchase, asked] = ['2: 2026-03-02 ICA 10000', '3: booked-unclear@D3']
const lists = (name: string, first: string, second: string) => [
  `Datum;Butik;Belopp;${name}`,
  `2026-03-02;ICA;100,00;${first}`,
  `2026-03-03;SJ;695,00;${second}`,
]

test.each([
  ['Order status', 'Shipped', 'Cancelled'],
  ['Order status', 'Completed', 'Processing'],
  ['orderStatus', 'Delivered', 'Returned'],
  ['Payment status', 'Paid', 'Pending'],
  ['Betalstatus', 'Betald', 'Väntar'],
  ['Status', 'Klar', 'Väntar'],
  ['Status', 'Kvitto finns', 'Pågår'],
  ['Status', 'Attesterad', 'Under behandling'],
])('in a list where %s is %s for one row and %s for the next, a person says whether the next is invoiced', (...row) => {
  expect(read(...lists(...row))).toEqual([purchase, asked])
})

test.each([
  ['Status', 'Completed', 'Pending', 'pending'],
  ['Status', 'Bokförd', 'Reserverad', 'pending'],
  ['Payment status', 'Paid', 'Failed', 'other-movement'],
  ['Status', 'Klar', 'Nekad', 'other-movement'],
])('a %s of %s and %s is a bank’s, or says that no money was taken', (name, first, second, reason) => {
  expect(read(...lists(name, first, second))).toEqual([purchase, `3: ${reason}`])
})

test.each([
  ['Exportstatus', 'OK', 'Error'],
  ['Export status', 'Success', 'Invalid'],
  ['Kvittostatus', 'OK', 'Borttaget'],
  ['Kvitto', 'OK', 'Raderad'],
  ['Accounting status', 'Approved', 'Error'],
  ['Document status', 'Paid', 'Deleted'],
  ['Granskning', 'Godkänd', 'Fel'],
  ['Kontering', 'OK', 'Felaktig'],
  ['Synkstatus', 'Completed', 'Timeout'],
  ['Kortstatus', 'Aktiv', 'Spärrat kort'],
  ['Leverans', 'Completed', 'Removed'],
])('%s says what somebody did with a purchase since, or how the card is now: %s and %s are both bought', (...row) => {
  expect(read(...lists(...row))).toEqual([purchase, '3: 2026-03-03 SJ 69500'])
})

test.each([
  ['Svar', 'OK', 'Fel'],
  ['Validering', 'Approved', 'Error'],
])('of %s nobody can tell whose word it is: a row that is not %s but %s is asked about', (...row) => {
  expect(read(...lists(...row))).toEqual([purchase, asked])
})

test('among rows that a bank has booked one that failed was not paid', () => {
  const booked = ['2026-03-01;ICA;100,00;Bokförd', '2026-03-02;ICA;100,00;Bokförd', '2026-03-03;SJ;695,00;Fel']
  expect(read('Datum;Butik;Belopp;Status', ...booked)[2]).toBe('4: other-movement')
})

test('words of a bank’s own beside a balance or a day of booking leave the row out', () => {
  const lines = ['Datum;Text;Belopp;Saldo;Status', '2026-03-02;ICA;-100,00;5,00;Klar', '2026-03-03;SJ;-5,00;;Väntar']
  expect(read(...lines)[1]).toBe('3: pending')
})

test('a word that the sample did not have is asked about in the next file too', () => {
  const found = suggestMapping(sheetOf(...lists('Status', 'Klar', 'Kvitto saknas')), { today })
  const next = readSource(sheetOf(...lists('Status', 'Klar', 'Pågående')), found!.mapping, { today })
  expect(outcomes(next).slice(1)).toEqual([purchase, asked])
})

test('the state of an order that a template was made without is asked about, and what a rule says of it counts', () => {
  const lines = sheetOf(...lists('Order status', 'Shipped', 'Cancelled'))
  const header = ['Datum', 'Butik', 'Belopp']
  const { mapping } = suggestMapping(sheetOf(header.join(';'), '2026-03-02;ICA;100,00'), { today })!
  expect(outcomes(readSource(lines, mapping, { today })).slice(1)).toEqual([purchase, asked])
  const from = { kind: 'column', index: 3, name: 'Order status', occurrence: 0 } as const
  const rules = [{ from, match: 'equals', text: 'Cancelled', value: 'cancelled' }] as const
  const status = { kind: 'choose' as const, rules: [...rules], otherwise: from }
  const told = { ...mapping, header: [...header, 'Order status'], fields: { ...mapping.fields, status } }
  expect(outcomes(readSource(lines, told, { today })).slice(1)).toEqual([purchase, '3: other-movement'])
})

test('words of a bank’s alone are asked about beside a project or a supplier, which no bank knows, not beside a card', () => {
  const lines = (name: string, more: string) => [
    `Datum;${name};Belopp;Status;${more}`,
    '2026-03-02;ICA;100,00;Genomförd;P1',
    '2026-03-03;SJ;695,00;Pågående;P2',
    '2026-03-04;SJ;5,00;Makulerad;P2',
    '2026-03-05;SJ;5,00;Nekad;P2',
  ]
  const open = [purchase, asked, '4: booked-unclear@D4', '5: other-movement']
  expect(read(...lines('Butik', 'Projekt'))).toEqual(open)
  expect(read(...lines('Leverantör', 'Plats'))).toEqual(open)
  const left = [purchase, '3: pending', '4: other-movement', '5: other-movement']
  expect(read(...lines('Butik', 'Plats'))).toEqual(left)
  expect(read(...lines('Leverantör', 'Kortinnehavare'))).toEqual(left)
})

test.each(['Spärrad', 'Declined', 'Misslyckad', 'Medges ej', 'Nekad'])(
  'what a card’s file calls %s was not carried through',
  (state) => {
    const lines = ['2026-03-02;ICA;100,00;Genomförd;*1234', `2026-03-03;SJ;695,00;${state};*1234`]
    expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp;Status;Kort', ...lines))).slice(2)).toEqual([
      '3: other-movement',
    ])
  },
)

test('Ej godkänd is the bank’s word or a manager’s: it is asked about', () => {
  for (const name of ['Status', 'Resultat']) {
    const lines = ['2026-03-02;ICA;100,00;Godkänd', '2026-03-03;SJ;695,00;Ej godkänd']
    expect(outcomes(readSuggested(sheetOf(`Datum;Butik;Belopp;${name}`, ...lines))).slice(1)).toEqual([
      '2: 2026-03-02 ICA 10000',
      '3: booked-unclear@D3',
    ])
  }
})

test('a ticket that was cancelled is asked about: whether its price came back nobody can tell', () => {
  expect(read(...lists('Status', 'Betald', 'Avbokad'))).toEqual([purchase, asked])
})

describe('in a bank’s account', () => {
  const account = (...states: string[]) =>
    read(
      'Date;Text;Amount;Balance;Status',
      ...states.map((state, row) => `2026-03-0${row + 1};Netto;-1${row},00;100,00;${state}`),
    )

  test('rows that wait in Danske Bank’s English file are not bought yet', () => {
    expect(account('Executed', 'Waiting', 'Executed')).toEqual([
      '2: 2026-03-01 Netto 1000',
      '3: pending',
      '4: 2026-03-03 Netto 1200',
    ])
  })

  test('nor are those that wait in Finnish', () => {
    expect(
      read(
        'Päivä;Teksti;Määrä;Saldo;Tila',
        '14.07.2026;Netto;-1,00;5,00;Suoritettu',
        '15.07.2026;Kiosk;-2,00;3,00;Odottaa',
      )[1],
    ).toBe('3: pending')
  })

  test('of a few words that nobody knows that of most rows is what is booked, and the others are asked about', () => {
    expect(account('Lokið', 'Lokið', 'Lokið', 'Óafgreitt').at(-1)).toBe('5: booked-unclear@E5')
    expect(account('Lokið', 'Lokið', 'Lokið', 'Óafgreitt')[0]).toBe('2: 2026-03-01 Netto 1000')
    expect(account('Lokið', 'Óafgreitt')).toEqual(['2: booked-unclear@E2', '3: booked-unclear@E3'])
  })

  test('one word in every row says nothing, nor do many', () => {
    expect(account('Lokið', 'Lokið')[1]).toBe('3: 2026-03-02 Netto 1100')
    expect(account('Mat', 'Resa', 'Kontor', 'Hyra', 'Gåva')[4]).toBe('6: 2026-03-05 Netto 1400')
  })
})
