import { describe, expect, test } from 'vitest'
import type { FieldSource } from '../contract.ts'
import { brief, column, outcomes, plainMapping, sheetOf, today } from '../testing/sheets.ts'
import { findDrift } from './find-drift.ts'
import { readSource } from './rows/read-source.ts'

const rows = ['2026-05-01;Kafé;5,00;SEK', '2026-05-02;ICA;6,00;SEK']
const before = sheetOf('Datum;Text;Belopp;Valuta', ...rows)
const mapping = plainMapping({ currency: column(3, 'Valuta') }, { header: ['Datum', 'Text', 'Belopp', 'Valuta'] })
const driftOf = (...lines: string[]) => findDrift(sheetOf(...lines), mapping, before)
const briefly = (...lines: string[]) => {
  const found = driftOf(...lines)?.drift
  return (
    found && {
      renamed: found.renamed.map(({ column, to, fields }) => `${column} > ${to.column} ${to.letter} (${fields})`),
      gone: found.gone.map(({ column, fields }) => `${column} (${fields})`),
      moved: found.moved.map(({ column, letter, to }) => `${column} ${letter} > ${to.letter}`),
      added: found.added.map(({ column, letter }) => `${column} ${letter}`),
      canMend: found.canMend,
    }
  )
}
const nothing = { renamed: [], gone: [], moved: [], added: [], canMend: false }

describe('a file is compared with the columns of its template', () => {
  test('one that fits has not drifted, whatever the case of its names', () => {
    expect(driftOf('DATUM;Text; Belopp ;Valuta', ...rows)).toBeNull()
  })

  test('a renamed column is known by place, name, meaning and content, and the mend reads the file', () => {
    const lines = ['Bokföringsdatum;Text;Belopp i SEK;Valuta', ...rows]
    expect(briefly(...lines)).toEqual({
      ...nothing,
      renamed: ['Datum > Bokföringsdatum A (invoiceDate)', 'Belopp > Belopp i SEK C (total)'],
      canMend: true,
    })
    const found = driftOf(...lines)!
    expect(found.drift.renamed[1]?.reasons).toEqual(expect.arrayContaining(['place', 'name', 'content']))
    expect(outcomes(readSource(sheetOf(...lines), mapping, { today })).slice(1)).toEqual([
      '2: header-not-found',
      '3: header-not-found',
    ])
    expect(outcomes(readSource(sheetOf(...lines), found.mended, { today })).slice(1)).toEqual([
      '2: 2026-05-01 Kafé 500',
      '3: 2026-05-02 ICA 600',
    ])
  })

  test('amounts in another currency are no new name for those of the template', () => {
    const euros = briefly('Datum;Text;Belopp (EUR);Valuta', ...rows)
    expect(euros).toEqual({ ...nothing, gone: ['Belopp (total)'], added: ['Belopp (EUR) C'] })
    expect(briefly('Datum;Text;Belopp (SEK);Valuta', ...rows)?.renamed).toHaveLength(1)
  })

  test('a file whose every heading is renamed is still compared', () => {
    const lines = ['Transaktionsdatum;Beskrivning;Summa;Valutakod', ...rows]
    expect(driftOf(...lines)?.drift.renamed.map(({ to }) => to.column)).toEqual([
      'Transaktionsdatum',
      'Beskrivning',
      'Summa',
      'Valutakod',
    ])
    expect(outcomes(readSource(sheetOf(...lines), driftOf(...lines)!.mended, { today }))[1]).toBe(
      '2: 2026-05-01 Kafé 500',
    )
  })

  test('a column that moved is found by its name, one that came is named, and neither is in need of a mend', () => {
    expect(briefly('Ort;Datum;Text;Belopp;Valuta', ...rows.map((row) => `Umeå;${row}`))).toEqual({
      ...nothing,
      moved: ['Datum A > B', 'Text B > C', 'Belopp C > D', 'Valuta D > E'],
      added: ['Ort A'],
    })
  })

  test('a column that went is said with what it filled, and none is taken in its place that holds something else', () => {
    expect(briefly('Datum;Text;Belopp', '2026-05-01;Kafé;5,00')).toEqual({ ...nothing, gone: ['Valuta (currency)'] })
    expect(briefly('Datum;Text;Belopp;Saldo', '2026-05-01;Kafé;5,00;905,00')).toEqual({
      ...nothing,
      gone: ['Valuta (currency)'],
      added: ['Saldo D'],
    })
  })

  test('a column that is still lost after a mend is still told', () => {
    const lines = ['Datum;Texten;Belopp', '2026-05-01;Kafé;5,00']
    const { mended } = driftOf(...lines)!
    const again = findDrift(sheetOf(...lines), mended, before)
    expect(again?.drift.gone).toEqual([{ column: 'Valuta', letter: 'D', fields: ['currency'] }])
  })

  test('joins, rules and searched columns are mended too', () => {
    const ref = { kind: 'column' as const, index: 1, name: 'Text', occurrence: 0 }
    const rule = { from: ref, match: 'contains' as const, text: 'ICA', value: '4010' }
    const all = plainMapping({
      comments: { kind: 'join', from: [ref, { kind: 'text', text: '!' }], separator: '' },
      yourReference: { kind: 'first', from: [ref] },
      account: { kind: 'choose', rules: [rule], otherwise: ref },
    })
    const found = findDrift(sheetOf('Datum;Texten;Belopp', '2026-05-01;ICA;5,00'), all, null)!
    const to = { ...ref, name: 'Texten' }
    expect(found.drift.renamed[0]?.fields).toEqual(['merchant', 'comments', 'yourReference', 'account'])
    expect(found.mended.fields).toMatchObject({
      merchant: { from: to },
      comments: { from: [to, { text: '!' }] },
      yourReference: { from: [to] },
      account: { rules: [{ from: to }], otherwise: to },
    })
    expect(found.mended.header).toEqual(['Datum', 'Texten', 'Belopp'])
  })

  test('half of the columns may go: the header is mended where day, text and amount are left, and what went is told', () => {
    const columns = ['Datum', 'Bokförd', 'Text', 'Kort', 'Belopp', 'Valuta', 'Kommentar', 'Saldo']
    const full = plainMapping(
      {
        ...{ total: column(4, 'Belopp'), merchant: column(2, 'Text'), card: column(3, 'Kort') },
        ...{ comments: column(6, 'Kommentar') },
      },
      { header: columns },
    )
    const lines = ['Datum;Text;Belopp', '2026-05-01;Kafé;5,00', '2026-05-02;ICA;7,50']
    const found = findDrift(sheetOf(...lines), full, null)!
    expect(found.drift).toMatchObject({ canMend: true, lostHeader: { row: 1 } })
    expect(found.drift.gone.filter(({ fields }) => fields.length > 0)).toEqual([
      { column: 'Kort', letter: 'D', fields: ['card'] },
      { column: 'Kommentar', letter: 'G', fields: ['comments'] },
    ])
    const reading = readSource(sheetOf(...lines), found.mended, { today })
    expect(outcomes(reading).slice(1)).toEqual(['2: 2026-05-01 Kafé 500', '3: 2026-05-02 ICA 750'])
    expect(reading.warnings.map(({ code, params }) => `${code} ${params?.column}`)).toEqual([
      'column-missing Kort',
      'column-missing Kommentar',
    ])
    expect(findDrift(sheetOf('Datum;Kort;Belopp', '2026-05-01;1234;5,00'), full, null)?.drift.canMend).toBe(false)
  })

  test('of a file without any table it is said that the header is not there', () => {
    expect(driftOf('Hej', 'på dig')?.drift.lostHeader).toEqual({
      names: 'Datum, Text, Belopp, Valuta',
      sheet: '',
      row: null,
    })
  })
})

describe('a new column is not taken for one that was renamed', () => {
  test('where another has the meaning', () =>
    expect(
      briefly('Bokföringsdatum;Inköpsdag;Text;Belopp;Valuta', ...rows.map((row) => `2026-05-09;${row}`))?.renamed,
    ).toEqual(['Datum > Inköpsdag B (invoiceDate)']))
  test('where its name says that it holds something else', () => {
    const found = briefly(
      'Förfallodatum;Köpt;Text;Saldo;Köpesumma;Valuta',
      '2026-06-01;2026-05-01;Kafé;905,00;5,00;SEK',
    )
    expect(found?.renamed.filter((line) => /Förfallodatum|Saldo/.test(line))).toEqual([])
  })
})

test('where a name stands more or less often than before, columns are known by their neighbours or asked about', () => {
  const header = ['Datum', 'Text', 'Text', 'Belopp']
  const before = sheetOf(header.join(';'), '2026-05-01;Maxi;Lunch;5,00', '2026-05-02;JULA;Skruv;6,00')
  const mapping = plainMapping(
    { merchant: column(1, 'Text'), comments: column(2, 'Text', 1), total: column(3, 'Belopp') },
    { header },
  )
  const read = (names: string, rows: string[]) => {
    const file = sheetOf(names, ...rows)
    const found = findDrift(file, mapping, before)
    const reading = readSource(file, found?.drift.canMend ? found.mended : mapping, { today })
    const [, ...read] = reading.rows.map(({ outcome }) =>
      outcome.kind === 'purchase' ? `${outcome.fields.merchant}: ${outcome.fields.comments}` : outcome.kind,
    )
    return [...read, found?.drift.canMend]
  }
  expect(read('Datum;Textrad;Text;Belopp', ['2026-05-03;Maxi;Lunch;5,00'])).toEqual(['Maxi: Lunch', true])
  expect(read('Datum;Text;Textrad;Belopp', ['2026-05-03;Maxi;Lunch;5,00'])).toEqual(['Maxi: Lunch', true])
  expect(read('Text;Datum;Text;Text;Belopp', ['ny;2026-05-03;Maxi;Lunch;5,00'])).toEqual(['Maxi: Lunch', false])
  expect(read('Datum;Text;Belopp', ['2026-05-03;Maxi;5,00'])).toEqual(['unreadable', false])
  expect(read('Datum;Notis;Belopp;Text', ['2026-05-03;Lunch;5,00;Maxi'])).toEqual(['unreadable', false])
})

test('an amount is not taken from a new column of its name that stands before it', () => {
  const file = sheetOf('Datum;Belopp;Text;Belopp', '2026-05-03;99,00;ICA;5,00')
  expect(outcomes(readSource(file, plainMapping(), { today }))[1]).toBe('2: 2026-05-03 ICA 500')
})

test('a column without a name moves with the named ones around it, and is asked about where that cannot be told', () => {
  const header = ['Datum', '', 'Belopp', 'Kort', '']
  const mapping = plainMapping(
    { merchant: column(1, ''), total: column(2, 'Belopp'), card: column(3, 'Kort'), comments: column(4, '', 1) },
    { header },
  )
  const before = sheetOf(header.join(';'), '2026-05-01;ICA;5,00;1234;Lunch')
  const read = (...lines: string[]) => {
    const found = findDrift(sheetOf(...lines), mapping, before)
    const reading = readSource(sheetOf(...lines), found?.drift.canMend ? found.mended : mapping, { today })
    return reading.rows
      .slice(1)
      .map(({ outcome }) =>
        outcome.kind === 'purchase' ? `${outcome.fields.merchant}: ${outcome.fields.comments}` : outcome.kind,
      )
  }
  expect(read(header.join(';'), '2026-05-01;ICA;5,00;1234;Lunch')).toEqual(['ICA: Lunch'])
  expect(read('Datum;;Moms;Belopp;Kort', '2026-05-01;ICA;1,00;5,00;1234;Lunch')).toEqual(['ICA: Lunch'])
  expect(read('Nr;Datum;;Belopp;Kort', '7;2026-05-01;ICA;5,00;1234;Lunch')).toEqual(['ICA: Lunch'])
  expect(read('Nr;Datum;;Belopp;Kortnummer;', '7;2026-05-01;ICA;5,00;1234;Lunch')).toEqual(['ICA: Lunch'])
  expect(read('Datum;Butik;Belopp;Kort;', '2026-05-01;ICA;5,00;1234;Lunch')).toEqual(['ICA: Lunch'])
  expect(read('Datum;;Typ;;Belopp;Kort', '2026-05-01;ICA;Köp;x;5,00;1234;Lunch')).toEqual(['unreadable'])
})

test('two columns never become one, whichever of them moved or is gone', () => {
  const read = (was: string, [merchant, comments]: [FieldSource, FieldSource], total: FieldSource, now: string[]) => {
    const mapping = plainMapping({ merchant, comments, total }, { header: was.split(';') })
    const [file, before] = [sheetOf(...now), sheetOf(was, '2026-05-01;ICA;Lunch;5,00')]
    const found = findDrift(file, mapping, before)
    const reading = readSource(file, found?.drift.canMend ? found.mended : mapping, { today })
    return [...reading.rows.slice(1).map(({ outcome }) => brief(outcome)), found?.drift.canMend]
  }
  const unnamed: [FieldSource, FieldSource] = [column(1, ''), column(2, '', 1)]
  const readUnnamed = (...now: string[]) => read('Datum;;;Belopp', unnamed, column(3, 'Belopp'), now)
  expect(readUnnamed('Datum;;Belopp;', '2026-05-03;ICA;5,00;Lunch')).toEqual(['column-missing', false])
  expect(readUnnamed('Datum;;Belopp', '2026-05-03;ICA;5,00')).toEqual(['column-missing', false])
  expect(readUnnamed('Nr;Datum;;;Belopp', '7;2026-05-03;ICA;Lunch;5,00')).toEqual(['2026-05-03 ICA 500', false])
  const beside: [FieldSource, FieldSource] = [column(1, ''), column(3, 'Notis')]
  expect(
    read('Datum;;Belopp;Notis', beside, column(2, 'Belopp'), ['Datum;Notis;Belopp', '2026-05-03;Lunch;5,00']),
  ).toEqual(['column-missing', false])
  // The one that has a name is found by it.
  const besideFiller: [FieldSource, FieldSource] = [column(3, 'Butik'), column(4, 'Notis')]
  expect(
    read('Datum;;Belopp;Butik;Notis', besideFiller, column(2, 'Belopp'), [
      'Datum;Butik;Belopp;Notis',
      '2026-05-03;ICA;5,00;Lunch',
    ]),
  ).toEqual(['2026-05-03 ICA 500', false])
  const alike: [FieldSource, FieldSource] = [column(1, 'Text'), column(3, 'Text', 1)]
  const many = 'Datum;Text;Belopp;X;Text;Y;Text;Z;Kort'
  expect(
    read('Datum;Text;Kort;Text;Belopp', alike, column(4, 'Belopp'), [many, '2026-05-03;ICA;5,00;;a;;b;;1234']),
  ).toEqual(['column-missing', false])
})

test('of two columns that a renamed one may be it is the one that holds what it held', () => {
  const before = sheetOf(
    'Date;Supplier;Description;Amount',
    '2026-05-01;FIGMA;Inköp;5,00',
    '2026-05-02;SJ;Inköp;6,00',
    '2026-05-03;OPENAI;Resa;7,00',
  )
  const mapping = plainMapping(
    { invoiceDate: column(0, 'Date'), merchant: column(1, 'Supplier'), total: column(3, 'Amount') },
    { header: ['Date', 'Supplier', 'Description', 'Amount'] },
  )
  const rows = ['5,00;Inköp;SJ;2026-06-01', '6,00;Inköp;FIGMA;2026-06-02', '7,00;Resa;ADOBE;2026-06-03']
  const after = sheetOf('Belopp;Beskrivning;Leverantör;Datum', ...rows)
  expect(findDrift(after, mapping, before)?.mended.fields).toMatchObject({ merchant: { from: { name: 'Leverantör' } } })
})

test('a column whose name says nothing is found by what it holds before what stands in its place', () => {
  const before = sheetOf(
    'Datum;Verifikationstext;Momskod;Belopp',
    '2026-05-01;FIGMA;MP1;5,00',
    '2026-05-02;SJ;MP1;6,00',
  )
  const mapping = plainMapping(
    { merchant: column(1, 'Verifikationstext'), total: column(3, 'Belopp') },
    { header: ['Datum', 'Verifikationstext', 'Momskod', 'Belopp'] },
  )
  const after = sheetOf('Date;VAT code;Description;Amount', '2026-06-01;MP1;SJ;5,00', '2026-06-02;MP1;FIGMA;6,00')
  expect(findDrift(after, mapping, before)?.mended.fields).toMatchObject({
    merchant: { from: { name: 'Description' } },
  })
})

test('a column of little else than what another held now and then is not that one', () => {
  const payments = (...rows: string[]) => sheetOf('Datum;Köpare;Säljare;Belopp', ...rows)
  const before = payments('2026-05-01;Vi AB;SJ;5,00', '2026-05-02;Vi AB;ICA;6,00', '2026-05-03;SJ;Vi AB;-5,00')
  const mapping = plainMapping(
    { merchant: column(2, 'Säljare'), total: column(3, 'Belopp') },
    { header: ['Datum', 'Köpare', 'Säljare', 'Belopp'] },
  )
  const after = sheetOf('Belopp;Part 2;Part 1;Datum', '7,00;Vi AB;SJ;2026-06-01', '8,00;Vi AB;ICA;2026-06-02')
  expect(findDrift(after, mapping, before)?.mended.fields).toMatchObject({ merchant: { from: { name: 'Part 1' } } })
})

test('where most columns have moved, what stands in the place of one that is gone is not that one', () => {
  const header = ['Datum', 'Avgiften', 'Text', 'Belopp', 'Referens']
  const before = sheetOf(header.join(';'), '2026-05-01;1,00;SJ;5,00;a1', '2026-05-02;2,00;ICA;6,00;a2')
  const mapping = plainMapping(
    { fee: column(1, 'Avgiften'), merchant: column(2, 'Text'), total: column(3, 'Belopp') },
    { header },
  )
  const after = sheetOf('Referens;Omräknat;Belopp;Text;Datum', 'a3;9,28;5,00;SJ;2026-06-01')
  expect(findDrift(after, mapping, before)?.drift).toMatchObject({ renamed: [], gone: [{ column: 'Avgiften' }] })
})
