import type { ReadRow, RowOutcome, Section } from '#templates/rules/mapping/reading.ts'
import type { RowToAssess } from './assess-rows.ts'
import { fingerprint } from './duplicates.ts'
import { applyEdits } from './row-edits.ts'
import { rowText } from './row-text.ts'
import type { UnreadRow } from './unread-row.ts'

/** A row of the file in its place, and what there is to check of it; null where the template skips it. */
export type FoundRow = {
  id: number
  row: ReadRow
  section: string | null
  unread: UnreadRow | null
  toAssess: RowToAssess | null
  /** The fingerprint that a purchase with an id has without it. */
  withoutId: string | null
}

/** Numbers rows and sheets in the order they are given. `isFirst`: nothing was imported that a purchase could be without its id. */
export function createLocator(accountCurrency: string, { isFirst = false } = {}): (row: ReadRow) => FoundRow {
  const sheets = new Map<string, number>()
  let id = 0
  return (row) => {
    id += 1
    let sheet = sheets.get(row.sheet)
    if (sheet === undefined) {
      sheet = sheets.size + 1
      sheets.set(row.sheet, sheet)
    }
    const unread = row.outcome.kind === 'unreadable' ? unreadOf(row.outcome, sheet, accountCurrency) : null
    const section = row.section && sectionText(row.section)
    const found: FoundRow = { id, row, section, unread, toAssess: null, withoutId: null }
    addToAssess(found, { sheet, accountCurrency, isFirst })
    return found
  }
}

function unreadOf(
  outcome: Extract<RowOutcome, { kind: 'unreadable' }>,
  sheet: number,
  accountCurrency: string,
): UnreadRow {
  const { problems, known = null, amountSek = null } = outcome
  return { problems, known, amount: amountSek, sheet, accountCurrency }
}

/** What there is to check of the row. Asked for each row of a file, so that nothing is put together from copies. */
function addToAssess(
  found: FoundRow,
  { sheet, accountCurrency, isFirst }: { sheet: number; accountCurrency: string; isFirst: boolean },
): void {
  const { id, row, section, unread } = found
  const { outcome, number } = row
  if (outcome.kind === 'skipped') return
  if (outcome.kind === 'unreadable') {
    const left = applyEdits({ reading: null, unread, edits: null })
    const text = rowText(row.cells)
    found.toAssess = { id, sheet: row.sheet, number, decision: null, section, text, ...left, fingerprint: null }
    return
  }
  const { fields, cellsOf, byTemplate } = outcome
  const { amountSek } = fields
  const card = fields.card ?? row.section?.card ?? null
  const purchase = {
    providerId: fields.providerId,
    card,
    invoiceDate: fields.invoiceDate,
    amount: amountSek ?? fields.foreignAmount ?? 0,
    currency: amountSek === null ? accountCurrency : 'SEK',
    merchant: fields.merchant,
  }
  if (fields.card !== card) fields.card = card
  found.toAssess = {
    id,
    sheet: row.sheet,
    number,
    decision: null,
    section,
    text: fields.merchant,
    reading: byTemplate ? { fields, cellsOf, sheet, byTemplate } : { fields, cellsOf, sheet },
    problems: [],
    fingerprint: fingerprint(purchase),
    amount: amountSek,
  }
  if (!isFirst && fields.providerId) found.withoutId = fingerprint({ ...purchase, providerId: null })
}

function sectionText(section: Section): string | null {
  const text = [section.card, section.holder].filter((part) => part).join('  ') || section.title
  return text || null
}
