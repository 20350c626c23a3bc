import { parseAmount } from './amounts.ts'
import { refuse } from './errors.ts'
import { isDate } from './local-time.ts'
import type { Fields, FieldValue } from './records.ts'

/** What a field of a resource takes. The lists per resource stand in resource-fields.ts. */
export type FieldRule =
  | { kind: 'text'; max?: number; exact?: number }
  | { kind: 'amount' }
  | { kind: 'decimal' }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'boolean' }
  | { kind: 'date' }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'rows'; fields: FieldRules }
  | { kind: 'readOnly' }
export type FieldRules = Readonly<Record<string, FieldRule>>

/** Characters and sequences that the live API refuses in texts with 2000359, as integrators saw. Line breaks are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const refusedText = /[·…\u0000-\u0009\u000b\u000c\u000e-\u001f]|:\/\/|->/

/** Unwraps `{"Wrapper": {...}}` and reads its fields by the white list; throws what Fortnox would answer. */
export function readFields(body: unknown, wrapper: string, rules: FieldRules): Fields {
  if (!isObject(body)) throw refuse('badType')
  const unknown = Object.keys(body).find((key) => key !== wrapper)
  if (unknown !== undefined) throw refuse('unknownField', unknown)
  return readObject(body[wrapper], rules)
}

function readObject(value: unknown, rules: FieldRules): Fields {
  if (!isObject(value)) throw refuse('badType')
  const fields: Record<string, FieldValue> = {}
  for (const [name, raw] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined) throw refuse('unknownField', name)
    if (rule.kind === 'readOnly') throw refuse('readOnlyField', name)
    // Explicit null is refused; leaving the field out is the only way to say nothing.
    if (raw === null) throw refuse('badType')
    fields[name] = readValue(name, raw, rule)
  }
  return fields
}

function readValue(name: string, raw: unknown, rule: Exclude<FieldRule, { kind: 'readOnly' }>): FieldValue {
  switch (rule.kind) {
    case 'text':
      return readText(name, raw, rule)
    case 'amount': {
      const amount = parseAmount(raw)
      if (amount === null) throw refuse('notANumber', shown(raw))
      return amount
    }
    case 'decimal':
      if (parseAmount(raw) === null) throw refuse('notANumber', shown(raw))
      return String(raw).trim()
    case 'integer':
      return readInteger(name, raw, rule)
    case 'boolean':
      if (raw === true || raw === 'true') return true
      if (raw === false || raw === 'false') return false
      throw refuse('notABoolean', shown(raw))
    case 'date':
      if (typeof raw !== 'string' || !isDate(raw)) throw refuse('badDate', shown(raw))
      return raw
    case 'choice':
      if (typeof raw !== 'string' || !rule.of.includes(raw)) throw refuse('badChoice', name, shown(raw))
      return raw
    case 'rows':
      if (!Array.isArray(raw)) throw refuse('badType')
      return raw.map((row) => readObject(row, rule.fields))
  }
}

function readText(name: string, raw: unknown, rule: { max?: number; exact?: number }): string {
  if (typeof raw !== 'string' && typeof raw !== 'number') throw refuse('badType')
  const text = String(raw)
  if (refusedText.test(text)) throw refuse('badCharacters', text)
  if (rule.max !== undefined && [...text].length > rule.max) throw refuse('tooLong', name, rule.max)
  if (rule.exact !== undefined && text !== '' && text.length !== rule.exact)
    throw refuse('wrongLength', name, rule.exact)
  return text
}

function readInteger(name: string, raw: unknown, rule: { min?: number; max?: number }): number {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) throw refuse('notANumber', shown(raw))
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule
  if (number < min || number > max) throw refuse('rowOutOfRange', name, min, max)
  return number
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

export function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' ? value : undefined
}

export function rowsOf(fields: Fields, name: string): Fields[] | undefined {
  const value = fields[name]
  return Array.isArray(value) ? value : undefined
}
