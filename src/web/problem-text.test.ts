import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { creditReasons } from '#imports/contract.ts'
import { accountReasons, vatReasons } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { overwriteGetLocale } from '#runtime'
import { skipReasons } from '#templates/contract.ts'
import { listings } from '#templates/rules/rows/other-listings.ts'
import { hasProblemText, problemKindText, problemText } from './problem-text.ts'

afterEach(() => overwriteGetLocale(() => 'sv'))

const source = new URL('../', import.meta.url)
const read = (folder: string) =>
  readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, source), 'utf8'))
    .join('\n')

test('every code that rows, files and invoices can get has a text', () => {
  const found = ['templates/rules', 'spreadsheets', 'imports/rules'].flatMap((folder) =>
    [...read(folder).matchAll(/(?:code|reason): '([a-z-]+)'/g)].map((match) => match[1] ?? ''),
  )
  const errors = [...read('spreadsheets').matchAll(/SpreadsheetError\('([a-z-]+)'/g)].map((match) => match[1] ?? '')
  const elsewhere = new Set([
    'required',
    'missing-value',
    'empty-fields-not-confirmed',
    'text-pattern',
    'known-format',
    'header-name',
    'sum-of-parts',
  ]) // errors of the mapping form, and suggestions' reasons
  const ties: readonly string[] = creditReasons // told beside a refund (imports/review/credit-block)
  const proposals: readonly string[] = [...accountReasons, ...vatReasons] // told beside a proposed booking (mappedsuppliers/proposed-booking)
  const codes = [...new Set([...found, ...errors, ...skipReasons])].filter(
    (code) => !elsewhere.has(code) && !ties.includes(code) && !proposals.includes(code),
  )
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => !hasProblemText(code))).toEqual([])
})

test.each(['sv', 'en'] as const)(
  'where a person says that rows are purchases all the same is called as on the page (%s)',
  (locale) => {
    overwriteGetLocale(() => locale)
    for (const code of listings) expect(problemText({ code })).toContain(` ${m.templates_group_rules()}.`)
  },
)

test('amounts are written as amounts, fields and days as people call them', () => {
  expect(problemText({ code: 'vat-implausible', params: { stated: 250_000, most: 2_100 } })).toContain('2\u00a0500,00')
  expect(problemText({ code: 'number-format-mixed', params: { field: 'foreignAmount' } })).toContain('Utlandsbelopp')
  expect(problemText({ code: 'same-file', params: { fileName: 'a.csv', at: '2026-10-31T23:30:00.000Z' } })).toContain(
    '2026-11-01',
  )
})

test('an amount that was cut is told in words that hold for rows as long as the header too', () => {
  expect(problemText({ code: 'amount-cut' })).toContain('delat på flera celler')
  expect(problemText({ code: 'amount-cut' })).not.toMatch(/fler celler än|rubrik/)
})

test('payments of several days that a lock refuses are told with the first day and the last', () => {
  const params = { date: '2026-09-02', until: '2026-09-30' }
  expect(problemText({ code: 'payment-period-locked', params })).toContain('2026-09-02')
  const several = problemText({ code: 'payment-period-locked', params: { ...params, lastDate: '2026-09-28' } })
  expect(several).toContain('2026-09-02')
  expect(several).toContain('2026-09-28')
})

test('what stops invoices of several days is told with the first day and the last', () => {
  const params = { date: '2026-09-02', currency: 'EUR' }
  for (const code of ['financial-year-missing', 'payment-year-missing', 'exchange-rate-unknown']) {
    expect(problemText({ code, params })).not.toContain('–')
    expect(problemText({ code, params: { ...params, lastDate: '2026-09-28' } })).toContain('2026-09-02 – 2026-09-28')
  }
})

test('how many rows or invoices a file may hold is told in groups of three figures', () => {
  for (const code of ['workbook-too-large', 'too-many-rows', 'export-too-large'])
    expect(problemText({ code, params: { limit: 20_000 } })).toMatch(/20\s000/)
})

test('a code of a newer version is shown as it is', () => {
  expect(problemText({ code: 'new-thing' })).toContain('new-thing')
})

test('many rows that differ are told by one of them, never with holes or figures of nobody', () => {
  const locked = { code: 'period-locked', params: { until: '2026-03-31' } }
  expect(problemKindText(locked)).toBe(`${problemText(locked)} (m.fl.)`)
  expect(problemKindText({ code: 'zero-amount', params: {} })).toBe(problemText({ code: 'zero-amount' }))
  const used = { code: 'invoice-number-used', params: { number: '7', invoice: '4' } }
  expect(problemKindText(used)).not.toMatch(/[47]|m\.fl\./)
})
