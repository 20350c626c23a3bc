import { expect, test } from 'vitest'
import { openAirtableStage } from '#connectors/testing/airtable-stage.ts'
import { openGoogleStage } from '#connectors/testing/google-stage.ts'
import { readingOf, signIn } from '#connectors/testing/source-connector-behaviour.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readSource, suggestMapping } from '#templates/index.ts'
import { snapshotOf } from './snapshot.ts'

const today = '2026-04-30'

/** What the rows are read as, by the mapping that is proposed for them. */
async function amountsOf(reading: ReturnType<typeof readingOf>): Promise<string[]> {
  const [head] = reading.rows
  const file = readSpreadsheet(await snapshotOf(reading.table, reading.rows, (row) => row === head))
  const mapping = suggestMapping(file, { today })?.mapping
  if (!mapping) throw new Error('no table')
  return readSource(file, mapping, { today }).rows.flatMap(({ outcome }) => {
    if (outcome.kind === 'skipped') return outcome.reason === 'header' ? [] : [`skipped: ${outcome.reason}`]
    if (outcome.kind === 'unreadable') return [outcome.problems.map(({ code }) => code).join()]
    const { amountSek, foreignAmount, currency } = outcome.fields
    return [`${amountSek ?? foreignAmount} ${currency}`]
  })
}

test('amounts of a Google Sheet are purchases in the currencies that it shows', async () => {
  const stage = await openGoogleStage()
  const { session } = await signIn(stage)
  const id = '1Kalkyl0000000000000000000000000000000000007'
  const shown = [undefined, '#,##0.00 [$€]', '[$$-409]#,##0.00', '#,##0.00 "PLN"', '#,##0.00 [$₡]']
  const rows = shown.map((pattern, index) => [
    { v: 46_100 + index, f: 'DATE' },
    `Butik ${index}`,
    { v: 12.5, f: 'CURRENCY', ...(pattern && { pattern }) },
  ])
  const plain = [{ v: 46_110, f: 'DATE' }, 'Butik', 12.5]
  await stage.putDocument(id, [{ sheetId: 0, title: 'Kort', rows: [['Datum', 'Text', 'Belopp'], ...rows, plain] }])
  await stage.pick(id)
  const reading = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
  await stage.close()
  expect(await amountsOf(reading)).toEqual([
    ...['1250 SEK', '1250 EUR', '1250 USD', '1250 PLN', 'currency-unreadable', '1250 SEK'],
  ])
})

test.each([
  ['€', '1250 EUR'],
  ['kr', '1250 SEK'],
  ['NOK', '1250 NOK'],
  ['Rs', 'currency-unreadable'],
])('amounts of an Airtable field whose symbol is %s are %s, each', async (symbol, amount) => {
  const stage = await openAirtableStage()
  const { session } = await signIn(stage)
  const { documentId, tableId } = stage
  const fields = [
    { id: 'fldDatum', name: 'Datum', type: 'date' },
    { id: 'fldText', name: 'Text', type: 'singleLineText' },
    { id: 'fldBel', name: 'Belopp', type: 'currency', options: { precision: 2, symbol } },
  ]
  const records = [1, 2, 3].map((day) => ({
    fields: { fldDatum: `2026-03-0${day}`, fldText: `Butik ${day}`, fldBel: 12.5 },
  }))
  await stage.putBase(documentId, tableId, fields, records)
  const reading = readingOf(await session.readRows({ documentId, tableId, viewId: null }))
  await stage.close()
  expect(await amountsOf(reading)).toEqual([amount, amount, amount])
})
