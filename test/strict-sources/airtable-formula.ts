import type { AirtableRecord } from './airtable-base.ts'

type Value = boolean | string | null
type Token = { kind: 'name' | 'text' | 'sign'; text: string }

/** A filter, read and worked out for one record after the other; throws where Airtable says that it is invalid. */
export function readFormula(text: string): (record: AirtableRecord) => boolean {
  const tokens = readTokens(text)
  let at = 0
  function term(record: AirtableRecord): Value {
    const token = tokens[at++]
    if (token?.kind === 'text') return token.text
    if (token?.kind !== 'name' || tokens[at++]?.text !== '(') throw new Error('a name and its bracket are expected')
    const given: Value[] = []
    while (tokens[at]?.text !== ')') {
      given.push(term(record))
      if (tokens[at]?.text === ',') at += 1
      else if (tokens[at]?.text !== ')') throw new Error('a comma or a bracket is expected')
    }
    at += 1
    return call(token.text, given, record)
  }
  const check = (record: AirtableRecord) => {
    at = 0
    const value = term(record)
    if (at !== tokens.length) throw new Error('something follows')
    return value === true
  }
  check({ id: 'rec00000000000000', createdTime: '2026-01-01T00:00:00.000Z', modifiedTime: null, fields: {} })
  return check
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const [all, name, single, double, sign] of text.matchAll(/\s*(?:([A-Z_]+)|'([^']*)'|"([^"]*)"|([(),]))|./gsy)) {
    if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (single !== undefined || double !== undefined) tokens.push({ kind: 'text', text: single ?? double ?? '' })
    else throw new Error(`${all} is not known here`)
  }
  return tokens
}

const instantOf = (value: Value | undefined) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

function call(name: string, given: Value[], record: AirtableRecord): Value {
  if (name === 'CREATED_TIME') return record.createdTime
  if (name === 'LAST_MODIFIED_TIME') return record.modifiedTime
  if (name === 'OR') return given.some(Boolean)
  if (name === 'AND') return given.every(Boolean)
  if (name === 'NOT') return !given[0]
  // A comparison with nothing is no.
  if (name === 'IS_AFTER') return instantOf(given[0]) > instantOf(given[1])
  if (name === 'IS_BEFORE') return instantOf(given[0]) < instantOf(given[1])
  throw new Error(`${name} is no function`)
}
