import { violation } from './reply.ts'

export type Field = {
  type: 'text' | 'amount-text' | 'number' | 'integer' | 'boolean' | 'date' | 'rows'
  longest?: number
  shortest?: number
  lowest?: number
  highest?: number
  oneOf?: readonly string[]
  isReadOnly?: boolean
  rows?: Fields
}
export type Fields = Readonly<Record<string, Field>>

/** Seen refused live by integrators, with 2000359. */
const forbidden = /[·…]|(?!\n)\p{Cc}|:\/\/|->/u

/** The object inside the wrapper, or a refusal with the code that Fortnox has for what is wrong. */
export function checkBody(bytes: Buffer, wrapper: string, fields: Fields, required: readonly string[]) {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw violation(2002115, 'Error deserializing JSON: JSON_ERROR_SYNTAX')
  }
  if (!isObject(body)) throw violation(2001392, 'Ingen eller felaktig typ av data.')
  for (const key of Object.keys(body)) if (key !== wrapper) throw violation(2001399, `Felaktigt fältnamn (${key})`)
  const inner = body[wrapper]
  if (!isObject(inner)) throw violation(2001392, 'Ingen eller felaktig typ av data.')
  checkObject(inner, fields)
  for (const key of required)
    if (inner[key] === undefined || inner[key] === '') throw violation(2001392, `Fältet ${key} saknas`)
  return inner
}

function checkObject(values: Record<string, unknown>, fields: Fields): void {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw violation(2001399, `Felaktigt fältnamn (${name})`)
    if (field.isReadOnly) throw violation(2001392, `Fältet ${name} är endast läsbart`)
    if (value === null) throw violation(2001392, `Fältet ${name} är null`)
    checkValue(name, value, field)
  }
}

function checkValue(name: string, value: unknown, field: Field): void {
  if (field.type === 'rows') {
    if (!Array.isArray(value) || !value.every(isObject)) throw violation(2001392, `${name} är inte rader`)
    for (const row of value) checkObject(row, field.rows ?? {})
    return
  }
  if (field.type === 'boolean') {
    if (typeof value !== 'boolean') throw violation(2000134, `Värdet måste vara en boolean (${name})`)
    return
  }
  if (field.type === 'number' || field.type === 'integer') checkNumber(name, value, field)
  else if (typeof value !== 'string') throw violation(2000106, `Värdet måste vara alfanumeriskt (${name})`)
  else checkText(name, value, field)
}

function checkNumber(name: string, value: unknown, { type, lowest = -1e12, highest = 1e12 }: Field): void {
  const isNumber = typeof value === 'number' && (type === 'number' || Number.isInteger(value))
  if (!isNumber || value < lowest || value > highest) throw violation(2000108, `Värdet måste vara numeriskt (${name})`)
}

function checkText(name: string, value: string, { type, longest, shortest, oneOf }: Field): void {
  if (type === 'date' && !isDate(value)) throw violation(2001392, `${name} är inget datum`)
  if (type === 'amount-text' && !/^-?\d{1,12}(\.\d{1,10})?$/.test(value))
    throw violation(2000108, `Värdet måste vara numeriskt (${name})`)
  if (value.length > (longest ?? 10_000)) throw violation(2001392, `${name} är för långt`)
  if (value.length < (shortest ?? 0)) throw violation(2001392, `${name} är för kort`)
  if (oneOf && !oneOf.includes(value)) throw violation(2001392, `${name} får inte vara ${value}`)
  if (forbidden.test(value)) throw violation(2000359, `Värdet innehåller ej tillåtna tecken. (${name})`)
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
