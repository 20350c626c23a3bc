import { expect, test } from 'vitest'
import { sheetOf, today } from '../testing/sheets.ts'
import { sampleWork } from './sample-work.ts'
import { suggestMapping } from './suggest-mapping.ts'

const header = 'Fakturanummer;Leverantör;Fakturadatum;Förfallodatum;Belopp;Moms;Valuta;Konto;Kostnadsställe'

test('a file of headers alone, as an export is to look, is mapped by their names', () => {
  const found = suggestMapping(sheetOf(header), { today })
  expect(found?.mapping.header).toEqual(header.split(';'))
  const named = found?.suggestions.map(({ field, source }) => [
    field,
    source.kind === 'source' && source.from.kind === 'column' && source.from.name,
  ])
  expect(Object.fromEntries(named ?? [])).toEqual({
    ...{ invoiceNumber: 'Fakturanummer', merchant: 'Leverantör', invoiceDate: 'Fakturadatum' },
    ...{ dueDate: 'Förfallodatum', total: 'Belopp', vatAmount: 'Moms', currency: 'Valuta' },
    ...{ account: 'Konto', costCenter: 'Kostnadsställe' },
  })
})

test('a new template of such a file tells what its columns may be, one that is mapped what it maps', () => {
  const spreadsheet = sheetOf(header)
  const mapping = sampleWork.begin(spreadsheet, { today })
  const asked = { fileName: 'ut.csv', bank: '', encoding: undefined, header: undefined, today }
  const sample = sampleWork.describe(spreadsheet, { ...asked, mapping })
  expect([sample.columns.length, sample.suggestions.length, sample.headerRow]).toEqual([9, 9, 1])
  const mapped = { ...mapping, fields: sample.suggestedMapping.fields }
  const again = sampleWork.describe(spreadsheet, { ...asked, mapping: mapped })
  expect([again.columns.length, again.suggestedMapping]).toEqual([9, mapped])
})

test('one line of words, of figures or beside others is no header', () => {
  for (const line of ['Hej;på;dig', '2026-10-01;Belopp;Datum', 'Datum;12,50;Belopp'])
    expect(suggestMapping(sheetOf(line), { today })).toBeNull()
  expect(suggestMapping(sheetOf('Datum;Belopp;Text', 'och så en rad'), { today })).toBeNull()
})
