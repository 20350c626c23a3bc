import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { ColumnRef, TemplateMapping } from '../../contract.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import type { NamedColumn } from '../mapping/table-columns.ts'
import { isIncoming } from '../words/directions.ts'
import { type ColumnRole, roleOf } from '../words/header-words.ts'
import { isOfPart } from './added-amounts.ts'
import { isAskedName, isVoucherName, isVoucherNumber } from './asked-flags.ts'
import { saysEntered } from './booked-flags.ts'
import { sizeInMinor } from './profile-columns.ts'
import { flagName, isTakenBackName, isYes } from './row-flags.ts'

/**
 * Columns that the source did not have when the template was made, such as Revolut's `State`, which came later. One that the
 * template knows and leaves alone is left alone.
 */
export function findNewColumns(
  { header: known }: Pick<TemplateMapping, 'header'>,
  columns: readonly NamedColumn[],
): readonly NamedColumn[] {
  const names = new Set(known.map(normaliseLabel))
  return names.size === 0 ? [] : columns.filter(({ name }) => !names.has(normaliseLabel(name)))
}

export function newColumnOf(
  role: ColumnRole,
  added: readonly NamedColumn[],
): Extract<ColumnRef, { kind: 'column' }> | undefined {
  const found = added.find(({ name }) => roleOf(name)?.role === role)
  return found && { kind: 'column', ...found }
}

/**
 * A new column of currencies, where the template reads every amount in its own. Beside a new one of amounts abroad it says
 * what a purchase was made in, and the amount is what it was.
 */
export function newCurrencyOf({ fields }: TemplateMapping, added: readonly NamedColumn[]): number | null {
  const { currency, accountCurrency, foreignAmount } = fields
  if (currency || accountCurrency || foreignAmount || newColumnOf('foreignAmount', added)) return null
  return (newColumnOf('currency', added) ?? newColumnOf('accountCurrency', added))?.index ?? null
}

/** Cells of a row that may say that it is no purchase of that amount. */
export type Doubt = { index: number; isMet: (text: string) => boolean }

/** New columns that say by a yes, a way of money or an amount given back what nobody told the template to heed. */
export function newDoubtsOf(mapping: TemplateMapping, added: readonly NamedColumn[]): readonly Doubt[] {
  return added.flatMap(({ name, index }) => {
    const isMet = name.length > longestName ? null : doubtOf(name, mapping)
    return isMet ? [{ index, isMet }] : []
  })
}
const longestName = 200

function doubtOf(name: string, { fields }: TemplateMapping): Doubt['isMet'] | null {
  const label = flagName({ name })
  const isFlag = isTakenBackName(label) || isAskedName(label) || saysEntered(name)
  const isPart = isOfPart(name)
  if (isVoucherName(label)) return (text) => isYes(text) || looksLikeDate(text) || isVoucherNumber(text)
  const isAmount = (text: string) => isPart && looksLikeNumber(text) && sizeInMinor(text) !== 0
  if (isFlag || isPart) return (text) => isYes(text) || looksLikeDate(text) || isAmount(text)
  return roleOf(name)?.role === 'direction' && !fields.direction && !fields.amountIn ? isIncoming : null
}

export function findDoubt(
  { cells, number }: SheetRow,
  { newDoubts }: { newDoubts: readonly Doubt[] },
): RowProblem | null {
  const doubt = newDoubts.find(({ index, isMet }) => isMet(cells[index] ?? ''))
  if (!doubt) return null
  return { code: 'booked-unclear', cell: cellName(doubt.index, number), value: cells[doubt.index] ?? '' }
}
