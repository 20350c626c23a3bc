import { openRows, readSpreadsheet, SpreadsheetError } from '../../src/spreadsheets/index.ts'
import type { TemplateMapping } from '../../src/templates/contract.ts'
import { missingFields } from '../../src/templates/rules/mapping/check-mapping.ts'
import type { ReadRow, RowOutcome } from '../../src/templates/rules/mapping/reading.ts'
import { openSource, readSource } from '../../src/templates/rules/rows/read-source.ts'
import { suggestMapping } from '../../src/templates/rules/suggest/suggest-mapping.ts'
import { type Base, isFilled } from './base-files.ts'
import type { Variant } from './variant.ts'
import { writeText } from './write-variants.ts'

/**
 * `suggested`: the changed file is read as the product suggests; `saved`: under the template of the file as it was;
 * `unknown`: by suggestions without the built-in formats.
 */
export type Way = 'suggested' | 'saved' | 'unknown'
type Outcomes = ReadonlyMap<number, RowOutcome>
export type Before = { mapping: TemplateMapping; outcomes: Outcomes }

const fieldsCompared = [
  'merchant',
  'invoiceDate',
  'amountSek',
  'currency',
  'foreignAmount',
  'rate',
  'vatAmount',
  'vatRate',
  'card',
  'providerId',
  'dueDate',
  'account',
  'fee',
] as const

/** How the file itself is read in each way; of an unknown one null where a row of it is read otherwise than is known, or left open, which another form may settle. */
export function readBefore(base: Base, way: Way): Before | null {
  const { found, outcomes, rows, isText, today } = base
  if (way !== 'unknown') return { mapping: found.mapping, outcomes }
  const spreadsheet = readSpreadsheet(writeText(rows, isText))
  const guessed = suggestMapping(spreadsheet, { today, formats: [] })
  if (!guessed) return null
  const read = readSource(spreadsheet, guessed.mapping, { today }).rows
  const ids = rows.filter(isFilled).map(({ id }) => id)
  const places = read.map(({ outcome }, index) => [ids[index] ?? 0, outcome] as const)
  const isAsKnown = places.every(([id, outcome]) => {
    const known = outcomes.get(id)
    return outcome.kind === known?.kind && differenceOf(known, outcome) === null
  })
  return isAsKnown ? { mapping: guessed.mapping, outcomes: new Map(places) } : null
}

/** What of a row is read otherwise; null where nothing is, or where it is asked about now. */
function differenceOf(was: RowOutcome | undefined, now: RowOutcome, ignored: readonly string[] = []): string | null {
  if (now.kind === 'unreadable' || (now.kind === 'skipped' && (!was || was.kind === 'skipped'))) return null
  if (now.kind === 'skipped') return was?.kind === 'purchase' ? `left out as ${now.reason}` : null
  if (was?.kind !== 'purchase') return `a purchase of ${now.fields.amountSek}, was ${was?.kind ?? 'not there'}`
  const wrong = fieldsCompared.filter((name) => {
    const [one, other] = [was.fields[name] ?? null, now.fields[name] ?? null]
    const isSame = name === 'rate' && one !== null ? Number(one) === Number(other) : one === other
    return !isSame && !ignored.includes(name)
  })
  if (wrong.length === 0) return null
  return wrong.map((name) => `${name} ${was.fields[name]} → ${now.fields[name]}`).join(', ')
}

/** What is wrong with how the changed file is read, or null. */
export function tryVariant(base: Base, before: Before, variant: Variant, way: Way): string | null {
  const { today } = base
  try {
    const spreadsheet = readSpreadsheet(variant.bytes)
    const formats = way === 'unknown' ? { formats: [] } : {}
    const found = way === 'saved' ? null : suggestMapping(spreadsheet, { today, ...formats })
    if (way !== 'saved' && (!found || missingFields(found.mapping).length > 0 || found.isSignOpen)) return null
    // a file that is known no more is mapped by a person
    if (way === 'suggested' && found?.format !== base.found.format) return null
    const mapping = found?.mapping ?? before.mapping
    const { rows } = readSource(spreadsheet, mapping, { today })
    return compareRows(rows, variant, before.outcomes) ?? compareStreamed(variant.bytes, mapping, today, rows)
  } catch (error) {
    if (error instanceof SpreadsheetError) return null
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

function compareRows(rows: readonly ReadRow[], { ids, ignore }: Variant, outcomes: Outcomes): string | null {
  if (rows.length !== ids.length) return `${rows.length} rows, not ${ids.length}`
  for (const [index, { number, cells, outcome }] of rows.entries()) {
    const id = ids[index] ?? null
    const difference = differenceOf(id === null ? undefined : outcomes.get(id), outcome, ignore)
    if (difference) return `row ${number} [${cells.join('|').slice(0, 120)}]: ${difference}`
  }
  return null
}

/** An import walks the rows of a file once: they come out as in its preview. */
function compareStreamed(
  bytes: Uint8Array,
  mapping: TemplateMapping,
  today: string,
  rows: readonly ReadRow[],
): string | null {
  const source = openSource(openRows(bytes, {}).sheets, mapping, { today })
  const streamed = [...source.rows]
  if (source.finish().isMisjudged) return null
  if (streamed.length !== rows.length) return `${streamed.length} rows streamed, ${rows.length} whole`
  for (const [index, { number, outcome }] of streamed.entries()) {
    const whole = rows[index]?.outcome
    const difference = whole?.kind === outcome.kind ? differenceOf(whole, outcome) : `${whole?.kind} → ${outcome.kind}`
    if (difference) return `row ${number} streamed: ${difference}`
  }
  return null
}
