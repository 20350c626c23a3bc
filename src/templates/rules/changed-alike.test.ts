import { describe, expect, test } from 'vitest'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** Changes to a file that must not change what is read of it, found by test/metamorphic.test.ts. */
const sebKort = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
const suggest = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })!

test('a note with the rate is one behind spaces too', () => {
  const lines = [sebKort, '2026-02-07;2026-02-10;OPENAI;DUBLIN;USD;12,50;116,04', ' Valutakurs: 9.2832']
  const [, purchase] = readSuggested(sheetOf(...lines)).rows
  expect(purchase?.outcome).toMatchObject({ fields: { rate: '9.2832' } })
})

test('of two columns of a name the one that is filled is the known format’s', () => {
  const found = readSuggested(
    sheetOf(
      'Valuta;Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp;Belopp',
      ';2026-02-07;2026-02-10;OPENAI;DUBLIN;USD;12,50;;116,04',
      ';2026-02-08;2026-02-10;JULA;NORA;SEK;0;;20,00',
    ),
  )
  expect(outcomes(found)).toEqual(['1: header', '2: 2026-02-07 OPENAI 11604 USD 1250', '3: 2026-02-08 JULA 2000'])
})

describe('a template of a known format', () => {
  test('takes the card that stands above its rows also where its first file had none', () => {
    const { mapping } = suggest(sebKort, '2026-02-08;2026-02-10;JULA;NORA;SEK;0;20,00')
    const later = sheetOf(
      '525412******1234;ANNA TESTSSON',
      'Köp/uttag',
      sebKort,
      '2026-03-08;2026-03-10;OPENAI;DUBLIN;USD;12,50;116,04',
      'Valutakurs: 9.2832',
    )
    expect(readSource(later, mapping, { today }).rows[3]?.outcome).toMatchObject({
      fields: { card: '525412******1234', rate: '9.2832' },
    })
  })

  test('takes the card from a column that somebody added, where none stands above the rows', () => {
    const { mapping } = suggest(`${sebKort};Kort`, '2026-02-08;2026-02-10;JULA;NORA;SEK;0;20,00;525412******1234')
    expect(mapping.fields.card).toMatchObject({ from: { kind: 'column', index: 7 } })
    expect(mapping.fields.rate).toMatchObject({ from: { kind: 'carried', name: 'rate-note' } })
  })

  test('of American Express leaves open what 05-06-2026 is: the issuer writes no dashes', () => {
    const order = (date: string) =>
      suggest('Datum;Beskrivning;Kortmedlem;Konto #;Belopp', `${date};A;B;-31009;5,00`).dateOrder
    expect(order('05/06/2026')).toEqual({ suggested: 'mdy', isAmbiguous: false })
    expect(order('05-06-2026')).toEqual({ suggested: 'auto', isAmbiguous: true })
  })
})

describe('days of another column', () => {
  const header = 'Transaktionsdatum;Bokföringsdatum;Butik;Belopp'
  const rows = (...days: string[]) => days.map((day) => `${day};JULA;20,00`)
  const read = (order: 'auto' | 'dmy', ...days: string[]) => {
    const lines = sheetOf(header, ...rows(...days))
    const { mapping } = suggest(header, ...rows('13/04/2026;14/04/2026'))
    return outcomes(readSource(lines, { ...mapping, dateOrder: order }, { today })).slice(1)
  }

  test('say how those of a purchase are ordered', () => {
    expect(suggest(header, ...rows('08/12/2025;08/16/2025')).dateOrder).toEqual({
      suggested: 'mdy',
      isAmbiguous: false,
    })
    expect(read('auto', '03/04/2026;13/04/2026')).toEqual(['2: 2026-04-03 JULA 2000'])
  })

  test('keep a template from reading them in its own order', () => {
    expect(read('dmy', '03/04/2026;03/16/2026')).toEqual(['2: date-in-other-order@A2'])
  })

  test('say nothing where they are written otherwise or contradict each other', () => {
    expect(read('auto', '03/04/2026;2026-04-13')).toEqual(['2: date-ambiguous@A2'])
    expect(read('auto', '03/04/2026;13/04/2026', '03/04/2026;04/13/2026')[0]).toBe('2: date-ambiguous@A2')
  })
})

test('rows with a day and an amount beside the columns of a template without header are asked about, not left out', () => {
  const mapping = plainMapping(
    { merchant: column(0, ''), invoiceDate: column(1, ''), total: column(3, '') },
    { header: [], signRule: 'inverted', account: 'bank' },
  )
  const spaced = sheetOf('ICA NORA;;2026-05-14;;2026-05-15;;-28,00;;24 207,40', 'Vecka 20')
  expect(outcomes(readSource(spaced, mapping, { today }))).toEqual([
    '1: date-missing@B1 amount-missing@D1',
    '2: blank-date-and-amount',
  ])
})

describe('an unknown file', () => {
  test('takes the card of the row before that of the heading', () => {
    const { mapping } = suggest('Kort;**** 9999', 'Datum;Butik;Kort;Belopp', '2026-05-02;JULA;*1234;20,00')
    expect(mapping.fields.card).toMatchObject({ from: { kind: 'column', name: 'Kort' } })
  })

  test('of one row leaves open which of two figures without names is the amount', () => {
    const { mapping } = suggest('2026-05-02;JULA;Nora;-28,56;4 275 154,17')
    expect(mapping.fields.total).toBeUndefined()
  })

  test('takes no column of states for the shops', () => {
    const { mapping } = suggest('Dag;Läge;Vad;Belopp', '2026-05-02;COMPLETED;JULA;20,00')
    expect(mapping.fields.merchant).toMatchObject({ from: { name: 'Vad' } })
  })

  test('takes texts of which half are names for the shops before a column that says the same in every row', () => {
    const rows = ['2026-05-02;Anna Testsson;Kortköp SPOTIFY;20,00', '2026-05-03;Anna Testsson;BG 5050-1055;5,00']
    expect(suggest('Dag;Handläggare;Referens;Belopp', ...rows).mapping.fields.merchant).toMatchObject({
      from: { name: 'Referens' },
    })
  })

  test('is in the currency of its amount however the name is written', () => {
    expect(suggest('DATUM;BUTIK;BELOPP (eur)', '2026-05-02;JULA;20,00').mapping.currency).toBe('EUR')
  })
})
