import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
const payment = '2026-03-05;2026-03-05;Inbetalning;;SEK;0;-3000,00'
const refund = '2026-03-04;2026-03-05;BUTIK;LUND;SEK;0;-10,00'
const suggest = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })!

describe('a payment of the card without purchases beside it', () => {
  test('turns no signs: below zero it says that purchases are above', () => {
    for (const lines of [[payment], [payment, refund, refund]])
      expect(suggest(header, ...lines)).toMatchObject({ isSignOpen: false, mapping: { signRule: 'as-is' } })
    const { mapping } = suggest(header, payment)
    const next = sheetOf(header, '2026-04-05;2026-04-06;BUTIK;LUND;SEK;0;99,00', refund)
    expect(outcomes(readSource(next, mapping, { today })).slice(1)).toEqual([
      '2: 2026-04-05 BUTIK 9900',
      '3: 2026-03-04 BUTIK -1000',
    ])
  })

  test('does so above zero neither, where purchases are below', () => {
    const found = suggest('Kjøpsdato;Posteringsdato;Beskrivelse;Beløp', '05.03.2026;05.03.2026;Innbetaling;3000,00')
    expect(found).toMatchObject({ format: { id: 'sparebank1' }, mapping: { signRule: 'inverted' } })
  })

  test('says so of an unknown file too, but nothing where all rows have a minus: it may be an account', () => {
    const sign = (...lines: string[]) => suggest('Date;Description;Amount', ...lines).mapping.signRule
    expect(sign('2026-03-05;Payment received;-300.00')).toBe('as-is')
    expect(sign('2026-03-05;Payment;-300.00', '2026-03-06;SHOP;-10.00', '2026-03-07;SHOP;-12.00')).toBe('inverted')
  })
})

describe('money that is put on a card', () => {
  test.each(['Wallet load', 'Top up', 'Insättning från Swedbank', 'Card top-up via Swish'])(
    'is no refund, and says which sign purchases have: %s',
    (text) => {
      const { rows } = readSuggested(
        sheetOf(
          'Date;Text;Amount',
          '2026-03-14;Adobe;-652.50',
          '2026-04-02;Ryanair;432.11',
          `2026-04-05;${text};900.00`,
        ),
      )
      expect(rows.map(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.amountSek : outcome))).toEqual([
        { kind: 'skipped', reason: 'header' },
        65250,
        -43211,
        { kind: 'skipped', reason: 'payment-to-card', amountSek: -90000 },
      ])
    },
  )

  test('is told from shops whose names begin so', () => {
    const { rows } = readSuggested(
      sheetOf(
        'Date;Text;Amount',
        '2026-03-14;Load Bearing AB;-652.50',
        '2026-04-02;Top Up Cafe;432.11',
        '2026-04-05;ICA;-9.00',
      ),
    )
    expect(rows.map(({ outcome }) => outcome.kind)).toEqual(['skipped', 'purchase', 'purchase', 'purchase'])
  })
})

test.each(['MAKSUSUORITUS', 'ZAHLUNG/ÜBERWEISUNG ERHALTEN BESTEN DANK', 'HARTELIJK BEDANKT VOOR UW BETALING'])(
  'the card’s bill was paid: %s',
  (text) => {
    const { rows } = readSuggested(
      sheetOf('Date;Text;Amount', '2026-03-14;Adobe;652.50', `2026-04-05;${text};-900.00`, '2026-04-06;ICA;9.00'),
    )
    expect(rows.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : outcome.kind))).toEqual([
      'header',
      'purchase',
      'payment-to-card',
      'purchase',
    ])
  },
)

describe('which sign a purchase has where nothing but the number of rows speaks for one', () => {
  const isOpen = (...lines: string[]) => suggest('Datum;Butik;Belopp', ...lines).isSignOpen

  test('is asked about where nearly as many rows have the one as the other, or one row has a minus', () => {
    expect(isOpen('2026-03-01;ICA;-249,50')).toBe(true)
    expect(isOpen('2026-03-01;ICA;-249,50', '2026-03-02;Dustin;1250,00')).toBe(true)
    expect(isOpen('2026-03-01;ICA;-2,00', '2026-03-02;SJ;-4,00', '2026-03-02;Dustin;1250,00')).toBe(true)
  })

  test('is where a row without a minus stands alone beside the number of an account', () => {
    const found = (row: string) => suggest('Kontonummer;Bokföringsdag;Rubrik;Belopp', row).isSignOpen
    expect(found('1234567;2026-03-01;Clas Ohlson;100,00')).toBe(true)
  })

  test('is not where rows say it, or all but few are alike', () => {
    expect(isOpen('2026-03-01;ICA;249,50')).toBe(false)
    expect(isOpen('2026-03-01;ICA;-249,50', '2026-03-02;SJ;-4,00')).toBe(false)
    expect(isOpen('2026-03-01;ICA;249,50', '2026-03-02;ICA retur;-4,00')).toBe(false)
  })
})

describe('of an account without minuses the sign is asked about, for they may be lost', () => {
  const isOpen = (...rows: string[]) => suggest('Bokföringsdag;Text;Belopp;Saldo', ...rows).isSignOpen

  test.each([
    [
      '2026-03-02;Swish från Bo;100,00;1100,00',
      '2026-03-03;Bg-inbetalning 123-4567;500,00;1600,00',
      '2026-03-04;Insättning 4455;50,00;1650,00',
    ],
    ['2026-03-03;Swish från Anna;300,00;11000,00', '2026-03-02;Betalning från Kund AB;500,00;10700,00'],
    ['2026-03-02;Bankgiro 1234;1000,00;2000,00', '2026-03-03;Överföring 555;1000,00;3000,00'],
  ])('but not where every row says money in: %s', (...rows) => expect(isOpen(...rows)).toBe(false))

  test.each([
    ['2026-03-02;ICA MAXI;100,00;1100,00', '2026-03-03;Swish från Bo;500,00;1600,00'],
    ['2026-03-02;Bankgiro 1234;1000,00;2000,00', '2026-03-03;Överföring 555;300,00;1700,00'],
  ])('%s', (...rows) => expect(isOpen(...rows)).toBe(true))
})

test.each(['Inbetalning skattekonto', 'Inbetalning Fora', 'Inbetalning Kronofogden'])(
  '%s is paid by an account: its minus does not say that what was bought has none',
  (text) => {
    const rows = ['2026-07-01;ICA;-300,00', '2026-07-02;SJ;-120,00', `2026-07-03;${text};-12000,00`]
    const { mapping } = suggest('Datum;Text;Belopp', ...rows, '2026-07-04;ACME AB;50000,00')
    expect(mapping.signRule).toBe('inverted')
  },
)

test.each(['Inbetalning 261012', 'Inbetalning Nordea', 'Inbetalning - Tack', 'Inbetalning via autogiro'])(
  'the minus of %s says so still',
  (text) => {
    const { mapping } = suggest('Datum;Text;Belopp', '2026-07-01;ICA;300,00', `2026-07-03;${text};-12000,00`)
    expect(mapping.signRule).toBe('as-is')
  },
)

test('what whoever is named paid in has the sign of no purchase, were most of it so', () => {
  const rows = ['2026-07-01;APOTEKET;-269,28', '2026-07-02;Indbetaling ACME ApS;265,76', '2026-07-03;Kunde 12;500,00']
  const { mapping } = suggest('Dato;Tekst;Beløb DKK', ...rows, '2026-07-04;Indbetaling ACME ApS;800,00')
  expect(mapping.signRule).toBe('inverted')
})

test.each(['Innbetaling. Takk', 'Indbetaling - tak', 'Innbetaling mottatt'])('the minus of %s says so too', (text) => {
  const { mapping, isSignOpen } = suggest('Dato;Tekst;Beløp', '01.07.2026;REMA;300,00', `03.07.2026;${text};-12000,00`)
  expect([mapping.signRule, isSignOpen]).toEqual(['as-is', false])
})
