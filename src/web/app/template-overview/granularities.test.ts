import { expect, test } from 'vitest'
import * as m from '#messages'
import { granularityName, granularityOptions } from './granularities.ts'

test('a base has tables where files and spreadsheets have sheets', () => {
  const nameIn = (sourceSystem: 'file' | 'google-sheets' | 'airtable') =>
    granularityName({ granularity: 'sheet', sourceSystem })
  expect(nameIn('file')).toBe(m.templates_granularity_sheet())
  expect(nameIn('google-sheets')).toBe(m.templates_granularity_sheet())
  expect(nameIn('airtable')).toBe(m.templates_granularity_table())
  const told = granularityOptions({ sourceSystem: 'airtable' }).map(({ label, help }) => `${label} ${help}`)
  expect(told).toHaveLength(4)
  expect(told.join()).not.toMatch(/blad|fil\b|filen|sheet|\bfile/)
})
