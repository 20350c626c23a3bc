import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../../contract.ts'
import { column, outcomes, plainMapping, sheetOf, today } from '../../testing/sheets.ts'
import { findDrift } from '../find-drift.ts'
import { changeHeader } from '../mapping/change-header.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { type HeaderChoice, keptChoice } from './choose-header.ts'

/** A file in which no header is known: its names mean nothing to Radvis. */
const foreign = sheetOf('Utdrag', 'Zon;Wer;Qua', '2026-05-01;Kafé;5,00', '2026-05-02;ICA;6,00')
const chosen = (spreadsheet: Spreadsheet, header: HeaderChoice) => suggestMapping(spreadsheet, { today, header })!
const errorsOf = (call: () => unknown) => {
  try {
    call()
  } catch (error) {
    if (error instanceof AppError) return error.errors
  }
  return null
}
const foreignMapping = (): TemplateMapping => ({
  ...chosen(foreign, { sheet: 1, row: 2 }).mapping,
  fields: { invoiceDate: column(0, 'Zon'), merchant: column(1, 'Wer'), total: column(2, 'Qua') },
})

describe('the header that a person chooses', () => {
  test('becomes the header of the table and of the mapping, and its rows are read', () => {
    const { table, mapping, columns } = chosen(foreign, { sheet: 1, row: 2 })
    expect([table.header?.number, table.rows.map(({ number }) => number)]).toEqual([2, [3, 4]])
    expect(mapping.header).toEqual(['Zon', 'Wer', 'Qua'])
    expect(columns.map(({ dates, texts, figures }) => [dates, texts, figures])).toEqual([
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 2],
    ])
    expect(outcomes(readSource(foreign, foreignMapping(), { today }))).toEqual([
      '1: preamble',
      '2: header',
      '3: 2026-05-01 Kafé 500',
      '4: 2026-05-02 ICA 600',
    ])
  })

  test('wins over the table that Radvis would have taken', () => {
    const two = sheetOf('Datum;Text;Belopp', '2026-05-01;A;5,00', 'Dag;Vara;Pris', '2026-05-02;B;6,00')
    expect(suggestMapping(two, { today })?.table.header?.number).toBe(1)
    expect(chosen(two, { sheet: 1, row: 3 }).mapping.header).toEqual(['Dag', 'Vara', 'Pris'])
  })

  test('may stand in any sheet, and the error names sheet and row', () => {
    const book: Spreadsheet = {
      kind: 'xlsx',
      sheets: [
        { name: 'Info', rows: [{ number: 1, cells: ['Hej'] }] },
        { name: 'Kort', rows: foreign.sheets[0]!.rows },
      ],
      warnings: [],
    }
    expect(chosen(book, { sheet: 2, row: 2 }).table.sheet.name).toBe('Kort')
    const refused = (sheet: number, row: number) => errorsOf(() => chosen(book, { sheet, row }))
    expect(refused(2, 9)).toEqual([{ path: 'headerRow', code: 'header-row-empty', params: { row: 9, sheet: 'Kort' } }])
    expect(refused(1, 1)).toEqual([
      { path: 'headerRow', code: 'header-row-one-cell', params: { row: 1, sheet: 'Info' } },
    ])
    expect(refused(2, 3)).toEqual([
      { path: 'headerRow', code: 'header-row-is-data', params: { row: 3, sheet: 'Kort' } },
    ])
    expect(refused(3, 1)).toEqual([{ path: 'sheet', code: 'sheet-missing', params: { sheet: 3, sheets: 2 } }])
  })

  test('is found again in every later file, however the lines above it grow or shrink', () => {
    const name = fc.stringMatching(/^[a-zåäö0-9][a-zåäö0-9 ]{1,12}[a-zåäö]$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 3, maxLength: 8, selector: (text) => text.toLowerCase() }),
        fc.nat(40),
        fc.nat(40),
        (names, above, later) => {
          const file = (preamble: number) =>
            sheetOf(
              ...Array.from({ length: preamble }, (_, line) => `Rad ${line} ovanför`),
              names.join(';'),
              ...['2026-05-01;Kafé;5,00', '2026-05-02;ICA;6,00'],
            )
          const { mapping } = chosen(file(above), { sheet: 1, row: above + 1 })
          const fields = {
            invoiceDate: column(0, names[0]!),
            merchant: column(1, names[1]!),
            total: column(2, names[2]!),
          }
          const next = file(later)
          const { rows } = readSource(next, { ...mapping, fields }, { today })
          expect(rows.filter(({ outcome }) => outcome.kind === 'purchase').map(({ number }) => number)).toEqual([
            later + 2,
            later + 3,
          ])
          const kept = keptChoice(next, mapping)
          expect(kept?.row ?? suggestMapping(next, { today })?.table.header?.number).toBe(later + 1)
          expect(findDrift(next, { ...mapping, fields }, null)).toBeNull()
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('no header', () => {
  const named = sheetOf('Datum;Text;Belopp', '2026-05-01;A;5,00', '2026-05-02;B;6,00')

  test('is a choice too: columns go by place although a row looks like a header', () => {
    const { mapping } = chosen(named, { sheet: 1, row: 'none' })
    expect(mapping).toMatchObject({ header: [], columnsByPlace: true })
    const fields = { invoiceDate: column(0, ''), merchant: column(1, ''), total: column(2, '') }
    const other = sheetOf('Utdrag', 'Datum;Köpt i maj;Belopp', '2026-05-01;A;5,00')
    expect(outcomes(readSource(other, { ...mapping, fields }, { today }))).toEqual([
      '1: blank-date-and-amount',
      '2: header',
      '3: 2026-05-01 A 500',
    ])
    expect(keptChoice(other, mapping)).toEqual({ sheet: 1, row: 'none' })
    expect(findDrift(other, { ...mapping, fields }, named)).toBeNull()
  })
})

describe('what was mapped before', () => {
  const refsOf = (spreadsheet: Spreadsheet, header: HeaderChoice) =>
    chosen(spreadsheet, header).columns.map(({ index, name, occurrence }) => ({
      kind: 'column' as const,
      index,
      name,
      occurrence,
    }))
  const next = sheetOf('Text;Datum;Summa', 'A;2026-05-01;5,00')

  test('stays where the new header has the column, and what is lost is named', () => {
    const header = { sheet: 1, row: 1 }
    const { mapping, lost } = changeHeader(plainMapping(), chosen(next, header).mapping, refsOf(next, header))
    expect(mapping).toMatchObject({
      header: ['Text', 'Datum', 'Summa'],
      fields: { invoiceDate: column(1, 'Datum'), merchant: column(0, 'Text') },
      numberFormat: 'comma',
      notInvoices: ['Inbetalning'],
    })
    expect([lost, mapping.emptyFieldsConfirmed]).toEqual([['total'], false])
  })

  test('goes by place to a file without a header and back, and is the same', () => {
    const file = sheetOf('Datum;Text;Belopp', '2026-05-01;A;5,00')
    const [none, first] = [
      { sheet: 1, row: 'none' as const },
      { sheet: 1, row: 1 },
    ]
    const before = { ...plainMapping(), emptyFieldsConfirmed: false }
    const byPlace = changeHeader(before, chosen(file, none).mapping, refsOf(file, none))
    expect(byPlace).toMatchObject({ lost: [], mapping: { header: [], fields: { total: column(2, '', 2) } } })
    expect(changeHeader(byPlace.mapping, chosen(file, first).mapping, refsOf(file, first)).mapping).toEqual(before)
  })

  test('on a mapping that is still empty the suggestions for the new table apply', () => {
    const empty = plainMapping({}, { fields: {}, numberFormat: 'auto' })
    const suggested = chosen(foreign, { sheet: 1, row: 2 }).mapping
    expect(changeHeader(empty, suggested, refsOf(foreign, { sheet: 1, row: 2 })).mapping).toEqual({
      ...suggested,
      fields: {},
      emptyFieldsConfirmed: false,
    })
  })
})

describe('a header that is not found again', () => {
  const mapping = foreignMapping()

  test('is said with the row that is likest, and the mend reads the file', () => {
    const file = sheetOf('Zon;Wer;Bel', '2026-05-01;Kafé;5,00')
    const two = sheetOf('Utdrag', 'Zon;Were;Bel', '2026-05-01;Kafé;5,00')
    expect(findDrift(file, mapping, foreign)?.drift).toMatchObject({
      lostHeader: null,
      renamed: [{ column: 'Qua', to: { column: 'Bel' } }],
    })
    const { drift, mended } = findDrift(two, mapping, foreign)!
    expect(drift).toMatchObject({ lostHeader: { names: 'Zon, Wer, Qua', sheet: '', row: 2 }, canMend: true })
    expect(outcomes(readSource(two, mended, { today }))).toEqual(['1: preamble', '2: header', '3: 2026-05-01 Kafé 500'])
  })

  test('is said also where nothing in the file is like it, and no mend is made up', () => {
    const { drift } = findDrift(sheetOf('Hej', 'på dig'), mapping, foreign)!
    expect(drift).toMatchObject({ lostHeader: { names: 'Zon, Wer, Qua', row: null }, canMend: false })
    expect(drift.gone.map(({ column: name }) => name)).toEqual(['Zon', 'Wer', 'Qua'])
  })
})
