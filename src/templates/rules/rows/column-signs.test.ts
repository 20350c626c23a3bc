import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today, workbookOf } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { openSource, readSource } from './read-source.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

describe('a column for what was paid and one for what came in', () => {
  test('what has the sign of few in the former was taken back, in Swedish and English', () => {
    const swedish = ['2026-07-03;SPOTIFY;119,00;;1234', '2026-07-04;IKEA;500,00;;1234']
    expect(read('Datum;Köpställe;Köp;Insättning;Kort', ...swedish, '2026-07-05;IKEA;-500,00;;1234')).toEqual([
      '2: 2026-07-03 SPOTIFY 11900',
      '3: 2026-07-04 IKEA 50000',
      '4: 2026-07-05 IKEA -50000',
    ])
    expect(
      read(
        'Credit;Debit;Card;Merchant;Date',
        ';-336.92;1234;Amazon;2026-07-05',
        ';336.92;1234;Amazon;2026-07-04',
        ';119.00;1234;Spotify;2026-07-03',
        '455.92;;1234;Payment received;2026-07-06',
      ),
    ).toEqual([
      '2: 2026-07-05 Amazon -33692',
      '3: 2026-07-04 Amazon 33692',
      '4: 2026-07-03 Spotify 11900',
      '5: payment-to-card',
    ])
  })

  test('where most that was paid has a minus, what has none was taken back', () => {
    const header = 'Bokförd;Valutadatum;Text;Typ;Insättningar;Uttag;Bokfört saldo'
    const paid = ['SAN FRANCISC/26-07-20', 'IKEA/26-07-19', 'COOP/26-07-18', 'ICA/26-07-17'].map(
      (text, row) => `2026-07-21;2026-07-21;${text};Kortköp;;-${row + 1}00.00;1000.00`,
    )
    const found = read(header, ...paid, '2026-07-22;2026-07-22;IKEA/26-07-19;Kortköp;;200.00;1200.00')
    expect(found.slice(0, 2)).toEqual(['2: 2026-07-20 SAN FRANCISC 10000', '3: 2026-07-19 IKEA 20000'])
    expect(found[4]).toBe('6: 2026-07-19 IKEA -20000')
  })

  test('two of three are most where what came in has no minus, as a file that writes signs does', () => {
    const lines = ['2026-07-03;A;-5,00;;1', '2026-07-04;B;-6,00;;1', '2026-07-05;B;6,00;;1']
    expect(read('Datum;Butik;Ut;In;Kort', ...lines, '2026-07-06;Retur C;;7,00;1')).toEqual([
      '2: 2026-07-03 A 500',
      '3: 2026-07-04 B 600',
      '4: 2026-07-05 B -600',
      '5: 2026-07-06 Retur C -700',
    ])
  })

  test('a person says what each is where nobody can tell', () => {
    const lines = ['2026-07-03;Amazon;336,92;;1234', '2026-07-04;Amazon;-336,92;;1234']
    const header = 'Datum;Butik;Debet;Kredit;Kort'
    expect(read(header, ...lines)).toEqual(['2: amount-sign-open@C2', '3: amount-sign-open@C3'])
    expect(read(header, ...lines, '2026-07-05;Ikea;-10,00;;1234')).toContain('4: amount-sign-open@C4')
  })

  test('a sum below or a balance above the rows has no say in what their signs mean', () => {
    const header = 'Datum;Butik;Ut;In;Kort'
    const lines = ['2026-07-03;ICA;-400,00;;1', '2026-07-04;AMZ;336,00;;1', '2026-07-05;Inbetalning;;500,00;1']
    const asked = ['2: amount-sign-open@C2', '3: amount-sign-open@C3']
    for (const sum of ['Summa;;-64,00;500,00;', '2026-07-31;Summa kort;-64,00;;1', ';;-64,00;500,00;'])
      expect(read(header, ...lines, sum).slice(0, 2)).toEqual(asked)
    const tied = ['2026-07-03;Amazon;400,00;;1234', '2026-07-04;Amazon;-336,92;;1234']
    for (const sum of ['Summa;;63,08;;', 'Summa juli 2026;;63,08;;', '2026-07-31;Utgående saldo;63,08;;'])
      expect(read('Datum;Butik;Debet;Kredit;Kort', ...tied, sum).slice(0, 2)).toEqual(asked)
  })

  test('what came in and was taken back is asked about: it may be a payment that failed', () => {
    const lines = ['2026-07-03;A;5,00;;1', '2026-07-04;Inbetalning;;600,00;1', '2026-07-05;Inbetalning;;700,00;1']
    const found = read('Datum;Butik;Ut;In;Kort', ...lines, '2026-07-06;Inbetalning;;-600,00;1')
    expect(found[3]).toBe('5: amount-sign-open@D5')
  })

  test('the rest of a long file says it as well as its first rows', () => {
    const header = 'Datum;Butik;Ut;In;Kort'
    const first = ['2026-07-03;A;-5,00;;1', '2026-07-04;B;-6,00;;1']
    const rest = ['7', '8', '9', '10'].map((day) => `2026-07-${day.padStart(2, '0')};C;${day},00;;1`)
    const sheet = sheetOf(header, ...first, ...rest)
    const { mapping } = suggestMapping(sheet, { today })!
    const byFirst = openSource(sheet.sheets, mapping, { today, firstRows: 3 })
    expect(outcomes({ rows: [...byFirst.rows] })[1]).toBe('2: 2026-07-03 A 500')
    expect(byFirst.finish().isMisjudged).toBe(true)
    const whole = openSource(sheet.sheets, mapping, { today, firstRows: null })
    expect(outcomes({ rows: [...whole.rows] }).slice(1, 4)).toEqual([
      '2: 2026-07-03 A -500',
      '3: 2026-07-04 B -600',
      '4: 2026-07-07 C 700',
    ])
    expect(whole.finish().isMisjudged).toBe(false)
  })

  test('a workbook’s numbers are no different', () => {
    const lines = ['Datum;Butik;Debet;Kredit;Kort', '2026-07-03;A;5;;1', '2026-07-04;B;6;;1', '2026-07-05;B;-6;;1']
    const { sheets, ...book } = workbookOf({ Blad1: lines })
    const typed = sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.map((row, place) => (place === 0 ? row : { ...row, kinds: '__n__' })),
    }))
    expect(outcomes(readSuggested({ ...book, sheets: typed })).slice(1)).toEqual([
      '2: 2026-07-03 A 500',
      '3: 2026-07-04 B 600',
      '4: 2026-07-05 B -600',
    ])
  })

  test('however the signs are mixed and whatever their order, each figure is counted once or asked about', () => {
    const figures = fc.array(
      fc.integer({ min: -500, max: 500 }).filter((figure) => figure !== 0),
      {
        minLength: 1,
        maxLength: 15,
      },
    )
    fc.assert(
      fc.property(figures, (amounts) => {
        const lines = amounts.map((amount) => `2026-07-03;Butik;${amount},00;;1`)
        const mapping = suggestMapping(sheetOf('Datum;Butik;Ut;In;Kort', '2026-07-03;Butik;1,00;;1'), {
          today,
        })!.mapping
        const { rows } = readSource(sheetOf('Datum;Butik;Ut;In;Kort', ...lines), mapping, { today })
        const signs = rows.slice(1).map(({ outcome }, row) => {
          if (outcome.kind === 'unreadable') return 'asked'
          const minor = outcome.kind === 'purchase' ? outcome.fields.amountSek : null
          expect(Math.abs(minor ?? 0)).toBe(Math.abs(amounts[row] ?? 0) * 100)
          return (minor ?? 0) > 0 === (amounts[row] ?? 0) > 0 ? 'as it is' : 'turned'
        })
        expect(new Set(signs).size).toBe(1)
      }),
      { numRuns: 60 },
    )
  })
})

test('on an account too, what was paid and taken back is a refund and no money in', () => {
  const lines = ['2026-07-03;SPOTIFY;119,00;', '2026-07-04;IKEA;500,00;', '2026-07-05;IKEA;-500,00;']
  const found = read('Datum;Text;Debet;Kredit', ...lines, '2026-07-06;Kundbetalning;;900,00')
  expect(found.slice(2)).toEqual(['4: 2026-07-05 IKEA -50000', '5: incoming'])
})

describe('a column that says which way the money went', () => {
  test('counts before the signs where they do not follow it', () => {
    const lines = ['2026-07-03;A;D;5,00;1', '2026-07-04;B;D;-6,00;1', '2026-07-05;C;D;7,00;1', '2026-07-06;E;K;8,00;1']
    expect(read('Datum;Text;D/K;Belopp;Kort', ...lines).slice(0, 3)).toEqual([
      '2: 2026-07-03 A 500',
      '3: 2026-07-04 B -600',
      '4: 2026-07-05 C 700',
    ])
    const signed = ['2026-07-03;A;D;-5,00;1', '2026-07-05;C;D;-7,00;1', '2026-07-06;Retur C;K;8,00;1']
    expect(read('Datum;Text;D/K;Belopp;Kort', ...signed).slice(0, 2)).toEqual([
      '2: 2026-07-03 A 500',
      '3: 2026-07-05 C 700',
    ])
  })

  test('what has the sign of few beside Debet was taken back', () => {
    const lines = ['2026-07-03;A;5,00;Debet', '2026-07-04;B;6,00;Debet', '2026-07-05;C;7,00;Kredit']
    const header = 'Datum;Butik;Belopp;Debet/kredit'
    const { mapping } = suggestMapping(sheetOf(header, ...lines), { today })!
    const next = sheetOf(header, ...lines, '2026-07-06;B;-6,00;Debet')
    expect(mapping.signRule).toBe('direction')
    const found = outcomes(readSource(next, { ...mapping, account: 'card' }, { today })).slice(1)
    expect(found).toEqual([
      '2: 2026-07-03 A 500',
      '3: 2026-07-04 B 600',
      '4: 2026-07-05 C -700',
      '5: 2026-07-06 B -600',
    ])
  })
})
