import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const purchase = '2: 2026-03-02 ICA 10000'
const both = [purchase, '3: 2026-03-03 SJ 69500']
const asked = [purchase, '3: booked-unclear@D3']
const readFlag = (name: string, first: string, second: string) =>
  read(`Datum;Butik;Belopp;${name}`, `2026-03-02;ICA;100,00;${first}`, `2026-03-03;SJ;695,00;${second}`)

test.each([
  ['Privat', '', 'x'],
  ['Privat köp?', 'Nej', 'Ja'],
  ['isPersonal', 'false', 'true'],
  ['Återbetald', 'nej', 'ja'],
  ['Refunded', 'no', 'yes'],
  ['Dubblett', '', 'ja'],
  ['Inlagd', '', 'X'],
  ['Bokförd', '', 'x'],
  ['Bokförd i Fortnox', '', 'ja'],
  ['Fakturanr i Fortnox', '', '1412'],
  ['Ver i Visma', '', 'A 12'],
  ['Ver.nr', '', '1412'],
  ['Verifikat', '', 'A 12'],
  ['Verifikation', '', 'LB-7'],
  ['Status', 'Företag', 'Privat'],
  ['Kommentar', 'lunch', 'privat'],
  ['Status', 'Betald', 'Återbetald'],
  ['Status', 'Completed', 'Refunded'],
  ['Betalsätt', 'Företagskort', 'Faktura'],
  ['Betalningsmetod', 'Kort', 'Kontant'],
  ['Betalt med', 'Visa', 'Privat kort'],
  ['Reimbursable', 'no', 'yes'],
  ['Återbetalas', 'Nej', 'Ja'],
  ['Privat utlägg', 'Nej', 'Ja'],
  ['Payment type', 'Card', 'Reimbursement'],
  ['Payment type', 'Company card', 'Out-of-pocket'],
  ['Payment type', 'Company card', 'Cash'],
  ['Expense type', 'Card', 'Out of pocket'],
  ['Betalningssätt', 'Företagskort', 'Utlägg anställd'],
  ['Betalningssätt', 'Företagskort', 'Egna pengar'],
  ['Betalningssätt', 'Swish', 'Utlägg anställd'],
])('where %s is %s for one row and %s for the next, a person says whether the next is invoiced', (...row) => {
  expect(readFlag(...row)).toEqual(asked)
})

test.each([
  ['Privat', 'kanske', 'nja'],
  ['Kontotyp', 'Privat', 'Privat'],
  ['Betalsätt', 'Faktura', 'Faktura'],
  ['Expense type', 'Hotel', 'Food'],
  ['Reimbursable', 'no', 'no'],
  ['Inlagd', '2026-03-05', '2026-03-06'],
  ['Ver.nr', '1411', '1412'],
  ['Verifikationsnummer', '', '5490990006'],
  ['Verifikat', '', 'x'],
  ['Kommentar', 'privat middag', 'Privatbanken'],
])('of %s with %s and %s nothing is asked', (...row) => {
  expect(readFlag(...row)).toEqual(both)
})

test('what came back is no purchase that was given back, and the state that the file says in words counts beside', () => {
  const lines = ['2026-03-02;ICA;100,00;Completed', '2026-03-03;SJ;-695,00;Refunded', '2026-03-04;SJ;9,00;Pending']
  expect(read('Datum;Butik;Belopp;Status', ...lines)).toEqual([purchase, '3: 2026-03-03 SJ -69500', '4: pending'])
  const flagged = lines.map((line, row) => `${line};${row === 0 ? 'x' : ''}`)
  expect(read('Datum;Butik;Belopp;Status;Privat', ...flagged)).toEqual([
    '2: booked-unclear@E2',
    '3: 2026-03-03 SJ -69500',
    '4: pending',
  ])
})

test('a column added to the file of a known bank is heeded beside the day of booking', () => {
  const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp;Privat'
  const lines = ['2026-03-02;2026-03-03;ICA;LUND;SEK;0;100,00;', '2026-03-03;2026-03-04;SJ;LUND;SEK;0;695,00;x']
  expect(read(header, ...lines, '2026-03-04;;SJ;LUND;SEK;0;5,00;')).toEqual([
    purchase,
    '3: booked-unclear@H3',
    '4: pending',
  ])
})

test('a row that was not taken back says so by 0 beside days', () => {
  expect(readFlag('Makulerad', '0', '2026-03-05')).toEqual([purchase, '3: other-movement'])
  expect(readFlag('Makulerad', '0', '05/03/2026')).toEqual([purchase, '3: other-movement'])
  expect(readFlag('Avbeställd', 'nej', 'ja')).toEqual([purchase, '3: other-movement'])
})

test.each(['Ver.nr', 'Verifikat', 'Verifikationsnummer', 'Fakturanr i Fortnox'])(
  'a row that has a number in %s is asked about in later files, where the sample had none yet',
  (name) => {
    const [header, row] = [`Datum;Butik;Belopp;${name}`, '2026-03-02;ICA;100,00;']
    const { mapping } = suggestMapping(sheetOf(header, row), { today })!
    for (const number of ['1412', 'A 12', 'LB-7']) {
      const later = sheetOf(header, row, `2026-03-03;SJ;695,00;${number}`)
      expect(outcomes(readSource(later, mapping, { today })).slice(1)).toEqual(asked)
    }
  },
)

test('that a number is asked about stands as one rule, whatever letters come before it', () => {
  const { mapping } = suggestMapping(sheetOf('Datum;Butik;Belopp;Ver.nr', '2026-03-02;ICA;100,00;'), { today })!
  const status = mapping.fields.status
  expect(status?.kind === 'choose' && status.rules.map(({ match }) => match)).toEqual(['has-figure'])
})

test('the numbers that a bank gives its rows say nothing, also where the sample had none', () => {
  const header = 'Datum;Text;Belopp;Saldo;Verifikationsnummer'
  const { mapping } = suggestMapping(sheetOf(header, '2026-03-02;ICA;-100,00;5,00;'), { today })!
  const later = sheetOf(header, '2026-03-02;ICA;-100,00;5,00;5490990006')
  expect(outcomes(readSource(later, mapping, { today })).slice(1)).toEqual([purchase])
})

test.each([
  ['Hotell', 'Traktamente'],
  ['Card', 'Milersättning'],
])('an allowance is asked about where the type of the expense says it, beside %s too (%s)', (...types) => {
  expect(readFlag('Expense type', ...types)).toEqual([purchase, '3: allowance@D3'])
})

test('a list of nothing but what employees paid themselves is asked about row by row', () => {
  expect(readFlag('Payment type', 'Reimbursement', 'Reimbursement')).toEqual([
    '2: booked-unclear@D2',
    '3: booked-unclear@D3',
  ])
})

test('of a known format, which says by its types what is a purchase, what employees paid themselves is asked about no more', () => {
  const header =
    'Date,Receipt,Expense Type,Amount,Net Amount,Total FX Fee,Currency,Orig. amount,Orig. currency,Source description,Category,Account number,Owner,Note,Team,Tax Code,Tax Rate,Tax Amount,Expense ID,Export Status'
  const row = (type: string) =>
    `17-07-2026;1;${type};-81,09;-81,09;;SEK;81,09;SEK;SHOP;Drift;6540;Anna;;IT;;;;e-1;EXPORTED`
  const found = read(header.replaceAll(',', ';'), row('Card Purchase'), row('Out of pocket'))
  expect(found).toEqual(['2: 2026-07-17 SHOP 8109', expect.not.stringContaining('unclear')])
})

const kinds = (name: string, ...words: string[]) =>
  read(
    `Datum;Butik;Belopp;${name}`,
    ...words.map((word, index) => `2026-03-0${index + 1};Firma ${index + 1};${index + 1}00,00;${word}`),
  )

test.each([
  ['Typ', 'Utgift', 'Inkomst', 'Lön'],
  ['Typ', 'Expense', 'Income', 'Transfer'],
  ['Typ', 'Rörlig utgift', 'Inkomster', 'Lön'],
  ['Kategori', 'Resor', 'Intäkt', 'Intäkt'],
])(
  'what a list kept by hand calls income, and what it calls pay or a transfer beside it, is asked about: %s',
  (...row) => {
    expect(kinds(...row)).toEqual(['2: 2026-03-01 Firma 1 10000', '3: booked-unclear@D3', '4: booked-unclear@D4'])
  },
)

test('where amounts have signs those say what came in, and pay is a kind of expense where nothing is called income', () => {
  const signed = read('Datum;Butik;Belopp;Kategori', '2026-03-02;ICA;100,00;Mat', '2026-03-03;ICA;-50,00;Inkomst')
  expect(signed[1]).toBe('3: 2026-03-03 ICA -5000')
  expect(kinds('Kategori', 'Mat', 'Lön')[1]).toBe('3: 2026-03-02 Firma 2 20000')
})
