import { expect, test } from 'vitest'
import { normaliseMerchant } from '../../suppliers/rules/normalise-merchant.ts'
import type { TemplateMapping } from '../contract.ts'
import { column, plainMapping, today } from '../testing/sheets.ts'
import { isBlank } from './cells/cell-text.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** Beginnings and repetitions that once made, or could make, a pattern try every way to cut a text. */
const beginnings = [
  '',
  '1',
  '1234 ',
  'kort ',
  '(',
  "'",
  '.',
  'foreign spend amount: 1',
  'Kortköp 260301 ',
  'valutakurs ',
]
const repeated = [
  '1',
  ' ',
  '1 ',
  '*',
  'x',
  ' *',
  'x*',
  'a',
  'a ',
  '.',
  ' .',
  ',1',
  '-',
  '(',
  '/',
  "'",
  '1.',
  'a.',
  '\u00a0',
  '_',
  'å',
  '1/',
  '\ufffda',
  '?a',
]
const ends = ['', 'x']
const length = 200_000

const texts = repeated.flatMap((part, index) =>
  ends.map((end, turn) => {
    const start = beginnings[(index + turn * 3) % beginnings.length] ?? ''
    return start + part.repeat(length / part.length) + end
  }),
)

/** The test's own time limit is what ends it where a pattern does not. */
test('cells of 200,000 characters are looked at in time that grows with their length only, whatever is in them', () => {
  const wise: TemplateMapping = plainMapping({
    providerId: column(1, 'Text'),
    vatRate: column(1, 'Text'),
    foreignAmount: {
      kind: 'pattern',
      from: { kind: 'column', index: 1, name: 'Text', occurrence: 0 },
      pattern: 'amex-foreign-amount',
    },
    dueDate: {
      kind: 'pattern',
      from: { kind: 'column', index: 1, name: 'Text', occurrence: 0 },
      pattern: 'date-in-text',
    },
    card: { kind: 'pattern', from: { kind: 'column', index: 1, name: 'Text', occurrence: 0 }, pattern: 'id-kind' },
  })
  for (let at = 0; at < texts.length; at += 8) {
    const some = texts.slice(at, at + 8)
    const rows = [
      ...some.map((text) => [text]),
      ['Datum', 'Text', 'Belopp'],
      ...some.flatMap((text) => [
        ['2026-03-01', text, '12,50'],
        [text, 'Butik', '12,50'],
        ['2026-03-01', 'Butik', text],
        [text, text],
      ]),
    ].map((cells, index) => ({ number: index + 1, cells }))
    const spreadsheet = { kind: 'csv' as const, sheets: [{ name: '', rows }], warnings: [] }
    const filled = rows.filter(({ cells }) => !cells.every(isBlank)).length
    const found = suggestMapping(spreadsheet, { today })
    for (const mapping of [{ ...wise, dateFromText: true }, ...(found ? [found.mapping] : [])])
      expect(readSource(spreadsheet, mapping, { today }).rows.length).toBe(filled)
  }
}, 120_000)

test('so are headers of 200,000 characters', () => {
  for (const text of texts) {
    const rows = [
      [`Datum${text}`, text, 'Belopp'],
      ['2026-03-01', 'Butik', '12,50'],
    ].map((cells, index) => ({ number: index + 1, cells }))
    suggestMapping({ kind: 'csv', sheets: [{ name: '', rows }], warnings: [] }, { today })
  }
}, 120_000)

test('and merchants', () => {
  for (const text of texts) expect(normaliseMerchant(text).length).toBeLessThanOrEqual(500)
})
