import { describe, expect, test } from 'vitest'
import { outcomes, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** A template made of the first file, and what it reads of the next. */
function readNext(header: string, first: readonly string[], next: readonly string[]): string[] {
  const { mapping } = suggestMapping(sheetOf(header, ...first), { today, formats: [] })!
  return outcomes(readSource(sheetOf(header, ...next), mapping, { today })).slice(1)
}

describe('an unknown file of which some columns are empty', () => {
  test('where nothing was bought abroad gives a template that reads the amounts of purchases abroad in the account’s currency', () => {
    const header = 'Köpdatum;Butik;Valuta;Originalbelopp;Belopp'
    const next = ['2026-06-01;GITHUB;USD;12,50;116,04', '2026-06-02;ICA;SEK;;99,00']
    expect(readNext(header, ['2026-05-01;ICA;SEK;;45,00', '2026-05-02;SJ;SEK;;95,00'], next)).toEqual([
      '2: 2026-06-01 GITHUB 11604 USD 1250',
      '3: 2026-06-02 ICA 9900',
    ])
  })

  test('does so where the currency abroad has a column of its own', () => {
    const header = 'Transaktionsdatum;Inköpsställe;Belopp;Valuta;Utländskt belopp;Utländsk valuta'
    const next = ['2026-06-01;GITHUB;116,04;SEK;12,50;USD', '2026-06-02;ICA;99,00;SEK;;']
    expect(readNext(header, ['2026-05-01;ICA;45,00;SEK;;'], next)).toEqual([
      '2: 2026-06-01 GITHUB 11604 USD 1250',
      '3: 2026-06-02 ICA 9900',
    ])
  })

  test('maps a column for amounts of VAT that nothing stands in yet, and not of one that may come to hold rates', () => {
    const fieldsOf = (vat: string) => {
      const file = sheetOf(`Datum;Butik;Belopp;${vat}`, '2026-05-01;GITHUB;45,00;')
      return suggestMapping(file, { today, formats: [] })!.suggestions.map(({ field }) => field)
    }
    expect(fieldsOf('Momsbelopp')).toContain('vatAmount')
    expect(fieldsOf('Moms')).not.toContain('vatAmount')
  })

  test('keeps the account’s own currency, and that of each row where an account has several', () => {
    const header = 'Date;Merchant;Currency;Original amount;Amount'
    const next = ['2026-06-01;GITHUB;EUR;;100.40']
    expect(readNext(header, ['2026-05-01;ICA;EUR;;45.20'], next)).toEqual(['2: 2026-06-01 GITHUB  EUR 10040'])
    const both = ['2026-05-01;ICA;EUR;;45.20', '2026-05-02;SJ;SEK;;95.10']
    expect(readNext(header, both, next)).toEqual(['2: 2026-06-01 GITHUB  EUR 10040'])
  })
})
