import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sample, sheetOf, today } from '../../testing/sheets.ts'
import { profileColumns } from '../columns/profile-columns.ts'
import { locateTable } from '../layout/locate-table.ts'
import { suggestByContent } from './suggest-fields.ts'
import { suggestMapping } from './suggest-mapping.ts'

const suggest = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })!
const columnsOf = (found: ReturnType<typeof suggest>) =>
  Object.fromEntries(
    found.suggestions.map(({ field, source }) => [
      field,
      source.kind === 'source' && source.from.kind === 'column' ? source.from.name || source.from.index : source.kind,
    ]),
  )

describe('an unknown file', () => {
  test('in English is mapped by the names of its columns', () => {
    const found = suggest(
      'Transaction Date;Merchant;Amount;Currency;Cardholder;Cost Center;VAT',
      '2026-05-01;Shop;12.50;SEK;Ann;100;2.50',
      '2026-05-02;Café;1,200.00;SEK;Ann;200;240.00',
    )
    expect(found.format).toBeNull()
    expect(columnsOf(found)).toEqual({
      invoiceDate: 'Transaction Date',
      merchant: 'Merchant',
      total: 'Amount',
      currency: 'Currency',
      costCenter: 'Cost Center',
      vatAmount: 'VAT',
    })
    expect(found.mapping).toMatchObject({
      numberFormat: 'dot',
      dateOrder: 'ymd',
      signRule: 'as-is',
      account: 'card',
      currency: 'SEK',
    })
  })

  test('in Norwegian, with money in and out apart', () => {
    const found = suggest(
      'Dato;Beløpet gjelder;Valuta;Inn;Ut',
      '01.05.2026;BUTIKK OSLO;NOK;;120,50',
      '13.05.2026;Retur BUTIKK;NOK;20,00;',
    )
    expect(columnsOf(found)).toMatchObject({
      invoiceDate: 'Dato',
      merchant: 'Beløpet gjelder',
      amountOut: 'Ut',
      amountIn: 'Inn',
    })
    expect(found.mapping).toMatchObject({ signRule: 'two-columns', dateOrder: 'dmy', numberFormat: 'comma' })
  })

  test('in German and Danish', () => {
    expect(columnsOf(suggest('Buchungsdatum;Händler;Betrag (EUR)', '2026-05-01;Laden;-12,50'))).toEqual({
      invoiceDate: 'Buchungsdatum',
      merchant: 'Händler',
      total: 'Betrag (EUR)',
    })
    expect(suggest('Buchungsdatum;Händler;Betrag (EUR)', '2026-05-01;Laden;-12,50').mapping).toMatchObject({
      currency: 'EUR',
      signRule: 'inverted',
    })
    expect(suggest('Dato;Tekst;Beløb', '01-05-2026;Butik;12,50').mapping).toMatchObject({ currency: 'DKK' })
  })

  test('without known names is mapped by what stands in its columns, with less confidence', () => {
    const found = suggest('Kol1;Kol2;Kol3;Kol4', '2026-05-01;12,50;Butiken i byn;SEK', '2026-05-03;99,00;Kaféet;SEK')
    expect(columnsOf(found)).toEqual({ invoiceDate: 'Kol1', total: 'Kol2', merchant: 'Kol3', currency: 'Kol4' })
    expect(found.suggestions.every(({ confidence }) => confidence <= 0.5)).toBe(true)
  })

  test('without a header goes by place', () => {
    const found = suggest(
      'Swish VÄSTTRAFIK AB;2019-07-14;2019-07-15;-28,00;24 207,40',
      'ICA;2019-07-14;2019-07-15;-8,00;24 199,40',
    )
    expect(found.mapping.header).toEqual([])
    expect(columnsOf(found)).toMatchObject({ invoiceDate: 1, merchant: 0 })
  })

  test('never takes who holds the card for the merchant', () => {
    expect(
      columnsOf(suggest('Datum;Kortinnehavare;Inköpsställe;Belopp', '2026-05-01;Anna Testsson;BUTIK;5,00')).merchant,
    ).toBe('Inköpsställe')
    expect(columnsOf(suggest('Datum;Kortmedlem;Belopp', '2026-05-01;Anna Testsson;5,00')).merchant).toBeUndefined()
  })

  test('a name counts only whole: Transaktions-ID and Tid are no merchant and no date', () => {
    const found = suggest(
      'Datum;Tid;Titel;Belopp;Balans;Transaktions-ID',
      '2026-05-01;09:32;BUTIK;-5,00;95,00;a1b2c3d4',
      '2026-05-02;10:32;KAFÉ;-6,00;89,00;a1b2c3d5',
    )
    expect(columnsOf(found)).toEqual({
      invoiceDate: 'Datum',
      merchant: 'Titel',
      total: 'Belopp',
      providerId: 'Transaktions-ID',
    })
    expect(found.mapping).toMatchObject({ signRule: 'inverted', account: 'bank' })
  })

  test('says so when numbers or dates can be read two ways, and chooses neither', () => {
    const found = suggest('Datum;Text;Belopp', '03/04/2026;A;1.000', '05/04/2026;B;2.500')
    expect(found.numberFormat).toEqual({ suggested: 'auto', isAmbiguous: true, examples: ['1.000'] })
    expect(found.dateOrder).toEqual({ suggested: 'auto', isAmbiguous: true })
  })

  test('takes the sign from what pays the card before the majority', () => {
    const refunds = [
      '2026-05-01;Retur A;-5,00',
      '2026-05-01;Retur B;-6,00',
      '2026-05-02;BUTIK;7,00',
      '2026-05-03;INBETALNING, TACK;-8,00',
    ]
    expect(suggest('Datum;Text;Belopp', ...refunds).mapping.signRule).toBe('as-is')
    expect(
      suggest('Datum;Text;Belopp', '2026-05-02;BUTIK;-7,00', '2026-05-02;BUTIK;-8,00', '2026-05-03;Inbetalning;900,00')
        .mapping.signRule,
    ).toBe('inverted')
  })

  test('ids are known by what they look like, and merchant texts are none', () => {
    expect(
      columnsOf(suggest('Datum;Text;Belopp;Referens', '2026-05-01;A;5,00;AT261720001', '2026-05-01;B;5,00;AT261720002'))
        .providerId,
    ).toBe('Referens')
    expect(
      columnsOf(suggest('Datum;Text;Belopp;Referens', '2026-05-01;A;5,00;PAYPAL X1', '2026-05-01;B;5,00;PAYPAL X2'))
        .providerId,
    ).toBeUndefined()
  })

  test('nothing like a table is nothing', () => {
    expect(suggestMapping(sheetOf('Hej', 'Detta är ingen tabell'), { today })).toBeNull()
  })
})

describe('known formats', () => {
  test('American Express with days up to 12 only is still American', () => {
    const found = suggest('Datum;Beskrivning;Kortmedlem;Konto #;Belopp', '06/05/2026;BUTIK;ANNA;-31009;5,00')
    expect(found.mapping.dateOrder).toBe('mdy')
    expect(
      outcomes(
        readSuggested(sheetOf('Datum;Beskrivning;Kortmedlem;Konto #;Belopp', '06/05/2026;BUTIK;ANNA;-31009;5,00')),
      )[1],
    ).toBe('2: 2026-06-05 BUTIK 500')
  })

  test('nor where a spreadsheet program wrote them as in the United States', () => {
    const read = (day: string) => suggest('Dato;Beløpet gjelder;Valuta;Inn;Ut', `${day};KIOSK;;;5,00`)
    expect(read('3/12/2025').format?.id).toBe('dnb-mastercard')
    expect(['3/12/2025', '03/12/2025'].map((day) => read(day).dateOrder.isAmbiguous)).toEqual([true, false])
  })
  test('the header is found below blocks about the account', async () => {
    const table = locateTable(await sample('lansforsakringar_foretag.csv'))
    expect(table?.header?.number).toBe(4)
  })
})

/** The built-in formats only make sure; most of their files would be understood without them. */
test.each([
  [
    'amex_se_activity.csv',
    { merchant: 'Beskrivning', invoiceDate: 'Datum', total: 'Belopp', card: 'Konto #', providerId: 'Referens' },
  ],
  [
    'firstcard.xlsx',
    {
      merchant: 'Reseinformation / Inköpsplats',
      invoiceDate: 'Datum',
      total: 'Belopp',
      currency: 'Valuta',
      card: 'Kort',
    },
  ],
  [
    'handelsbanken_konto_dim_a1a1.xlsx',
    { merchant: 'Text', invoiceDate: 'Transaktionsdatum', total: 'Belopp', status: 'Reskontradatum' },
  ],
  ['ica_banken_kr_suffix.csv', { merchant: 'Text', invoiceDate: 'Datum', total: 'Belopp', type: 'Typ' }],
  ['lansforsakringar_foretag.csv', { merchant: 'Meddelande', invoiceDate: 'Transaktionsdatum', total: 'Belopp' }],
  ['nordea_privat_old.csv', { merchant: 'Transaktion', invoiceDate: 'Datum', total: 'Belopp' }],
  [
    'seb_foretag_transaktioner_bom_crlf.csv',
    { merchant: 'Text', invoiceDate: 'Bokförd', amountIn: 'Insättningar', amountOut: 'Uttag', type: 'Typ' },
  ],
  [
    'sebkort_transaktioner_multicard.xlsx',
    {
      merchant: 'Specifikation',
      invoiceDate: 'Datum',
      total: 'Belopp',
      currency: 'Valuta',
      foreignAmount: 'Utl. belopp',
    },
  ],
  [
    'swedbank_transaktioner_cp1252.csv',
    { merchant: 'Beskrivning', invoiceDate: 'Transaktionsdag', total: 'Belopp', currency: 'Valuta' },
  ],
])('%s is understood by its names and values too', async (name, fields) => {
  const table = locateTable(await sample(name))!
  const suggestions = suggestByContent(profileColumns(table.header, table.rows), table.rows.length, {
    hasCards: false,
    hasRateNotes: false,
  })
  expect(
    Object.fromEntries(
      suggestions.map(({ field, source }) => [field, source.kind === 'source' ? source.from.name : source.kind]),
    ),
  ).toMatchObject(fields)
})

test('dates that a spreadsheet program wrote anew are asked for where no order of the issuer fits them', () => {
  const saved = (day: string) =>
    suggestMapping(
      sheetOf('Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp', `${day};${day};A;LUND;SEK;0;5,00`),
      { today },
    )!.dateOrder
  expect(saved('05/06/2026')).toEqual({ suggested: 'auto', isAmbiguous: true })
  expect(saved('25/06/2026')).toEqual({ suggested: 'dmy', isAmbiguous: false })
})

test('six digits are dates in a column that is named so, numbers of a workbook too', () => {
  const file = sheetOf('Datum;Specifikation;Belopp', 'KORT NR **** 1234;;', '251229;A;5,00', '260102;B;6,00')
  expect(outcomes(readSuggested(file)).slice(2)).toEqual(['3: 2025-12-29 A 500', '4: 2026-01-02 B 600'])
  const rows = file.sheets[0]!.rows.map((row) => (row.number > 2 ? { ...row, kinds: 'ntt' } : row))
  expect(outcomes(readSuggested({ ...file, sheets: [{ name: '', rows }] })).slice(2)).toEqual([
    '3: 2025-12-29 A 500',
    '4: 2026-01-02 B 600',
  ])
})

test('the order of days is asked for in the exports of American Express that are not known to be American in it', () => {
  const order = (header: string) =>
    suggestMapping(sheetOf(header, '05/06/2026;A;B;-31009;5,00'), { today })!.dateOrder.isAmbiguous
  expect(order('Dato;Beskrivelse;Kortmedlem;Kontonummer;Beløp')).toBe(true)
  expect(order('Date;Description;Card Member;Account #;Amount')).toBe(true)
  expect(order('Datum;Beskrivning;Kortmedlem;Konto #;Belopp')).toBe(false)
})

test("an English file of American Express with the day first is another country's, so that a person says what its currency is", () => {
  const found = suggest('Date;Description;Card Member;Account #;Amount', '28/06/2026;A;B;-31009;5.00')
  expect(found).toMatchObject({ format: null, mapping: { currency: 'GBP', dateOrder: 'dmy', signRule: 'as-is' } })
  const swedish = suggest('Date;Description;Card Member;Account #;Amount', '06/28/2026;A;B;-31009;5,00')
  expect(swedish).toMatchObject({ format: { id: 'amex-english' }, mapping: { currency: 'SEK' } })
})

describe('a known card file whose amounts have the other sign', () => {
  const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
  const rows = (...amounts: string[]) =>
    amounts.map((amount, index) => `2026-03-0${index + 1};2026-03-09;BUTIK ${index};LUND;SEK;0;${amount}`)

  test('is read by the row that pays the card', () => {
    const found = suggest(header, ...rows('-10,00', '-20,00'), '2026-03-05;2026-03-05;Inbetalning;;SEK;0;30,00')
    expect(found).toMatchObject({ isSignOpen: false, mapping: { signRule: 'inverted' } })
  })

  test('is not turned round by a payment whose minus was lost with the encoding', () => {
    const found = suggest(header, ...rows('10,00', '?20,00'), '2026-03-05;2026-03-05;Inbetalning;;SEK;0;?30,00')
    expect(found).toMatchObject({ isSignOpen: false, mapping: { signRule: 'as-is' } })
  })

  test('waits for a person where no such row tells', () => {
    const found = suggest(header, ...rows('-10,00', '-20,00', '-30,00'))
    expect(found).toMatchObject({ isSignOpen: true, mapping: { signRule: 'as-is' } })
  })

  test('may hold a few refunds and nothing else', () => {
    const found = suggest(header, ...rows('-10,00', '-20,00'))
    expect(found).toMatchObject({ isSignOpen: false, mapping: { signRule: 'as-is' } })
  })
})

test.each(['LÖN ANNA TESTSSON', 'Skatteverket', 'BG 5050-1055', 'Bg-bet. via internet', 'Betalning BG 5050-1055'])(
  'who pays out %s has a bank account, where what a customer paid is no refund',
  (text) => {
    const rows = ['2026-01-02;ICA NÄRA;-120,00', `2026-01-03;${text};-9000,00`, '2026-01-05;KUND AB;12500,00']
    const found = suggest('Datum;Text;Belopp', ...rows)
    expect(found.mapping).toMatchObject({ account: 'bank', signRule: 'inverted' })
    expect(outcomes(readSuggested(sheetOf('Datum;Text;Belopp', ...rows)))[3]).toBe('4: incoming')
  },
)
test('a bill paid by giro from an account is no purchase: its invoice is there already', () => {
  const nordea = 'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta'
  const rows = ['Bankgirobetalning', 'Betalning PG 1-8 AB', 'Bankgirot AB'].map(
    (t) => `2026/01/02;-10,00;1;2;;${t};9,00;SEK`,
  )
  const read = outcomes(readSuggested(sheetOf(nordea, ...rows)))
  expect(read.slice(1)).toEqual(['2: other-movement', '3: other-movement', '4: 2026-01-02 Bankgirot AB 1000'])
})
test('a shop whose name begins so is none', () => {
  const rows = ['2026-01-02;LÖNSBODA PIZZERIA;-120,00', '2026-01-05;ICA NÄRA;25,00', '2026-01-06;BG KONSULT AB;-99,00']
  expect(suggest('Datum;Text;Belopp', ...rows).mapping.account).toBe('card')
})

describe('the sign of an unknown file', () => {
  test('is that of the rows typed as purchases', () =>
    expect(
      suggest(
        'Datum;Typ;Text;Belopp',
        '2026-05-01;Kortköp;A;-12,50',
        '2026-05-02;Insättning;B;99,00',
        '2026-05-02;Insättning;C;99,00',
      ).mapping.signRule,
    ).toBe('inverted'))
})

describe('what a column says of each row', () => {
  const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
  test('of a day of booking and a state that banks use the state is read', () => {
    const header = 'Köpdatum;Bokförd;Butik;Belopp;Status'
    const rows = ['2026-05-01;2026-05-02;ICA;10,00;Genomförd', '2026-05-03;2026-05-04;HERTZ;5000,00;Återförd']
    expect(read(header, ...rows)).toEqual(['2: 2026-05-01 ICA 1000', '3: other-movement'])
    // what a person thinks of a row says nothing of that
    const approved = ['2026-05-01;2026-05-02;ICA;10,00;Attesterad', '2026-05-03;;COOP;50,00;Attesterad']
    expect(read(header, ...approved)).toEqual(['2: 2026-05-01 ICA 1000', '3: pending'])
  })
  test('money that is put on an account from a card is no card purchase, and no other type is left out for it', () =>
    expect(
      read(
        'Date;Name;Type;Amount;Balance',
        '2026-05-01;Namecheap;Express Checkout Payment;-34,50;0,00',
        '2026-05-01;;General Card Deposit;34,50;34,50',
        '2026-05-04;Namecheap;Payment Refund;9,50;9,50',
      ),
    ).toEqual(['2: 2026-05-01 Namecheap 3450', '3: incoming', '4: 2026-05-04 Namecheap -950']))
  test('Revolut in Norwegian is known, and a state in French is one', () => {
    const norwegian = 'Type;Produkt;Startdato;Sluttdato;Beskrivelse;Beløp;Gebyr;Valuta;Status;Saldo'
    const paid = 'Kortbetaling;Nåværende;2026-02-01 9:32:08;2026-02-02;Kino;-14.50;0.00;NOK;FULLFØRT;9.50'
    expect(suggest(norwegian, paid).format?.id).toBe('revolut-personal')
    const french = ['2026-05-01;ICA;10,00;TERMINÉ', '2026-05-02;ICA;5,00;EN ATTENTE']
    expect(read('Datum;Butik;Belopp;État', ...french)).toEqual(['2: 2026-05-01 ICA 1000', '3: pending'])
  })
  test('a state that a bank added to a file we know is read', () => {
    const nordea = 'Datum;Transaktion;Kategori;Belopp;Saldo;Status'
    const rows = [
      '2026-05-01;Kortköp 260501 ICA;Mat;-10,00;90,00;Utförd',
      '2026-05-02;Kortköp 260502 SJ;Resor;-9,00;81,00;Väntar',
    ]
    expect(suggest(nordea, ...rows).format?.id).toBe('nordea-old')
    expect(read(nordea, ...rows)).toEqual(['2: 2026-05-01 ICA 1000', '3: pending'])
    const card = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp;Status'
    const bought = [
      '2026-05-01;2026-05-02;ICA;LUND;SEK;0;10,00;Bokförd',
      '2026-05-01;2026-05-02;HERTZ;LUND;SEK;0;9,00;Nekad',
      '2026-05-03;;SJ;LUND;SEK;0;9,00;',
    ]
    expect(read(card, ...bought)).toEqual(['2: 2026-05-01 ICA 1000', '3: other-movement', '4: pending'])
  })
  test('amounts without a sign go out or come in as a column of D and K says', () => {
    const rows = ['2026-05-01;ICA;45,90;D', '2026-05-02;KUND AB;1 250,00;K', '2026-05-03;COOP;5,00;D']
    expect(suggest('Datum;Text;Belopp;Märke', ...rows).mapping).toMatchObject({
      signRule: 'direction',
      outgoingDirections: ['D'],
    })
  })
  test('accounts in columns of debit and credit are no amounts', () =>
    expect(read('Datum;Text;Belopp;Debet;Kredit', '2026-05-01;ICA;50,00;5460;', '2026-05-02;SJ;60,00;5800;')).toEqual([
      '2: 2026-05-01 ICA 5000',
      '3: 2026-05-02 SJ 6000',
    ]))
  test('an amount without a sign is read by the columns that say it again as debit or credit', () =>
    expect(
      suggest('Datum;Text;Belopp;Kredit;Debet', '2026-05-01;ICA;5,49;;5,49', '2026-05-02;ICA;5,49;5,49;').mapping
        .signRule,
    ).toBe('two-columns'))
})

describe('amounts in two currencies', () => {
  const found = (...lines: string[]) => {
    const { mapping } = suggest(...lines)
    const reading = readSuggested(sheetOf(...lines))
    return [mapping.signRule, ...outcomes(reading).slice(1)]
  }
  test('the one named for the account is what was paid', () =>
    expect(
      found('Datum;Text;Valuta;Belopp;Belopp SEK', '2026-05-01;A;EUR;12,50;143,00', '2026-05-02;B;SEK;3,50;3,50'),
    ).toEqual(['as-is', '2: 2026-05-01 A 14300 EUR 1250', '3: 2026-05-02 B 350']))
  test('an amount in SEK is none in the currency of the purchase', () =>
    expect(found('Datum;Text;Valuta;Belopp i SEK', '2026-05-01;A;EUR;143,00', '2026-05-02;B;SEK;3,50')).toEqual([
      'as-is',
      '2: 2026-05-01 A 14300',
      '3: 2026-05-02 B 350',
    ]))
  test('a known file whose foreign amounts are gone is in the currency of its account', () =>
    expect(found('Datum;Reseinformation/Inköpsplats;Valuta;Belopp;Kort', '2026-01-15;OPENAI;USD;195,50;*1234')).toEqual(
      ['as-is', '2: 2026-01-15 OPENAI 19550'],
    ))
  test('a column for money in may hold nothing', () =>
    expect(
      found('Dato;Beskrivelse;Inn på konto;Ut fra konto;Originalt beløp;Valuta', '19.01.2026;AWS;;140,00;10,00;EUR'),
    ).toEqual(['two-columns', '2: 2026-01-19 AWS  NOK 14000']))
})
