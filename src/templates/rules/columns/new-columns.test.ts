import { describe, expect, test } from 'vitest'
import type { TemplateMapping } from '../../contract.ts'
import { column, outcomes, plainMapping, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const read = (lines: readonly string[], change: Partial<TemplateMapping> = {}) =>
  outcomes(readSource(sheetOf(...lines), plainMapping({}, change), { today })).slice(1)

test('currencies in a column that the template was made without are asked about where they are not its own', () => {
  const lines = [
    'Datum;Text;Belopp;Valuta',
    '2026-05-01;ICA;5,00;SEK',
    '2026-05-01;ICA;6,00;EUR',
    '2026-05-02;ICA;7,00;',
  ]
  const asked = ['2: 2026-05-01 ICA 500', '3: amount-in-other-currency@D3', '4: 2026-05-02 ICA 700']
  expect(read(lines)).toEqual(asked)
  // one that it knows and leaves alone is left alone
  expect(read(lines, { header: ['Datum', 'Text', 'Belopp', 'Valuta'] })[1]).toBe('3: 2026-05-01 ICA 600')
  const abroad = ['Datum;Text;Belopp;Valuta;Utl. belopp', '2026-05-01;ICA;65,00;EUR;6,00']
  expect(read(abroad)).toEqual(['2: 2026-05-01 ICA 6500'])
})

test('a column of kinds that the template was made without says what came back and what was paid to the card', () => {
  const lines = ['Datum;Text;Belopp;Typ', '2026-05-01;ICA;5,00;Köp', '2026-05-01;ICA;5,00;Retur']
  expect(read(lines)).toEqual(['2: 2026-05-01 ICA 500', '3: 2026-05-01 ICA -500'])
  expect(read(lines, { header: ['Datum', 'Text', 'Belopp', 'Typ'] })[1]).toBe('3: 2026-05-01 ICA 500')
})

test.each([
  ['Privat', '', 'x'],
  ['Makulerad', 'nej', 'ja'],
  ['Kreditfaktura', '', 'Ja'],
  ['Inlagd', '', '2026-05-04'],
  ['Bokförd?', 'nej', 'ja'],
  ['D/K', 'D', 'K'],
  ['Återbetalt', '0,00', '2,00'],
  ['Ver.nr', '', 'A12'],
  ['Verifikat', '', '1412'],
  ['Verifikationsnummer', '5490990006', '17'],
  ['Fakturanr i Fortnox', '', '1412'],
])(
  'a new column %s that says %s of one row and %s of the next has a person look at the next',
  (name, first, second) => {
    const lines = [`Datum;Text;Belopp;${name}`, `2026-05-01;ICA;5,00;${first}`, `2026-05-01;ICA;5,00;${second}`]
    expect(read(lines)).toEqual(['2: 2026-05-01 ICA 500', '3: booked-unclear@D3'])
    expect(read(lines, { header: ['Datum', 'Text', 'Belopp', name] })[1]).toBe('3: 2026-05-01 ICA 500')
  },
)

const bank = { account: 'bank', signRule: 'inverted' } as const

test.each([
  ['Typ', 'Kortköp', 'amount-against-kind'],
  ['Insättning/Uttag', 'Uttag', 'amount-against-kind'],
  ['D/K', 'D', 'booked-unclear'],
  ['Riktning', 'Ut', 'booked-unclear'],
])(
  'money that a bank calls %s %s once it writes no signs is asked about, and not left out as come in',
  (name, said, code) => {
    const lines = [`Datum;Text;Belopp;${name}`, `2026-05-01;ICA;5,00;${said}`, `2026-05-02;SJ;-6,00;${said}`]
    expect(read(lines, bank)).toEqual([`2: ${code}@D2`, '3: 2026-05-02 SJ 600'])
    expect(read(lines, { ...bank, header: ['Datum', 'Text', 'Belopp', name] })[0]).toBe('2: incoming')
  },
)

test('a new column of kinds that calls what was bought a payment to the card has a person look at it', () => {
  const lines = ['Datum;Text;Belopp;Typ', '2026-05-01;ICA;5,00;Köp', '2026-05-26;Handelsbanken;5000,00;Inbetalning']
  expect(read(lines)).toEqual(['2: 2026-05-01 ICA 500', '3: amount-against-kind@D3'])
  expect(read(lines, { header: ['Datum', 'Text', 'Belopp', 'Typ'] })[1]).toBe('3: 2026-05-26 Handelsbanken 500000')
})

test.each([
  ['Belopp i kr', '95,00'],
  ['Totalt', '11,25'],
  ['Belopp inkl. moms', '11,25'],
])('a new column %s with another amount is asked about, and one with the same is not', (name, amount) => {
  const lines = [
    `Datum;Text;Belopp;${name}`,
    `2026-05-01;AWS;9,00;${amount}`,
    '2026-05-02;AWS;9,00;9,00',
    '2026-05-03;SJ;8,00;',
  ]
  const plain = ['3: 2026-05-02 AWS 900', '4: 2026-05-03 SJ 800']
  expect(read(lines)).toEqual(['2: other-amount-beside@D2', ...plain])
  expect(read(lines, { header: ['Datum', 'Text', 'Belopp', name] })[0]).toBe('2: 2026-05-01 AWS 900')
})

test.each(['Utl. belopp', 'Moms', 'Netto', 'Saldo', 'Avgift', 'Belopp i EUR', 'Originalbelopp'])(
  'a new column %s is none of what was paid',
  (name) => {
    const lines = [`Datum;Text;Belopp;${name}`, '2026-05-01;AWS;95,00;9,00']
    expect(read(lines)).toEqual(['2: 2026-05-01 AWS 9500'])
  },
)

describe('a file that has lost the column that says which rows wait', () => {
  const header = ['Datum', 'Text', 'Belopp', 'Status']
  const first = '2026-05-01;ICA;5,00'
  const second = '2026-05-02;SJ;6,00'
  const readLost = (lines: readonly string[], names = header) => {
    const mapping = plainMapping({ status: column(names.length - 1, names.at(-1)!) }, { header: [...names] })
    return readSource(sheetOf(...lines), mapping, { today })
  }

  test('reads another that is named as one', () => {
    const { rows, warnings } = readLost(['Datum;Text;Belopp;State', `${first};BOOKED`, `${second};PENDING`])
    expect([outcomes({ rows }).slice(1), warnings]).toEqual([['2: 2026-05-01 ICA 500', '3: pending'], []])
    const days = ['Datum;Text;Belopp;Bokföringsdatum', `${first};2026-05-03`, `${second};`]
    expect(outcomes(readLost(days, ['Datum', 'Text', 'Belopp', 'Bokfört'])).slice(1)).toEqual([
      '2: 2026-05-01 ICA 500',
      '3: pending',
    ])
  })

  test('asks about a row of which another new column says so, whatever it is called', () => {
    const { rows, warnings } = readLost(['Datum;Text;Belopp;Läge', `${first};Genomförd`, `${second};Reserverad`])
    expect(outcomes({ rows }).slice(1)).toEqual(['2: 2026-05-01 ICA 500', '3: booked-unclear@D3'])
    expect(warnings).toMatchObject([{ code: 'column-missing' }])
    const kept = ['Datum;Text;Belopp;Status;Läge', `${first};Genomförd;`, `${second};Genomförd;Reserverad`]
    expect(outcomes(readLost(kept))[2]).toBe('3: 2026-05-02 SJ 600')
  })

  test('asks about a row without the day of booking that others have', () => {
    const lines = ['Datum;Bokfört;Text;Belopp', '2026-05-01;2026-05-03;ICA;5,00', '2026-05-02;;SJ;6,00']
    expect(outcomes(readLost(lines, ['Datum', 'Bokfört', 'Text', 'Belopp', 'Status'])).slice(1)).toEqual([
      '2: 2026-05-01 ICA 500',
      '3: booked-unclear@B3',
    ])
  })
})

test('the kind of a row is read where its column is called otherwise now', () => {
  const mapping = plainMapping(
    { type: column(3, 'Typ') },
    { header: ['Datum', 'Text', 'Belopp', 'Typ'], purchaseTypes: ['Köp'] },
  )
  const lines = ['Datum;Text;Belopp;Transaktionstyp', '2026-05-01;ICA;5,00;Köp', '2026-05-01;Anna;5,00;Utlägg']
  expect(outcomes(readSource(sheetOf(...lines), mapping, { today })).slice(1)).toEqual([
    '2: 2026-05-01 ICA 500',
    '3: other-movement',
  ])
})
