import { expect, test } from 'vitest'
import { column, plainMapping, sheetOf, workbookOf } from '../testing/sheets.ts'
import { matchTemplates } from './match-templates.ts'

const template = (id: string, header: string[]) => ({ id, name: id, bank: 'X', mapping: plainMapping({}, { header }) })
const plain = template('plain', ['Datum', 'Text', 'Belopp'])
const row = '2026-05-01;A;5,00'
const match = (header: string, ...templates: ReturnType<typeof template>[]) =>
  matchTemplates(sheetOf('Kontoutdrag', header, row), templates)

test('the same names in any order and spelling are the template\u2019s', () => {
  for (const header of ['Datum;Text;Belopp', 'BELOPP; Datum ;text', 'Datum\u00a0;Text;Belopp;'])
    expect(match(header, plain)).toMatchObject([{ templateId: 'plain', likeness: 'exact' }])
  expect(match('Ko\u0308pdag;Text;Belopp', template('nfd', ['K\u00f6pdag', 'Text', 'Belopp']))).toMatchObject([
    { likeness: 'exact' },
  ])
})

test('a file with columns gone or new is nearly the template\u2019s, and what differs is said', () => {
  const wide = template('wide', ['Datum', 'Text', 'Ort', 'Valuta', 'Belopp'])
  expect(match('Datum;Text;Valuta;Belopp;Moms', wide)).toEqual([
    {
      ...{ templateId: 'wide', name: 'wide', bank: 'X', likeness: 'nearly' },
      ...{ missingColumns: ['Ort'], newColumns: ['Moms'], missingSheets: [] },
    },
  ])
})

test('the likest comes first, and what is no match is not named', () => {
  const more = template('more', ['Datum', 'Text', 'Belopp', 'Saldo'])
  const other = template('other', ['Bokföringsdag', 'Rubrik', 'Namn'])
  expect(match('Datum;Text;Belopp', more, other, plain).map(({ templateId }) => templateId)).toEqual(['plain', 'more'])
  expect(match('Bokföringsdatum;Rubrik;Ut;In', plain)).toEqual([])
})

test('a column that stands twice must stand twice', () => {
  expect(match('Datum;Text;Belopp', template('two', ['Datum', 'Text', 'Text', 'Belopp']))).toMatchObject([
    { likeness: 'nearly', missingColumns: ['Text'] },
  ])
})

test('files without a header match templates without one, for a person to confirm', () => {
  const places = { id: 'p', name: 'p', bank: 'X', mapping: plainMapping({ total: column(2, '') }, { header: [] }) }
  expect(matchTemplates(sheetOf(row, row), [places, plain])).toMatchObject([{ templateId: 'p', likeness: 'nearly' }])
  expect(matchTemplates(sheetOf('Datum;Text;Belopp', row), [places])).toEqual([])
})

test('of templates with the same header the one whose sheet the file has is its own', () => {
  const reads = (id: string, ...sheets: string[]) => {
    const { mapping, ...rest } = template(id, ['Datum', 'Text', 'Belopp'])
    return { ...rest, mapping: { ...mapping, sheets } }
  }
  const book = workbookOf({ Kort: ['Datum;Text;Belopp', row], Noter: ['Att göra;Vem', 'Ring;Ada'] })
  const matches = matchTemplates(book, [
    reads('archive', 'Arkiv 2025'),
    reads('card', ' kort '),
    reads('notes', 'Noter'),
  ])
  expect(matches).toMatchObject([
    { templateId: 'card', likeness: 'exact', missingSheets: [] },
    { templateId: 'archive', likeness: 'nearly', missingSheets: ['Arkiv 2025'] },
  ])
  expect(matches).toHaveLength(2)
})
