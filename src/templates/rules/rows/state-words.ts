import { remember } from '#kernel/remember.ts'
import type { TemplateMapping } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { type AskedStates, isStateOfOrder, isUnknownState, saysWhatWasDoneSince } from '../columns/row-state.ts'
import { type BoundSource, readText, textColumnOf } from '../mapping/bind-fields.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { roleOf } from '../words/header-words.ts'
import { beginsBooked } from '../words/payment-states.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/**
 * Among rows that are called booked a word that nobody knows may be one for what is not booked yet, or was refused, and so may one
 * of the few that stand beside a bank's balance, in another language. A list of a company's own has words of its own for
 * most rows; those of an order say nothing of the card.
 */
export function surveyStateWords({ fields: { status } }: TemplateMapping) {
  const name = (status && columnsOfSource(status).at(-1)) ?? null
  const column = name?.kind === 'column' ? name.name : ''
  const isAsked = status !== undefined && !isStateOfOrder(column) && !saysWhatWasDoneSince(column)
  const kindOf = remember((text) => (beginsBooked(text) ? 'booked' : isUnknownState(text) ? 'unknown' : 'other'))
  const rows = { booked: 0, unknown: 0, other: 0 }
  const unknown = new Map<string, number>()
  let isOfBank = false
  return {
    add({ table, row, sheet }: LocatedRow): void {
      const source = isAsked ? table?.bound.fields.get('status') : undefined
      if (!source || table?.isBlankStatusPending) return
      const text = textOfFile(source, { row, sheet })
      if (text === '') return
      const kind = kindOf(text)
      rows[kind]++
      if (kind !== 'unknown' || unknown.size > mostOfBank) return
      const label = normaliseLabel(text)
      unknown.set(label, (unknown.get(label) ?? 0) + 1)
      if (table && table.balanceColumn !== null && !table.hasOwnStates) isOfBank = true
    },
    /** Which words that nobody knows are asked about. */
    decide(): AskedStates | null {
      if (rows.booked > rows.unknown) return { usual: null }
      const isOfFew = unknown.size >= 2 && unknown.size <= mostOfBank
      if (!isOfBank || !isOfFew || rows.booked > 0 || roleOf(column)?.role !== 'status') return null
      const [usual = null] = [...unknown].flatMap(([label, count]) => (count * 2 > rows.unknown ? label : []))
      return { usual }
    },
  }
}
const mostOfBank = 4

/** Not what a rule of the template put there. */
function textOfFile(source: BoundSource, { row, sheet }: Pick<LocatedRow, 'row' | 'sheet'>): string {
  const column = textColumnOf(source)
  if (column !== null) return row.cells[column] ?? ''
  const { text, isByTemplate } = readText(source, { row, sheet, section: null, rateNote: null })
  return isByTemplate ? '' : text
}
