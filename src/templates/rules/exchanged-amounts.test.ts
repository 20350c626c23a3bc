import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

describe('what was drawn in kronor is not told in the currency that the shop took', () => {
  test.each([
    ['Utlandsbelopp', 'Belopp'],
    ['Belopp original', 'Summa'],
    ['Utl. belopp', 'Svenska kronor'],
    ['Originalbelopp', 'Fakturerat belopp'],
    ['Original amount', 'Settled amount'],
    ['Inköpsbelopp', 'Belopp'],
    ['I köpets mynt', 'Drogs med'],
  ])('%s beside %s, where rows in kronor have nothing or 0 under the former', (abroad, paid) => {
    for (const none of ['', '0,00'])
      expect(
        read(
          `Datum;Butik;${abroad};Valuta;${paid}`,
          `2026-03-02;ICA;${none};SEK;245,00`,
          '2026-03-03;Hetzner;23,80;EUR;266,56',
          '2026-03-04;Figma;45,00;USD;432,00',
          '2026-03-05;Figma;-4,50;USD;-43,20',
        ),
      ).toEqual([
        '2: 2026-03-02 ICA 24500',
        '3: 2026-03-03 Hetzner 26656 EUR 2380',
        '4: 2026-03-04 Figma 43200 USD 4500',
        '5: 2026-03-05 Figma -4320 USD -450',
      ])
  })

  test.each([
    ['Belopp (valuta)', 'Belopp'],
    ['Belopp (utländsk valuta)', 'Att betala'],
    ['Amount', 'Billing amount'],
    ['Belopp', 'Fakturerat belopp'],
  ])('nor where all was bought abroad in currencies of like worth, and names tell %s from %s', (abroad, paid) =>
    expect(
      read(
        `Datum;Butik;${abroad};Valuta;${paid}`,
        '2026-03-03;Hetzner;23,80;EUR;266,56',
        '2026-03-04;Figma;45,00;USD;432,10',
      ),
    ).toEqual(['2: 2026-03-03 Hetzner 26656 EUR 2380', '3: 2026-03-04 Figma 43210 USD 4500']),
  )

  test('nor where all was bought abroad, in two currencies of which one is worth a krona or so', () =>
    expect(
      read(
        'Datum;Butik;Inköpsbelopp;Valuta;Belopp',
        '2026-03-03;Hetzner;23,80;EUR;266,56',
        '2026-03-04;Vinmonopolet;145,00;NOK;140,65',
      ),
    ).toEqual(['2: 2026-03-03 Hetzner 26656 EUR 2380', '3: 2026-03-04 Vinmonopolet 14065 NOK 14500']))
})

test('of a Norwegian or Danish card the amounts are in its own kroner', () => {
  const rows = (home: string) => [
    `2026-03-02;KIWI;;${home};245,00`,
    '2026-03-03;Hetzner;23,80;EUR;276,08',
    '2026-03-04;ICA;100,00;SEK;97,00',
  ]
  expect(read('Dato;Brukersted;Kjøpsbeløp;Valuta;Belastet beløp', ...rows('NOK'))).toEqual([
    '2: 2026-03-02 KIWI  NOK 24500',
    '3: 2026-03-03 Hetzner  NOK 27608',
    '4: 2026-03-04 ICA  NOK 9700',
  ])
  expect(read('Dato;Butik;Købets beløb;Valuta;Trukket', ...rows('DKK'))).toEqual([
    '2: 2026-03-02 KIWI  DKK 24500',
    '3: 2026-03-03 Hetzner  DKK 27608',
    '4: 2026-03-04 ICA  DKK 9700',
  ])
})

describe('what is no amount abroad stays none', () => {
  test.each(['Moms', 'Valutatillägg', 'Kortavgift', 'Omr.kurs'])('%s', (name) =>
    expect(
      read(`Datum;Butik;${name};Valuta;Belopp`, '2026-03-02;ICA;0;SEK;245,00', '2026-03-03;OVH;2,00;EUR;20,00')[1],
    ).not.toContain('2000 EUR 200'),
  )

  test('a figure that is another share of the amount than the currency is worth', () =>
    expect(
      read(
        'Datum;Butik;Annat;Valuta;Belopp SEK',
        '2026-03-02;ICA;0,00;SEK;245,00',
        '2026-03-03;Hetzner;5,33;EUR;266,56',
      ).slice(1),
    ).toEqual(['3: 2026-03-03 Hetzner 26656']))

  test('a charge of the same currency beside the amount', () =>
    expect(
      read('Date;Shop;Amount;Currency;Charged', '2026-03-03;OVH;23,80;EUR;24,10', '2026-03-04;AWS;45,00;USD;46,10')[1],
    ).not.toContain('2410 EUR 2380'))

  test('a price beside what several came to', () => {
    const rows = ['2026-03-03;Hetzner;10,00;EUR;100,00', '2026-03-04;Vinmonopolet;145,00;NOK;145,00']
    expect(read('Datum;Butik;Per styck;Valuta;Belopp', ...rows)).toEqual([
      '2: 2026-03-03 Hetzner  EUR 10000',
      '3: 2026-03-04 Vinmonopolet  NOK 14500',
    ])
  })

  test('a share of what was bought at home, which rows abroad have none of', () =>
    expect(
      read(
        'Datum;Butik;Annat;Valuta;Belopp SEK',
        '2026-03-02;ICA;49,00;SEK;245,00',
        '2026-03-03;Hetzner;0,00;EUR;266,56',
      ),
    ).toEqual(['2: 2026-03-02 ICA 24500', '3: 2026-03-03 Hetzner 26656']))
})

test.each([
  ['Valuta', 'GBP 120,00', 'Belopp'],
  ['Utländsk valuta', 'GBP 120,00', 'Belopp i SEK'],
  ['Currency', '120,00 £', 'Amount'],
])('a sum under %s, as %s, is what the shop took, and not the currency of what was drawn', (name, abroad, paid) => {
  const rows = [`2026-03-04;HILTON;${abroad};1 574,40`, '2026-03-05;PRESSBYRÅN;;45,00']
  expect(read(`Datum;Butik;${name};${paid}`, ...rows)).toEqual([
    '2: 2026-03-04 HILTON 157440 GBP 12000',
    '3: 2026-03-05 PRESSBYRÅN 4500',
  ])
})

test('a currency beside which a sum stands in some rows only stays one', () => {
  const rows = ['2026-03-04;HILTON;GBP;120,00', '2026-03-05;PRESSBYRÅN;SEK;45,00', '2026-03-05;ICA;SEK 1;50,00']
  expect(read('Datum;Butik;Valuta;Belopp', ...rows).slice(0, 2)).toEqual([
    '2: 2026-03-04 HILTON  GBP 12000',
    '3: 2026-03-05 PRESSBYRÅN 4500',
  ])
})
