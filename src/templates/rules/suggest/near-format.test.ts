import { describe, expect, test } from 'vitest'
import { brief, column, outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from './suggest-mapping.ts'

const sebKort = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
const bought = '2026-05-03;2026-05-05;OPENAI;DUBLIN;USD;20,00;187,20'
const rows = ['2026-05-02;2026-05-04;ICA;NORA;SEK;0;125,50', bought]

describe('a file in which somebody renamed a column of a known format', () => {
  test.each([
    ['Belopp', 'Belop'],
    ['Belopp', 'Belopp i kr'],
    ['Datum', 'Dat.'],
    ['Specifikation', 'Leverantör'],
    ['Valuta', 'Val.'],
    ['Utl. belopp', 'Valutabelopp'],
  ])('%s called %s is read as before', (name, now) => {
    const names = sebKort.split(';').map((one) => (one === name ? now : one))
    expect(outcomes(readSuggested(sheetOf(names.join(';'), ...rows))).slice(1)).toEqual([
      '2: 2026-05-02 ICA 12550',
      '3: 2026-05-03 OPENAI 18720 USD 2000',
    ])
  })

  test('is not taken for it before a person has seen the suggestions', () => {
    expect(suggestMapping(sheetOf(sebKort.replace(/Belopp$/, 'Belop'), ...rows), { today })?.format).toBeNull()
  })

  test('keeps what the format knows of its texts', () => {
    const amex = 'Datum,Beskrivning,Kortmedlem,Konto #,Belopp (SEK),Utökade specifikationer'.replaceAll(',', ';')
    const spent = 'Foreign Spend Amount: 99,00 US DOLLAR Commission Amount: 20,50 Currency Exchange Rate: 0,0962'
    const reading = readSuggested(sheetOf(amex, `06/20/2026;EXAMPLE;ANNA;-31009;1 049,50;${spent}`))
    expect(outcomes(reading)[1]).toBe('2: 2026-06-20 EXAMPLE 104950 USD 9900')
  })
})

describe("American Express's file with its card's number or its references called otherwise", () => {
  const read = (name: string, ...values: string[]) => {
    const header = `Datum;Beskrivning;Kortmedlem;${name};Belopp;Utökade specifikationer`
    const lines = values.map((value, index) => `06/2${index + 1}/2026;SJ;ANNA;${value};${index + 1}00,00;`)
    return suggestMapping(sheetOf(header, ...lines), { today })?.mapping.fields
  }

  test('has the number for its card, and for no id of a purchase', () => {
    const fields = read('Konto', '-31009', '-31009')
    expect(fields?.card).toEqual(column(3, 'Konto'))
    expect(fields).not.toHaveProperty('providerId')
  })

  test('has the references for ids, where no two purchases have the same', () => {
    expect(read('Ref', 'AT261720017000010', 'AT261720017000011')?.providerId).toEqual(column(3, 'Ref'))
    expect(read('Ref', 'AT261720017000010', 'AT261720017000010')).not.toHaveProperty('providerId')
  })
})

test('a column that is not needed may have been taken away', () => {
  const seb = 'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp'
  const moved = ['2026-05-01;2026-05-01;50501;KAFÉ NORA/26-04-28;-70,24', '2026-05-02;2026-05-02;50502;Kund AB;900,00']
  const { rows: read } = readSuggested(sheetOf(seb, ...moved))
  expect(read.slice(1).map(({ outcome }) => brief(outcome))).toEqual(['2026-04-28 KAFÉ NORA 7024', 'incoming'])
})

test('without its foreign amounts a file is still in the currency of its account', () => {
  const bare = rows.map((row) => row.split(';').toSpliced(5, 1).join(';'))
  const { rows: read } = readSuggested(sheetOf(sebKort.replace('Utl. belopp;', ''), ...bare))
  expect(brief(read[2]!.outcome)).toBe('2026-05-03 OPENAI 18720')
})

test('a list of purchases that has some names of a bank in common is none of that bank', () => {
  const own = [
    'Datum;Text;Typ;Belopp;Saldo kvar;Budgetgrupp',
    '2026-05-01;KAFÉ;Mat;70,00;;x',
    '2026-05-02;ICA;Mat;9,00;;y',
  ]
  expect(outcomes(readSuggested(sheetOf(...own))).slice(1)).toEqual([
    '2: 2026-05-01 KAFÉ 7000',
    '3: 2026-05-02 ICA 900',
  ])
})

test("Wise's transactions are read by their order and ids where the header is in another language, and a person is asked", () => {
  const sheet = sheetOf(
    'ID;Status;Riktning;Skapad;Slutförd;Källavgift;Källavgiftsvaluta;Målavgift;Målavgiftsvaluta;Källa;Källbelopp;Källvaluta;Mål;Målbelopp;Målvaluta;Kurs;Referens',
    'CARD_TRANSACTION-1;COMPLETED;OUT;2026-07-03 10:11:12;;0.55;SEK;;;Vi AB;188.45;SEK;OpenAI;20.00;USD;0.10613;',
    'CARD_TRANSACTION-2;COMPLETED;IN;2026-07-05 10:11:12;;0.00;SEK;;;Spotify;99.00;SEK;Vi AB;99.00;SEK;1.0;',
    'TRANSFER-3;COMPLETED;OUT;2026-07-06 10:11:12;;3.12;SEK;;;Vi AB;1000.00;SEK;Acme Ltd;80.00;GBP;0.08;INV1',
    'TRANSFER-4;COMPLETED;IN;2026-07-07 10:11:12;;0.00;SEK;;;Kund AB;500.00;SEK;Vi AB;500.00;SEK;1.0;INV2',
    'BALANCE-5;COMPLETED;NEUTRAL;2026-07-08 10:11:12;;1.00;EUR;;;Vi AB;100.00;EUR;Vi AB;1100.00;SEK;11.0;',
  )
  expect(suggestMapping(sheet, { today })?.format).toBeNull()
  expect(outcomes(readSuggested(sheet))).toEqual([
    '1: header',
    '2: 2026-07-03 OpenAI 18900 USD 2000',
    '3: 2026-07-05 Spotify -9900',
    '4: other-movement',
    '5: incoming',
    '6: other-movement',
  ])
})

test('a card’s debt whose columns are nearly called as those of ICA’s accounts is a card’s: its purchases are bought, and what paid it is not', () => {
  const debt = [
    'Datum;Typ;Text;Belopp;Saldo',
    '2026-05-01;Köp;IKEA;1299,00;1299,00',
    '2026-05-02;Köp;SJ AB;300,00;1599,00',
    '2026-05-03;Betalning;Inbetalning;-1100,00;499,00',
    '2026-05-05;Köp;COOP;200,00;699,00',
  ]
  expect(outcomes(readSuggested(sheetOf(...debt))).slice(1)).toEqual([
    '2: 2026-05-01 IKEA 129900',
    '3: 2026-05-02 SJ AB 30000',
    '4: payment-to-card',
    '5: 2026-05-05 COOP 20000',
  ])
  const account = [
    'Datum;Typ;Text;Belopp;Saldo',
    '2026-05-01;Kortköp;IKEA;-1299,00;8701,00',
    '2026-05-02;Kortköp;SJ AB;-300,00;8401,00',
    '2026-05-03;Insättning;Lön;1100,00;9501,00',
  ]
  expect(outcomes(readSuggested(sheetOf(...account))).slice(1)).toEqual([
    '2: 2026-05-01 IKEA 129900',
    '3: 2026-05-02 SJ AB 30000',
    '4: incoming',
  ])
})

test("a file of Danske Bank with Norwegian names is of an account in Norwegian kroner, and with Danish ones in the bank's own", () => {
  const currencyOf = (amount: string, reconciled: string) => {
    const header = `Dato;Kategori;Underkategori;Tekst;${amount};Saldo;Status;${reconciled}`
    const lines = [
      '03.07.2026;Mat;Dagligvarer;MATBUA;-163,80;9836,20;Utført;Nei',
      '05.07.2026;Mat;;KAFÉ;-45,00;9791,20;Utført;Nei',
    ]
    return suggestMapping(sheetOf(header, ...lines), { today })?.mapping.currency
  }
  expect(currencyOf('Beløp', 'Avstemt')).toBe('NOK')
  expect(currencyOf('Beløb', 'Afstemt')).toBe('DKK')
  expect(currencyOf('Beløb (kr)', 'Afstemt')).toBe('DKK')
})
