import { readSpreadsheet } from '../../src/spreadsheets/index.ts'
import { missingFields } from '../../src/templates/rules/mapping/check-mapping.ts'
import type { ReadRow } from '../../src/templates/rules/mapping/reading.ts'
import { openQuestions } from '../../src/templates/rules/open-questions.ts'
import { readSource } from '../../src/templates/rules/rows/read-source.ts'
import { suggestMapping } from '../../src/templates/rules/suggest/suggest-mapping.ts'
import { createDraw } from './draw.ts'
import type { Expected, Layout, MadeFile } from './made-file.ts'

export const today = '2026-04-30'

const asksForRefund = (outcome: ReadRow['outcome']) =>
  outcome.kind === 'unreadable' && outcome.problems.every(({ code }) => code === 'refund-or-payment')

export function compareRow(row: ReadRow, expected: Expected, file: MadeFile): string | null {
  const { outcome } = row
  if (expected.is === 'skip') {
    if (outcome.kind === 'unreadable' && file.mayAsk) return null
    if (outcome.kind !== 'skipped') return `should be skipped (${expected.reasons}), is ${JSON.stringify(outcome)}`
    if (expected.reasons && !expected.reasons.includes(outcome.reason))
      return `skipped as ${outcome.reason}, not ${expected.reasons}`
    return null
  }
  if (expected.orSkip && (outcome.kind === 'skipped' || asksForRefund(outcome))) return null
  if (outcome.kind === 'unreadable' && file.mayAsk) return null
  if (outcome.kind !== 'purchase') return `should be ${JSON.stringify(expected.invoice)}, is ${JSON.stringify(outcome)}`
  const { fields } = outcome
  const { invoice } = expected
  const wrong: string[] = []
  const check = (name: string, read: unknown, wanted: unknown) => {
    if (read !== wanted) wrong.push(`${name} is ${JSON.stringify(read)}, not ${JSON.stringify(wanted)}`)
  }
  const home = file.currency ?? 'SEK'
  check('merchant', fields.merchant, invoice.merchant.trim().replace(/\s+/g, ' '))
  check('date', fields.invoiceDate, invoice.date)
  if (home === 'SEK') check('amountSek', fields.amountSek, invoice.minor)
  if (home === 'SEK') check('currency', fields.currency, invoice.currency ?? 'SEK')
  if (invoice.foreign !== undefined && home === 'SEK') check('foreign', fields.foreignAmount, invoice.foreign)
  if (
    home === 'SEK' &&
    invoice.foreign === undefined &&
    fields.foreignAmount !== null &&
    fields.foreignAmount !== invoice.minor
  )
    wrong.push(`foreign ${fields.foreignAmount}`)
  if (home !== 'SEK') {
    check('amountSek', fields.amountSek, null)
    const isOwn = fields.currency === home && fields.foreignAmount === invoice.minor
    const isForeign =
      invoice.currency !== undefined && fields.currency === invoice.currency && fields.foreignAmount === invoice.foreign
    if (!isOwn && !isForeign)
      wrong.push(`read ${fields.foreignAmount} ${fields.currency}, not ${invoice.minor} ${home}`)
  }
  if (invoice.vat) check('vat', fields.vatAmount, invoice.vat)
  if (invoice.card !== undefined) check('card', fields.card?.replaceAll(/\D/g, '').slice(-4), invoice.card)
  return wrong.length > 0 ? wrong.join('; ') : null
}

export function tryFile(layout: Layout, file: MadeFile): string[] {
  const spreadsheet = readSpreadsheet(file.bytes)
  const found = suggestMapping(spreadsheet, { today })
  if (!found) return file.expected.some(({ is }) => is === 'invoice') ? ['no table found'] : []
  const faults: string[] = []
  if (!found.format || !layout.format.test(found.format.name))
    faults.push(`format ${found.format?.name ?? 'not known'}`)
  const missing = missingFields(found.mapping)
  if (missing.length > 0) faults.push(`missing ${missing}`)
  if (found.mapping.currency !== (file.currency ?? 'SEK')) faults.push(`account in ${found.mapping.currency}`)
  const questions = openQuestions(spreadsheet, found.mapping, { today })
  if (questions.length > 0 && !file.mayAsk) faults.push(`asks ${questions.map(({ code }) => code)}`)
  const reading = readSource(spreadsheet, found.mapping, { today })
  if (reading.rows.length !== file.expected.length)
    faults.push(`${reading.rows.length} rows, not ${file.expected.length}`)
  reading.rows.forEach((row, index) => {
    const expected = file.expected[index]
    const wrong = expected ? compareRow(row, expected, file) : 'no such row'
    if (wrong) faults.push(`row ${row.number} [${row.cells.join('|').slice(0, 160)}]: ${wrong}`)
  })
  for (const sum of reading.controlSums)
    if (!sum.agrees && !file.mayAsk) faults.push(`control sum ${JSON.stringify(sum)}`)
  if (reading.controlSums.length < (file.sums ?? 0)) faults.push(`${reading.controlSums.length} control sums`)
  return faults
}

export function tryLayout(layout: Layout, files: number, from = 0): { turn: number; note: string; faults: string[] }[] {
  const failed: { turn: number; note: string; faults: string[] }[] = []
  for (let turn = from; turn < from + files; turn++) {
    const file = layout.make(createDraw(turn * 7919 + layout.name.length * 31), turn)
    let faults: string[]
    try {
      faults = tryFile(layout, file)
    } catch (error) {
      faults = [`threw ${error instanceof Error ? error.stack : String(error)}`]
    }
    if (faults.length > 0) failed.push({ turn, note: file.note, faults })
  }
  return failed
}
