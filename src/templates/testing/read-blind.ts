import type { SourceReading } from '../rules/mapping/reading.ts'
import { readSource } from '../rules/rows/read-source.ts'
import { type MappingSuggestion, suggestMapping } from '../rules/suggest/suggest-mapping.ts'
import { sheetOf, today } from './sheets.ts'

/** A file, the columns that its fields should be found in, and its purchases in minor units. */
export type BlindFile = { lines: string[]; fields: Record<string, string>; purchases: number[] }

/** Reads as somebody would who takes every suggestion, with the built-in formats switched off. */
export function readBlind(lines: readonly string[]): {
  found: MappingSuggestion
  fields: Record<string, string>
  reading: SourceReading
} {
  const spreadsheet = sheetOf(...lines)
  const found = suggestMapping(spreadsheet, { today, formats: [] })
  if (!found) throw new Error('no table was found')
  const fields = Object.fromEntries(
    found.suggestions.map(({ field, source }) => [
      field,
      source.kind === 'source' && source.from.kind === 'column' ? source.from.name : source.kind,
    ]),
  )
  return { found, fields, reading: readSource(spreadsheet, found.mapping, { today }) }
}

export function purchasesOf({ rows }: SourceReading): (number | null)[] {
  return rows.flatMap(({ outcome }) =>
    outcome.kind === 'purchase' ? [outcome.fields.amountSek ?? outcome.fields.foreignAmount] : [],
  )
}
