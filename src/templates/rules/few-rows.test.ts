import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

describe('a first file of one row is read as the row would be among others', () => {
  test('bought abroad: what the account paid is in the currency of the account', () => {
    const abroad = ['2: 2026-03-03 HETZNER 22440 EUR 2000']
    expect(
      read('Date;Merchant;Amount;Currency;Billing amount;Billing currency', '2026-03-03;HETZNER;20,00;EUR;224,40;SEK'),
    ).toEqual(abroad)
    expect(
      read(
        'Date;Supplier;Total;Currency;Total in base currency;Base currency',
        '2026-03-03;HETZNER;20,00;EUR;224,40;SEK',
      ),
    ).toEqual(abroad)
    expect(read('Date;Merchant;Currency;Billing amount;Billing currency', '2026-03-03;HETZNER;EUR;224,40;SEK')).toEqual(
      ['2: 2026-03-03 HETZNER 22440'],
    )
  })

  test('money in alone: the number of the voucher is no amount', () => {
    expect(read('Bokført dato;Beskrivelse;Ut;Inn;Arkivreferanse', '16.03.2026;Lønn;;30000,00;1234568')).toEqual([
      '2: incoming',
    ])
    expect(read('Datum;Butik;Köp;Retur', '2026-03-03;SJ AB;;695,00')).toEqual(['2: 2026-03-03 SJ AB -69500'])
  })

  test.each(['Reserveret', 'Väntande', 'Prel.', 'Varattu'])('%s where its day should stand', (waiting) => {
    const header = 'Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt'
    expect(read(header, `${waiting};-39,95;9000000000;;;KØBMANDEN BRØNS;;DKK;`)).toEqual(['2: pending'])
  })

  test('of nothing but a zero, or a refund alone: nobody can say which sign a purchase has', () => {
    const isOpen = (...lines: string[]) => suggestMapping(sheetOf('Datum;Text;Belopp', ...lines), { today })?.isSignOpen
    expect(isOpen('2026-03-03;Parkering;0,00')).toBe(true)
    expect(isOpen('2026-03-03;Clas Ohlson;-199,00')).toBe(true)
    expect(isOpen('2026-03-03;Parkering;0,00', '2026-03-04;SJ AB;695,00')).toBe(false)
  })

  test('a shop of three capitals in a column of any name is a shop', () =>
    expect(read('Köpdatum;Var;Belopp', '2026-03-02;ICA;100,00')).toEqual(['2: 2026-03-02 ICA 10000']))
})

test('a number of seven figures or more in every row is a number of something, which a person is asked about', () =>
  expect(read('Datum;Butik;Ärende', '2026-03-02;Coop Nacka;1234568', '2026-03-04;SJ AB;1234569')).toEqual([
    '2: field-not-mapped',
    '3: field-not-mapped',
  ]))

test('öre may stand before their kronor', () =>
  expect(read('Datum;Butik;Öre;Kr', '2026-03-02;Coop Nacka;50;100', '2026-03-04;SJ AB;05;695')).toEqual([
    '2: 2026-03-02 Coop Nacka 10050',
    '3: 2026-03-04 SJ AB 69505',
  ]))

test('a column of ticks is no shop beside the place where it stands', () => {
  const rows = ['x;2026-03-02;PREEM VÄSTERÅS;910,97', 'x;2026-03-04;PREEM ÖREBRO;150,00']
  expect(read('Klar;Datum;Plats;Summa kr', ...rows)).toEqual([
    '2: 2026-03-02 PREEM VÄSTERÅS 91097',
    '3: 2026-03-04 PREEM ÖREBRO 15000',
  ])
})

test('what was bought is no shop beside the station or whoever did it, wherever the columns stand', () => {
  const rows = ['2026-03-02;Diesel;OKQ8 Järva;975,00', '2026-03-08;Spolarvätska;OKQ8 Kista;89,00']
  const shops = ['2: 2026-03-02 OKQ8 Järva 97500', '3: 2026-03-08 OKQ8 Kista 8900']
  expect(read('Datum;Vara;Anläggning;Belopp', ...rows)).toEqual(shops)
  expect(read('Datum;Leistung;Leistungserbringer;Belopp', ...rows)).toEqual(shops)
})

test('a first file whose every row a column calls given back asks which sign a purchase has; one of purchases does not', () => {
  const isOpen = (reason: string, sign: string, rows = 3) => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `2026-03-0${row + 1};SHOP ${row};${reason} ${row};${sign}${row}9,00`,
    )
    return suggestMapping(sheetOf('Datum;Butik;Kommentar;Belopp', ...lines), { today })?.isSignOpen
  }
  expect([isOpen('Återbetalning order', ''), isOpen('Retur', '-'), isOpen('Refund of order', '')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isOpen('Beställning', ''), isOpen('Returflaskor', '-'), isOpen('Retur', '', 2)]).toEqual([
    false,
    false,
    false,
  ])
})
