import { decimalText } from '#spreadsheets/cell-text.ts'
import { shownUnit } from '#spreadsheets/shown-unit.ts'
import type { AirtableField } from './schemas.ts'

/** `unit`: what a number is shown in. */
export type TypedCell = { kind: 't' | 'n' | 'd' | 'b' | '_'; text: string; unit?: string }
const empty: TypedCell = { kind: '_', text: '' }

/**
 * Instants come in UTC; a day is the one it was where the field says, else in Sweden. One that is shown as a day alone, as
 * a formula or the time of creation may be, has no zone to be shown in: it is a day of UTC.
 */
const zoneWithoutOwn = 'Europe/Stockholm'

/** A record's value as text and kind. Empty fields are left out of a record; an empty checkbox is a no. */
export function typedCell(value: unknown, field: AirtableField): TypedCell {
  if (value === undefined || value === null) return field.type === 'checkbox' ? { kind: 'b', text: 'FALSE' } : empty
  return cellOf(value, shapeOf(field))
}

/** What Airtable gives every record by itself. */
const givenToAll: ReadonlySet<string> = new Set([
  ...['autoNumber', 'createdTime', 'createdBy', 'lastModifiedTime', 'lastModifiedBy', 'button'],
])
const reckoned: ReadonlySet<string> = new Set([
  'formula',
  'rollup',
  'count',
  'multipleLookupValues',
  'lookup',
  'aiText',
])

/** Whether a field holds what somebody wrote, or what follows from that: a formula of empty fields gives 0 or fails. */
export function saysAnything({ type }: AirtableField, { kind, text }: TypedCell): boolean {
  if (givenToAll.has(type)) return false
  return !reckoned.has(type) || (kind !== '_' && text !== '0' && !/^#\S+!$/.test(text))
}

/** Of what a field gives, be it reckoned or looked up. */
type Shape = { type: string; zone: string; unit: string | null }

function shapeOf(field: AirtableField): Shape {
  const { type, options } = field.options?.result ?? field
  const zone = options?.timeZone ?? 'client'
  return { type, zone: zone === 'client' ? zoneWithoutOwn : zone, unit: unitOf(type, options?.symbol) }
}

function unitOf(type: string, symbol = ''): string | null {
  if (type === 'percent') return '%'
  return type === 'currency' && symbol.trim() !== '' ? (shownUnit(symbol) ?? symbol.trim()) : null
}

function cellOf(value: unknown, shape: Shape): TypedCell {
  if (typeof value === 'number')
    return { kind: 'n', text: decimalText(value), ...(shape.unit !== null && { unit: shape.unit }) }
  if (typeof value === 'boolean') return { kind: 'b', text: value ? 'TRUE' : 'FALSE' }
  if (typeof value === 'string') return textCell(value, shape)
  if (Array.isArray(value)) return listCell(value, shape)
  if (typeof value === 'object' && value !== null)
    return textCell(objectText(value as Record<string, unknown>), { ...shape, type: '' })
  return empty
}

/** A lookup of one record is that record's value; of several, all of them as text. */
function listCell(values: readonly unknown[], shape: Shape): TypedCell {
  const cells = values.map((value) => cellOf(value, shape)).filter((cell) => cell.kind !== '_')
  const [first] = cells
  if (!first) return empty
  return cells.length === 1 ? first : { kind: 't', text: cells.map((cell) => cell.text).join(', ') }
}

const instantTypes: ReadonlySet<string> = new Set(['dateTime', 'createdTime', 'lastModifiedTime'])
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/

function textCell(text: string, { type, zone }: Shape): TypedCell {
  if (text.trim() === '') return empty
  const mayBeDate = type === 'date' || instantTypes.has(type)
  if (mayBeDate && isoDay.test(text)) return { kind: 'd', text }
  if (mayBeDate && isoInstant.test(text) && !Number.isNaN(Date.parse(text)))
    return { kind: 'd', text: type === 'date' ? text.slice(0, 10) : localTime(new Date(text), zone) }
  return { kind: 't', text }
}

function localTime(instant: Date, zone: string): string {
  const text = formatterFor(zone).format(instant).replace(',', '')
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  // Swedish writes `2026-03-01 08:15:00`.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: isZone(zone) ? zone : zoneWithoutOwn,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formatters.set(zone, formatter)
  return formatter
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }))
  } catch {
    return false
  }
}

/**
 * What a person would call it: a collaborator, an attachment, a barcode, a button, a text that an AI wrote; a formula that
 * failed says so, and is never taken for nothing.
 */
function objectText(value: Record<string, unknown>): string {
  if (typeof value.error === 'string') return value.error
  if (typeof value.specialValue === 'string') return `#${value.specialValue}!`
  // what an AI has yet to write, or could not (field-model#aitext)
  if (typeof value.state === 'string' && 'value' in value && value.value === null)
    return value.state === 'error' ? '#ERROR!' : ''
  for (const name of ['name', 'filename', 'email', 'text', 'label', 'value', 'url', 'id'] as const) {
    const part = value[name]
    if (typeof part === 'string' && part !== '') return part
  }
  return JSON.stringify(value)
}
