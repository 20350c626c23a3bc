import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { describeSample } from '../describe-sample.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from './suggest-mapping.ts'

test.each([
  ['net and gross', 'Exkl. moms;Moms;Inkl. moms', '100,00;25,00;125,00'],
  ['currencies', 'EUR;SEK;Kurs', '10,00;112,50;11,25'],
  ['ways of money', 'Ut;In;Saldo', '100,00;;900,00'],
])('of one name over columns for %s nobody but a person says which is what was paid', (_, lower, figures) => {
  const sheet = sheetOf('Datum;Text;Belopp;;', `;;${lower}`, `2026-03-03;ICA;${figures}`, `2026-03-04;SJ;${figures}`)
  const found = suggestMapping(sheet, { today })!
  expect(Object.keys(found.mapping.fields).sort()).toEqual(['invoiceDate', 'merchant'])
  const reading = readSource(sheet, found.mapping, { today })
  expect(outcomes(reading).slice(0, 2)).toEqual(['1: header', '2: header'])
  expect(describeSample('lista.csv', sheet, found, reading).openAmounts).toContain('Belopp')
})

test('the column that a person chooses by its place is read, and both rows of names are none of its rows', () => {
  const sheet = sheetOf('Datum;Text;Belopp;;', ';;Exkl. moms;Moms;Inkl. moms', '2026-03-03;ICA;100,00;25,00;125,00')
  const { mapping } = suggestMapping(sheet, { today })!
  const from = { kind: 'column', index: 4, name: '', occurrence: 1 } as const
  const fields = { ...mapping.fields, total: { kind: 'source', from } as const }
  expect(outcomes(readSource(sheet, { ...mapping, fields, numberFormat: 'comma' }, { today }))).toEqual([
    '1: header',
    '2: header',
    '3: 2026-03-03 ICA 12500',
  ])
})

test('a remark in a column without a name is no second name of an amount', () => {
  const lines = ['Datum;Text;Belopp;', '2026-03-03;ICA;100,00;kvitto finns', '2026-03-04;SJ;90,00;']
  expect(outcomes(readSuggested(sheetOf(...lines))).slice(1)).toEqual([
    '2: 2026-03-03 ICA 10000',
    '3: 2026-03-04 SJ 9000',
  ])
})
