import { jsonbText } from '#kernel/jsonb-text.ts'

/**
 * Fields of COPY's binary format (PostgreSQL's manual, "COPY", File Formats), as text of one character a byte, since
 * texts are put together and remembered quicker than bytes: a length, then the value as its type's receive function
 * takes it. What stands here is written out as Latin-1.
 */

/** Null of any type. */
export const nothing = '\u00ff\u00ff\u00ff\u00ff'

const knownLengths = Array.from({ length: 1024 }, (_, length) => bytes4(length))

function bytes4(value: number): string {
  return String.fromCharCode((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
}

export function lengthOf(length: number): string {
  return knownLengths[length] ?? bytes4(length)
}

/** An `integer`; one that is too large for it throws. */
export function integer(value: number | null): string {
  if (value === null) return nothing
  if ((value | 0) !== value) throw new RangeError(`${value} is no integer of four bytes`)
  return `\0\0\0\u0004${bytes4(value)}`
}

/** A `bigint`. */
export function bigInteger(value: number | null): string {
  if (value === null) return nothing
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`)
  return `\0\0\0\u0008${bytes4(Math.floor(value / 2 ** 32))}${bytes4(value)}`
}

/** A `text`. PostgreSQL's holds no NUL, which a damaged file may. */
export function text(value: string | null): string {
  if (value === null) return nothing
  return ofLength(bytesOf(value.includes('\0') ? value.replaceAll('\0', '') : value))
}

/** Text of JSON, in a `text`. */
export function jsonText(value: unknown): string {
  return ofLength(bytesOf(JSON.stringify(value)))
}

/** A `jsonb`: its version, then JSON. */
export function jsonb(value: unknown): string {
  return ofLength(`\u0001${bytesOf(jsonbText(value))}`)
}

export function uuid(value: string): string {
  return ofLength(Buffer.from(value.replaceAll('-', ''), 'hex').toString('latin1'))
}

export function ofLength(bytes: string): string {
  return lengthOf(bytes.length) + bytes
}

const beyondAscii = /[\u0080-\uffff]/

/** UTF-8, a character a byte. */
export function bytesOf(value: string): string {
  return beyondAscii.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value
}
