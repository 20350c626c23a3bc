import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { plainMapping, sheetOf, today, workbookOf } from '../../testing/sheets.ts'
import { openSource, readSource } from '../rows/read-source.ts'
import { chosenOf, missingSheets } from './choose-sheets.ts'

const header = 'Datum;Text;Belopp'
const card = [header, '2026-05-01;Kafé;5,00', '', '2026-05-02;ICA;6,00']
const archive = [header, '2025-05-01;Kafé;5,00']
const book = workbookOf({ Kort: card, 'Arkiv 2025': archive, Utkast: ['Att göra', 'Ring Ada'] })
const read = (sheets?: string[], file = book) => readSource(file, plainMapping({}, sheets ? { sheets } : {}), { today })
const placesOf = (sheets?: string[]) => read(sheets).rows.map(({ sheet, number }) => `${sheet} ${number}`)

describe('a template reads', () => {
  test('every sheet where nothing is chosen', () => {
    expect(placesOf()).toEqual(['Kort 1', 'Kort 2', 'Kort 4', 'Arkiv 2025 1', 'Arkiv 2025 2', 'Utkast 1', 'Utkast 2'])
    expect(read().warnings).toEqual([{ code: 'sheet-without-header', params: { sheet: 'Utkast' } }])
  })

  test('the list of a page, and says nothing of the tables that lay the page out', () => {
    const table = (...lines: string[]) =>
      `<table>${lines.map((line) => `<tr><td>${line.replaceAll(';', '<td>')}`).join('')}</table>`
    const around = [table('&nbsp;'), table('Kontotransaktioner'), table('Saldo:;12 345,67;Clearingnummer:;6000')].join(
      '',
    )
    const warnings = (...tables: string[][]) =>
      read(undefined, readSpreadsheet(new TextEncoder().encode(around + tables.map((one) => table(...one)).join(''))))
        .warnings
    expect(warnings(card)).toEqual([])
    const other = ['Dag;Text;Summa', '2026-05-01;Kafé;5,00']
    expect(warnings(card, other)).toEqual([{ code: 'sheet-without-header', params: { sheet: 'Sheet5' } }])
  })

  test('only the sheets that are chosen, and says of each of the others how many rows it leaves out', () => {
    expect(placesOf([' KORT '])).toEqual(['Kort 1', 'Kort 2', 'Kort 4'])
    expect(read([' KORT ']).warnings).toEqual([
      { code: 'sheet-not-read', params: { sheet: 'Arkiv 2025', rows: 2, hasHeader: 1 } },
      { code: 'sheet-not-read', params: { sheet: 'Utkast', rows: 2, hasHeader: 0 } },
    ])
  })

  test('what is there of the chosen sheets, and names the one that lacks beside those that there are', () => {
    expect(placesOf(['Kort', 'Utlägg'])).toEqual(['Kort 1', 'Kort 2', 'Kort 4'])
    expect(read(['Kort', 'Utlägg']).warnings[0]).toEqual({
      code: 'chosen-sheet-missing',
      params: { sheet: 'Utlägg', sheets: 'Kort, Arkiv 2025, Utkast' },
    })
  })

  test('nothing where no chosen sheet is there, and does not call that a lost header', () => {
    expect(placesOf(['Utlägg'])).toEqual([])
    expect(read(['Utlägg']).warnings.map(({ code }) => code)).toEqual([
      'chosen-sheet-missing',
      ...['sheet-not-read', 'sheet-not-read', 'sheet-not-read'],
    ])
  })

  test('a text file whatever is chosen, since it has no sheets', () => {
    expect(read(['Kort'], sheetOf(...card))).toEqual(read(undefined, sheetOf(...card)))
  })
})

const name = fc.constantFrom('Kort', ' kort', 'KORT ', 'Arkiv', 'Åre', 'A\u030are', 'Blad 1', '')
const line = fc.constantFrom(
  header,
  '2026-05-01;Kafé;5,00',
  '2026-05-02;ICA;-6,00',
  'Totalt;;11,00',
  'Not',
  '05/06;?;x',
)
const files = fc
  .array(fc.record({ name, lines: fc.array(line, { minLength: 1, maxLength: 6 }) }), { minLength: 1, maxLength: 5 })
  .map((sheets) => ({
    ...{ kind: 'xlsx' as const, warnings: [] },
    sheets: sheets.map(({ name, lines }) => ({ name, rows: sheetOf(...lines).sheets[0]?.rows ?? [] })),
  }))
const choices = fc.option(fc.array(name, { maxLength: 3 }), { nil: undefined })

test('every row of a workbook is read once or counted as left out, as if the other sheets were not there', () => {
  fc.assert(
    fc.property(files, choices, fc.constantFrom(null, 1), (file, sheets, firstRows) => {
      const mapping = { ...plainMapping(), ...(sheets && { sheets }) }
      const source = openSource(file.sheets, mapping, { today, firstRows })
      const rows = [...source.rows]
      const { warnings } = source.finish()
      const leftOut = warnings.filter(({ code }) => code === 'sheet-not-read')
      const counted = leftOut.reduce((sum, { params }) => sum + Number(params?.rows), 0)
      expect(rows.length + counted).toBe(file.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0))
      const without = openSource(chosenOf(file, mapping).sheets, plainMapping(), { today, firstRows })
      expect(rows).toEqual([...without.rows])
      const told = warnings.filter(({ code }) => code === 'chosen-sheet-missing').map(({ params }) => params?.sheet)
      const names = file.sheets.map((sheet) => sheet.name)
      expect(told).toEqual(missingSheets(sheets, names))
    }),
  )
})
