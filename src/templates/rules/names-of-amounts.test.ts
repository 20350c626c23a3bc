import { describe, expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../testing/read-blind.ts'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const fieldsOf = (...lines: string[]) => readBlind(lines).fields

test('the amount that is called with tax is what was paid, beside one without it that stands before', () => {
  const lines = [
    'Request Date;First Name;City;Fare in SEK (excl. Taxes);Taxes in SEK;Amount in SEK (incl. Taxes);Service',
    '2026-03-02;Anna;Stockholm;188.68;11.32;200.00;UberX',
    '2026-03-15;Anna;Paris;226.00;22.60;248.60;UberX',
  ]
  expect(fieldsOf(...lines)).toMatchObject({
    total: 'Amount in SEK (incl. Taxes)',
    vatAmount: 'Taxes in SEK',
    merchant: 'Service',
  })
  expect(purchasesOf(readBlind(lines).reading)).toEqual([20000, 24860])
})

test.each(['SEK amount', 'SEK-belopp', 'KR belopp'])(
  '%s is what was drawn, beside what the purchase cost abroad',
  (name) => {
    const lines = [`Date;Merchant;Original amount;Original currency;${name}`, '2026-03-02;Yodobashi;12800;JPY;832,00']
    const blind = readBlind([...lines, '2026-03-05;AWS;20,00;USD;192,40'])
    expect(blind.fields).toMatchObject({ total: name, foreignAmount: 'Original amount', currency: 'Original currency' })
    expect(purchasesOf(blind.reading)).toEqual([83200, 19240])
  },
)

test.each(['Belopp utl', 'Belopp utl.', 'Belopp utland'])('%s is what the purchase cost abroad', (name) => {
  const lines = [`Datum;Leverantör;${name};Valuta;Kurs;Belopp SEK`, '2026-04-01;Figma;45,00;USD;9,612;432,54']
  expect(outcomes(readSuggested(sheetOf(...lines, '2026-04-10;Postnord;;SEK;;79,00'))).slice(1)).toEqual([
    '2: 2026-04-01 Figma 43254 USD 4500',
    '3: 2026-04-10 Postnord 7900',
  ])
})

test('an amount called with kronor first is in kronor, whatever the row was bought in', () => {
  const lines = ['Datum;Butik;Valuta;SEK belopp', '2026-03-02;AWS;USD;192,40', '2026-03-03;Coop;SEK;50,00']
  expect(purchasesOf(readBlind(lines).reading)).toEqual([19240, 5000])
})

test.each([
  ['Pris utan moms', 'Pris med moms'],
  ['CostBeforeTax', 'TotalCost'],
  ['Belopp ex. moms', 'Belopp'],
])('of %s and %s the latter is what was paid', (without, total) => {
  const lines = [`Datum;Leverantör;${without};${total}`, '2026-03-02;Dustin;80,00;100,00', '2026-03-03;Ica;40,00;50,00']
  expect(fieldsOf(...lines)).toMatchObject({ total })
})

test('an amount that is only said without VAT is asked about', () => {
  const lines = ['Date;Vendor;Total (ex VAT);Currency', '2026-03-02;Dustin;80.00;SEK', '2026-03-03;Ica;40.00;SEK']
  expect(fieldsOf(...lines)).not.toHaveProperty('total')
})

test.each([
  'Kortets sista siffror',
  'Kort slut',
  'Maskerat kortnummer',
  'Betalkort',
  'Kortnr (sista 4)',
  'Fyra sista siffror',
])('VAT is read from Därav moms, and the card from %s', (name) => {
  const { fields } = readBlind([
    `Datum;Återförsäljare;Att betala (kr);Därav moms;${name}`,
    '2026-03-02;ICA;125,00;25,00;1234',
    '2026-03-03;SJ;106,00;6,00;1234',
  ])
  expect(fields).toMatchObject({ merchant: 'Återförsäljare', vatAmount: 'Därav moms', card: name })
})

test.each(['Moms 25 %', 'VAT (25%)', 'Varav moms 25%', '25% moms'])(
  '%s is the VAT, where its rate is the only one',
  (name) => {
    const lines = [`Datum;Station;Summa;${name}`, '2026-03-02;ST1;546,17;109,23', '2026-03-12;ST1;577,22;115,44']
    expect(fieldsOf(...lines)).toMatchObject({ total: 'Summa', vatAmount: name })
  },
)

test('where each rate has a column of its own, the VAT is all of them, and none is what comes to the net', () => {
  const lines = (...more: string[]) => [
    `Datum;Leverantör;Netto;Moms 25%;Moms 12%${more[0] ?? ''}`,
    `2026-03-02;Dustin;80,00;20,00;${more[1] ?? ''}`,
    `2026-03-03;Ica;140,00;10,00;12,00${more[2] ?? ''}`,
  ]
  expect(fieldsOf(...lines(';Totalt', ';100,00', ';162,00'))).toMatchObject({ total: 'Totalt', vatAmount: 'sum' })
  expect(fieldsOf(...lines())).not.toHaveProperty('total')
})

test('columns whose names are shortened, with days of six figures, are found', () => {
  expect(fieldsOf('Lev.nr;Lev.namn;Fakt.nr;Fakt.dat;Förf.dat;Bel.', '12;Telia;77;260301;260331;125,00')).toMatchObject({
    merchant: 'Lev.namn',
    invoiceNumber: 'Fakt.nr',
    invoiceDate: 'Fakt.dat',
    dueDate: 'Förf.dat',
    total: 'Bel.',
  })
})

test.each(['Betalsätt', 'Payment method', 'Rider', 'Förnamn'])('what stands under %s names no shop', (name) => {
  const lines = [`Datum;${name};Belopp`, '2026-03-02;Visa *1234;100,00', '2026-03-03;Visa *1234;499,00']
  expect(fieldsOf(...lines)).not.toHaveProperty('merchant')
})

test('beside purchases by card, what came by transfer is money in and no refund, and what the card gave back is one', () => {
  expect(
    outcomes(
      readSuggested(
        sheetOf(
          'Operation date;Counterparty name;Total amount (incl. VAT);Currency;Payment method;Transaction type',
          '2026-03-01;OVHcloud;-24.00;EUR;card;debit',
          '2026-03-03;Client SAS;1200.00;EUR;transfer;credit',
          '2026-03-05;OVHcloud;12.00;EUR;card;credit',
          '2026-03-06;Landlord;-900.00;EUR;direct_debit;debit',
        ),
      ),
    ).slice(1),
  ).toEqual([
    '2: 2026-03-01 OVHcloud  EUR 2400',
    '3: incoming',
    '4: 2026-03-05 OVHcloud  EUR -1200',
    '5: other-movement',
  ])
})

test('an Icelandic account is in its own kronor', () => {
  expect(
    outcomes(
      readSuggested(
        sheetOf(
          'Dagsetning;Skýring;Mynt;Erlend upphæð;Upphæð',
          '02.03.2026;BÓNUS;ISK;;-4.590',
          '14.03.2026;AMAZON;EUR;-25,00;-3.750',
        ),
      ),
    ).slice(1),
  ).toEqual(['2: 2026-03-02 BÓNUS  ISK 4590', '3: 2026-03-14 AMAZON  ISK 3750'])
})

test.each(['Insatt;Uttaget', 'Inbetalt;Utbetalt', 'Credits;Charges'])('of %s what went out was bought', (names) => {
  const [moneyIn, moneyOut] = names.split(';')
  const lines = ['2026-03-02;Från konto;5000,00;;5000,00', '2026-03-03;Biltema;;499,00;4501,00']
  expect(fieldsOf(`Datum;Text;${names};Kvar`, ...lines)).toMatchObject({ amountIn: moneyIn, amountOut: moneyOut })
})

test.each([
  ['Amount', 'Amount (account currency)'],
  ['Belopp', 'Belopp i kontovaluta'],
])('beside %s, %s is what the account paid', (foreignAmount, total) => {
  const lines = ['2026-03-02;Meta Ads;100,00;EUR;1104,00', '2026-03-03;SJ;50,00;SEK;50,00']
  const file = sheetOf(`Date;Merchant;${foreignAmount};Currency;${total}`, ...lines)
  expect(outcomes(readSuggested(file)).slice(1)).toEqual([
    '2: 2026-03-02 Meta Ads 110400 EUR 10000',
    '3: 2026-03-03 SJ 5000',
  ])
})

test('money out and in whose names say more than that are found, and what a purchase cost abroad is not what was paid', () => {
  const lines = [
    'Payment Date;Supplier;Type;Amount (debit);Amount (credit);Currency;Local amount;Local currency',
    '2026-04-01;Figma;Card;480,00;;SEK;45,00;USD',
    '2026-04-05;SJ;Card;;695,00;SEK;695,00;SEK',
  ]
  expect(purchasesOf(readBlind(lines).reading)).toEqual([48000, -69500])
  const unknown = lines.map((line) => line.replace('Amount (debit)', 'Our part').replace('Amount (credit)', 'Given'))
  expect(fieldsOf(...unknown)).not.toHaveProperty('total', 'Local amount')
  expect(purchasesOf(readBlind(unknown).reading)).toEqual([])
})

test('what came in on a card of its own columns is a refund, unless it is called a payment', () => {
  const rows = [
    '02.03.2026;REMA 1000;;;;1 234,50',
    '05.03.2026;SJ;900,00;SEK;;856,80',
    '06.03.2026;Innbetaling;;;5 000,00;',
    '15.03.2026;REMA 1000;;;100,00;',
  ]
  const header = 'Kjøpsdato;Tekst;Utenlandsk beløp;Valuta'
  const readAs = (...lines: string[]) => purchasesOf(readBlind([...lines, ...rows]).reading)
  expect(readAs(`${header};Inn på kort;Ut fra kort`)).toEqual([123450, 85680, -10000])
  expect(readAs(`${header};Inn;Ut`, '5413 **** **** 1234;KARI NORDMANN')).toEqual([123450, 85680, -10000])
  expect(readAs(`${header};Inn;Ut`)).toEqual([123450, 85680])
})

test.each(['Köp', 'Köp belopp', 'Belopp ut'])('%s alone, with either sign, holds what was given back too', (name) => {
  const { reading } = readBlind([`Datum;Butik;${name}`, '2026-05-01;ICA;100,00', '2026-05-02;SJ;-695,00'])
  const turned = readBlind([
    `Datum;Butik;${name}`,
    '2026-05-01;ICA;-100,00',
    '2026-05-02;SJ;-95,00',
    '2026-05-03;SJ;5,00',
  ])
  expect(purchasesOf(reading)).toEqual([10000, -69500])
  expect(purchasesOf(turned.reading)).toEqual([10000, 9500, -500])
})

test('a column of returns is a card’s beside what is owed on it', () => {
  const lines = ['Datum;Text;Köp;Retur;Saldo', '2026-05-01;ICA;100,00;;100,00', '2026-05-02;ICA;;20,00;80,00']
  expect(purchasesOf(readBlind(lines).reading)).toEqual([10000, -2000])
})

test.each([
  ['Utgift', 'Inkomst'],
  ['Utgifter', 'Inkomster'],
  ['Expense', 'Income'],
  ['Kostnader', 'Intäkter'],
])('%s and %s are money out and in, each in its own column', (out, back) => {
  const blind = readBlind([`Datum;Text;${back};${out}`, '2026-03-01;Lotteri;500,00;', '2026-03-02;Coop;;125,50'])
  expect(blind.fields).toMatchObject({ amountOut: out, amountIn: back, merchant: 'Text' })
  expect(purchasesOf(blind.reading)).toEqual([12550])
})

test.each(['Utgift', 'Expense'])('%s that says what was bought is what was bought', (name) => {
  const blind = readBlind([`Datum;${name};Belopp`, '2026-03-01;Coop;100,00', '2026-03-02;ICA;125,50'])
  expect(blind.fields).toMatchObject({ merchant: name, total: 'Belopp' })
})

test('Ören beside Kronor are a part of the amount', () => {
  const blind = readBlind(['Datum;Butik;Kronor;Ören', '2026-03-02;Coop;12;50', '2026-03-03;ICA;7;05'])
  expect(purchasesOf(blind.reading)).toEqual([1250, 705])
})

describe('a column called by a kind of card that holds amounts is no card', () => {
  test.each(['Kreditkort', 'Företagskort', 'Betalkort', 'Kort'])(
    '%s is what was paid, where no other column is',
    (name) => {
      const blind = readBlind([`Datum;Butik;${name}`, '2026-07-01;ICA;100,00', '2026-07-02;COOP;20,50'])
      expect(blind.fields).not.toHaveProperty('card')
      expect(purchasesOf(blind.reading)).toEqual([10000, 2050])
      const whole = readBlind([`Datum;Butik;${name}`, '2026-07-01;ICA;1250', '2026-07-02;COOP;20'])
      expect(purchasesOf(whole.reading)).toEqual([125000, 2000])
    },
  )

  test('what was paid privately beside it is not taken for the company’s: a person says which column it is', () => {
    const blind = readBlind(['Datum;Butik;Företagskort;Privat', '2026-07-01;ICA;100,00;', '2026-07-02;COOP;;20,00'])
    expect(blind.fields).not.toHaveProperty('total')
    expect(blind.fields).not.toHaveProperty('card')
    expect(purchasesOf(blind.reading)).toEqual([])
  })

  test.each([
    ['1234', '0042'],
    ['376912345678901', '5412345678901234'],
    ['1', '2'],
    ['1', '12'],
    ['1234', '456'],
  ])('numbers of cards are: %s and %s', (one, other) => {
    const lines = ['Datum;Butik;Belopp;Företagskort', `2026-07-01;ICA;100,00;${one}`, `2026-07-02;COOP;20,00;${other}`]
    expect(readBlind(lines).fields).toMatchObject({ card: 'Företagskort', total: 'Belopp' })
    const whole = lines.map((line) => line.replaceAll(',00', ''))
    expect(readBlind(whole).fields).toMatchObject({ card: 'Företagskort', total: 'Belopp' })
  })

  test('figures that differ in all of many rows are amounts, beside another one too', () => {
    const rows = ['120', '99', '1000', '45', '310', '78'].map((paid, day) => `2026-07-0${day + 1};ICA;${paid};${paid}`)
    expect(readBlind(['Datum;Butik;Belopp;Kort', ...rows]).fields).not.toHaveProperty('card')
  })
})
