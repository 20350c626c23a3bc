import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sample, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

type Expected = {
  format: string
  numberFormat: string
  dateOrder: string
  signRule: string
  account: string
  fields: Record<string, string>
  rows: string[]
  controlSums: string[]
}
const folder = new URL('../../../test/fixtures/templates/', import.meta.url)
const golden = JSON.parse(readFileSync(new URL('samples.json', folder), 'utf8')) as Record<string, Expected>

test('there is an expected reading for every sample file', () => {
  expect(Object.keys(golden).sort()).toEqual(
    readdirSync(new URL('../../../test/fixtures/samples/', import.meta.url)).sort(),
  )
})

describe.each(Object.entries(golden))('%s', (name, expected) => {
  test('is recognised and mapped without help', async () => {
    const found = suggestMapping(await sample(name), { today })
    const { numberFormat, dateOrder, signRule, account, fields } = found!.mapping
    const sources = Object.entries(fields).map(([field, source]) => {
      const refs =
        source.kind === 'first'
          ? source.from
          : source.kind === 'source' || source.kind === 'pattern'
            ? [source.from]
            : []
      const suffix =
        source.kind === 'pattern'
          ? ` (${source.pattern})`
          : source.kind === 'source' && source.when
            ? ` (${source.when})`
            : ''
      return [field, `${refs.map(({ name }) => name).join(' / ')}${suffix}`]
    })
    expect({
      format: found!.format?.id,
      numberFormat,
      dateOrder,
      signRule,
      account,
      fields: Object.fromEntries(sources),
    }).toEqual({
      format: expected.format,
      numberFormat: expected.numberFormat,
      dateOrder: expected.dateOrder,
      signRule: expected.signRule,
      account: expected.account,
      fields: expected.fields,
    })
  })

  test('reads row for row as expected', async () => {
    const reading = readSuggested(await sample(name))
    expect(outcomes(reading)).toEqual(expected.rows)
    expect(
      reading.controlSums.map(
        ({ cell, label, printed, counted, agrees }) => `${cell} ${label}: ${printed} ${agrees ? '=' : '≠'} ${counted}`,
      ),
    ).toEqual(expected.controlSums)
    expect(reading.warnings).toEqual([])
  })

  test('reads the same where number format and date order are left to the file', async () => {
    const spreadsheet = await sample(name)
    const found = suggestMapping(spreadsheet, { today })!
    const auto = readSource(spreadsheet, { ...found.mapping, numberFormat: 'auto', dateOrder: 'auto' }, { today })
    expect(outcomes(auto)).toEqual(expected.rows)
  })
})
