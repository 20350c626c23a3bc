import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { workbook } from '../../../../test/workbook.ts'
import { outcomes, readSuggested } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(readSpreadsheet(workbook({ Blad1: lines })))).slice(1)
const header = 'Bokföringsdatum;Text;Belopp;Saldo'

test('kronor in a workbook whose öre were cut off into the next column are asked about, not read as whole', () => {
  expect(read(header, '2026-02-03;COOP;-312;50;8000;0', '2026-02-02;SJ;-50;5;8312;50')).toEqual([
    '2: amount-cut@C2',
    '3: amount-cut@C3',
  ])
  expect(read(header, '2026-02-03;COOP;-144;75 kr;2 500;00 kr', '2026-02-02;SJ;-99;00 kr;2 644;75 kr')).toEqual([
    '2: amount-cut@C2',
    '3: amount-cut@C3',
  ])
})

test('whole kronor beside their VAT are no amount that was cut, whatever stands beyond the header', () => {
  expect(read('Bokföringsdatum;Text;Belopp;Moms;Kund', '2026-02-03;Taxi;-250;50;Acme;5810')).toEqual([
    '2: 2026-02-03 Taxi 25000',
  ])
})

test('a remark beside the table cuts no amount, nor does a figure where the columns stand as they are named', () => {
  expect(read(header, '2026-02-03;COOP;-312;50;kolla!', '2026-02-02;SJ;-50;8312;4')).toEqual([
    '2: 2026-02-03 COOP 31200',
    '3: 2026-02-02 SJ 5000',
  ])
})

test('the last row of a file that ends in the middle of it is asked about, since its amount may have been longer', () => {
  const readText = (...lines: string[]) =>
    outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(lines.join('\n'))))).slice(1)
  const rows = ['2026-02-02;COOP;-312,50', '2026-02-03;SJ;-50,00', '2026-02-04;COOP;-99,90']
  const withBalance = rows.map((row) => `${row};8000,00`)
  expect(readText(header, ...withBalance, '2026-02-05;COOP;-60').at(-1)).toBe('5: row-cut-off@C5')
  expect(readText('Datum;Text;Belopp', ...rows, '2026-02-05;COOP;-60').at(-1)).toBe('5: row-cut-off@C5')
  for (const cut of ['2026-02-05;Ærø Øl & Åsa', '2026-02-05;', '2026-02-05', '2026-']) {
    expect(readText(header, ...withBalance, cut).at(-1)).toMatch(/^5: .*row-cut-off@/)
    expect(readText('Datum;Text;Belopp', ...rows, cut).at(-1)).toMatch(/^5: .*row-cut-off@/)
  }
  expect(readText(header, ...withBalance, '2026-02-05;COOP', '').at(-1)).toBe('5: amount-missing@C5')
  expect(readText(header, ...withBalance, 'Slut på listan').at(-1)).toBe('5: blank-date-and-amount')
  // only its balance was cut
  expect(readText(header, ...withBalance, '2026-02-05;COOP;-60,70;79').at(-1)).toBe('5: 2026-02-05 COOP 6070')
})

describe('in text delimited by commas, whose amounts have commas of their own and no quotation marks', () => {
  const readText = (...lines: string[]) =>
    outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(lines.join('\n'))))).slice(1)
  const signed = 'Date,Description,Amount,Category,Notes'
  const cheap = '2026-07-13,Spotify,-109.00,Entertainment,'
  const asCheap = '3: 2026-07-13 Spotify 10900'

  test('thousands that were cut off are asked about where the last cells of the row are empty', () => {
    const revolut =
      'Completed Date,Description,Paid Out (SEK),Paid In (SEK),Exchange Out,Exchange In,Balance (SEK),Category,Notes'
    expect(
      readText(
        revolut,
        '14 Jul 2026,Dustin,2,000.00,,,,415.41,Shopping,',
        '13 Jul 2026,Spotify,109.00,,,,315.41,Entertainment,',
      ),
    ).toEqual(['2: amount-cut@C2', asCheap])
    expect(readText(signed, '2026-07-14,Dustin,-2,100.50,Shopping,', cheap)).toEqual(['2: amount-cut@C2', asCheap])
    expect(readText(signed, '2026-07-14,Dustin,-12,345.00,Shopping,', cheap)).toEqual(['2: amount-cut@C2', asCheap])
    expect(readText(signed, '2026-07-14,Dustin,-1,234,567.00,Shopping,', cheap)).toEqual(['2: amount-cut@C2', asCheap])
    expect(readText(signed, '2026-07-14,Dustin,-2,500,Shopping,', cheap)).toEqual(['2: amount-cut@C2', asCheap])
  })

  test('öre that were cut off are asked about where the last cells of the row are empty', () => {
    expect(
      readText('Datum,Text,Belopp,Kommentar', '2026-07-14,Dustin,-2000,50,', '2026-07-13,Spotify,-109,00,'),
    ).toEqual(['2: amount-cut@C2', '3: amount-cut@C3'])
  })

  test('what was cut off is known where the row is no longer than the others, by its noughts or the name it stands under', () => {
    const bare = 'Date,Description,Amount,Balance'
    expect(readText(bare, '2026-07-14,Dustin,-2,000.00', '2026-07-13,Spotify,-109.00,345.00')).toEqual([
      '2: amount-cut@C2',
      asCheap,
    ])
    expect(readText(signed, '2026-07-14,Dustin,-2,100.50,Shopping', cheap)).toEqual(['2: amount-cut@C2', asCheap])
  })

  test('it is asked about in the last of many rows of one shop too', () => {
    const many = Array.from({ length: 5 }, (_, day) => `2026-07-1${day},Dustin,-${day + 1}.50,Shopping,`)
    expect(readText(signed, ...many, '2026-07-20,Dustin,-2,100.50,Shopping,').at(-1)).toBe('7: amount-cut@C7')
  })

  describe('a comma at the end of each row, which the header lacks,', () => {
    const vat = 'Date,Description,Amount,VAT,Notes'
    const asBought = ['2: 2026-07-14 Dustin 25000', '3: 2026-07-13 Spotify 10900']

    // the rest of an amount may be more than VAT can be
    const amountsOf = (...lines: string[]) =>
      readText(...lines).map((line) => line.replace(/ vat-exceeds-total@..$/, ''))

    test.each([
      ['VAT', '50', '21'],
      ['VAT rate', '25', '6'],
      ['VAT', '50', '22'],
      ['MCC', '5411', '7421'],
    ])('cuts no amount in whole kronor beside %s of %s and %s', (name, one, other) => {
      const rows = [`2026-07-14,Dustin,-250,${one},,`, `2026-07-13,Spotify,-109,${other},,`]
      expect(readText(vat.replace('VAT', name), ...rows)).toEqual(asBought)
    })

    test('cuts none where other rows have decimals of their own, or nothing beside', () => {
      const unknown = vat.replace('VAT', 'Flurb')
      const rows = ['2026-07-14,Dustin,-250,50,,', '2026-07-13,Spotify,-109.00,4.90,,']
      expect(readText(unknown, ...rows)).toEqual(asBought)
      expect(readText(unknown, ...rows.with(1, '2026-07-13,Spotify,-109,,,'))).toEqual(asBought)
      expect(readText(unknown, rows[0]!, '2026-07-13,Spotify,-109,12,,')).toEqual([
        '2: amount-cut@C2',
        '3: amount-cut@C3',
      ])
    })

    test.each(['Cost center', 'Project', 'Account no', 'MCC', 'VAT', 'VAT rate'])(
      'is asked about where öre stand under %s in every row',
      (name) => {
        const rows = ['312,50', '89,00', '1245,90', '1 245,5', '77,5 kr'].map(
          (amount, day) => `2026-07-1${day},Dustin,-${amount},,`,
        )
        const asked = rows.map((_, row) => `${row + 2}: amount-cut@C${row + 2}`)
        expect(amountsOf(vat.replace('VAT', name), ...rows)).toEqual(asked)
      },
    )

    test.each(['Project', 'MCC'])('is asked about where three digits that may be thousands stand under %s', (name) => {
      const rows = ['2026-07-14,Dustin,-1,200,,', '2026-07-13,Spotify,-12,500,,']
      expect(amountsOf(vat.replace('VAT', name), ...rows)).toEqual(['2: amount-cut@C2', '3: amount-cut@C3'])
    })

    test.each(['312,5', '312,-', '312,:-', '1.245,95', '1 245,95'])(
      'is not shown by %s, which was cut itself',
      (cut) => {
        const rows = [`2026-07-14,Dustin,-${cut},`, '2026-07-13,Spotify,-89,25,', '2026-07-12,Ica,-1245,95,']
        const lines = readText('Date,Description,Amount,Notes', ...rows)
        expect(lines.slice(1)).toEqual(['3: amount-cut@C3', '4: amount-cut@C4'])
        expect(lines[0]).toMatch(/\D$/.test(cut) ? 'Dustin 31200' : /amount-(?:cut|ambiguous)@C2/)
      },
    )

    test('leaves an amount that was cut in one of the rows told', () => {
      const rows = [
        '2026-07-14,Dustin,-2,500.00,500.00,,',
        '2026-07-13,Spotify,-109.00,21.80,,',
        '2026-07-12,Ica,-10.00,2.00,,',
      ]
      expect(amountsOf(vat, ...rows)).toEqual(['2: amount-cut@C2', asCheap, '4: 2026-07-12 Ica 1000'])
    })

    test('is not what ends every row where all amounts were cut: öre, which no VAT is, and thousands', () => {
      const cut = ['2: amount-cut@C2', '3: amount-cut@C3']
      expect(amountsOf(vat, '2026-07-14,Dustin,-2000,50,,', '2026-07-13,Spotify,-109,90,,')).toEqual(cut)
      expect(amountsOf(vat, '2026-07-14,Dustin,-2,500,,', '2026-07-13,Spotify,-1,200,,')).toEqual(cut)
      const balance = vat.replace('VAT', 'Balance')
      expect(amountsOf(balance, '2026-07-14,Dustin,-2,500,8000,', '2026-07-13,Spotify,-1,200,9500,')).toEqual(cut)
      expect(amountsOf(balance, '2026-07-14,Dustin,-2000,50,,', '2026-07-13,Spotify,-109,00,,')).toEqual(cut)
    })
  })

  test('whole kronor stay what they are in rows that are as long as the header, commas at the end of each or not', () => {
    expect(readText('Date,Description,Amount,Fee,Notes,', '2026-07-14,Dustin,-2,500.00,,', cheap)).toEqual([
      '2: 2026-07-14 Dustin 200',
      asCheap,
    ])
    expect(readText('Date,Description,Amount,VAT,Notes', '2026-07-14,Dustin,-250,50,')).toEqual([
      '2: 2026-07-14 Dustin 25000',
    ])
  })
})

test('a semicolon at the end of each row cuts no amount', () => {
  const nordea = 'Bokföringsdag;Belopp;Antal;Text'
  const file = `${nordea}\n2026-07-14;-2;50;Dustin;\n2026-07-13;-109;12;Spotify;\n`
  expect(outcomes(readSuggested(readSpreadsheet(new TextEncoder().encode(file)))).slice(1)).toEqual([
    '2: 2026-07-14 Dustin 200',
    '3: 2026-07-13 Spotify 10900',
  ])
})
