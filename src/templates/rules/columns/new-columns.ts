import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { FieldSource, MappedColumn, TargetField, TemplateMapping } from '../../contract.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { isNamedIn } from '../cells/stated-currency.ts'
import { type NamedColumn, refOf } from '../mapping/table-columns.ts'
import { isDeposit } from '../words/card-payments.ts'
import { isIncoming, isOutgoing } from '../words/directions.ts'
import { type ColumnRole, roleOf, saysWithTax } from '../words/header-words.ts'
import { stateOf } from '../words/payment-states.ts'
import { isOfPart } from './added-amounts.ts'
import { isAskedName, isVoucherName, isVoucherNumber } from './asked-flags.ts'
import { saysEntered } from './booked-flags.ts'
import { isPurchaseType } from './guess-types.ts'
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

export function newColumnOf(role: ColumnRole, added: readonly NamedColumn[]): MappedColumn | undefined {
  const found = added.find(({ name }) => roleOf(name)?.role === role)
  return found && refOf(found)
}

type StatesAndKinds = Partial<Record<TargetField, FieldSource>>

/**
 * What a new column says of a row's state or kind, which no column said before, or one that the header lacks now. Without a
 * day of booking a row was not booked yet.
 */
export function stateAndKindFrom(
  { status, type }: TemplateMapping['fields'],
  added: readonly NamedColumn[],
  lost: ReadonlySet<TargetField>,
  booked: MappedColumn | null,
): StatesAndKinds {
  const isLost = lost.has('status')
  const bookedNow = booked && isLost ? newColumnOf('bookedDate', added) : (booked ?? undefined)
  const state = newColumnOf('status', added)
  const kind = !type || (lost.has('type') && type.kind === 'source') ? newColumnOf('type', added) : undefined
  const found: StatesAndKinds = kind
    ? { type: { ...(type?.kind === 'source' && type), kind: 'source', from: kind } }
    : {}
  if (!status || (booked && status.kind === 'source')) {
    const from = [state, bookedNow].flatMap((column) => column ?? [])
    return state || (isLost && bookedNow) ? { ...found, status: { kind: 'first', from } } : found
  }
  return isLost && state && status.kind === 'source' ? { ...found, status: { ...status, from: state } } : found
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

/** Cells of a row that may say that it is no purchase of that amount; `minor`: the amount as read, above zero where it was paid. */
export type Doubt = { index: number; isMet: (text: string, minor: number) => boolean; code: RowProblem['code'] }

/** New columns that say by a yes, a way of money or an amount given back what nobody told the template to heed. */
export function newDoubtsOf(mapping: TemplateMapping, added: readonly NamedColumn[]): readonly Doubt[] {
  return added.flatMap(({ name, index }) => {
    const doubt = name.length > longestName ? null : (doubtOf(name, mapping) ?? doubtOfKind(name, mapping))
    return doubt ? [{ index, ...doubt }] : []
  })
}
const longestName = 200

/** Where nothing in a header says any more which rows wait: any new column that does, and a day of booking that is not there. */
export function doubtsOfState(
  { fields: { invoiceDate } }: TemplateMapping,
  columns: readonly NamedColumn[],
  added: readonly NamedColumn[],
): readonly Doubt[] {
  const code = 'booked-unclear'
  const isDay = ({ name }: NamedColumn) => invoiceDate?.kind !== 'source' || invoiceDate.from.name !== name
  const days = columns.filter((column) => roleOf(column.name)?.role === 'bookedDate' && isDay(column))
  return [
    ...days.map(({ index }) => ({ index, code, isMet: isBlank })),
    ...added.map(({ index }) => ({ index, code, isMet: waits })),
  ]
}

function waits(text: string, minor: number): boolean {
  const state = text.length > longestName ? 'done' : stateOf(text)
  return state !== 'done' && (state !== 'returned' || minor > 0)
}

function doubtOf(name: string, { fields }: TemplateMapping): Omit<Doubt, 'index'> | null {
  const code = 'booked-unclear'
  const label = flagName({ name })
  const isFlag = isTakenBackName(label) || isAskedName(label) || saysEntered(name)
  const isPart = isOfPart(name)
  if (isVoucherName(label))
    return { code, isMet: (text) => isYes(text) || looksLikeDate(text) || isVoucherNumber(text) }
  const isAmount = (text: string) => isPart && looksLikeNumber(text) && sizeInMinor(text) !== 0
  if (isFlag || isPart) return { code, isMet: (text) => isYes(text) || looksLikeDate(text) || isAmount(text) }
  const isOfWays = roleOf(name)?.role === 'direction' && !fields.direction && !fields.amountIn
  return isOfWays ? { code, isMet: (text, minor) => isIncoming(text) || (minor < 0 && isOutgoing(text)) } : null
}

/**
 * A bank that comes to say the kind of a row may leave out the sign that said it before: `Kortköp` that came in, `Inbetalning`
 * that was bought. What a card gives back may well be called a purchase.
 */
function doubtOfKind(
  name: string,
  { fields, account, signRule, notInvoices }: TemplateMapping,
): Omit<Doubt, 'index'> | null {
  const role = roleOf(name)?.role
  const isSigned = signRule === 'as-is' || signRule === 'inverted'
  if (!isSigned || (role !== 'type' && role !== 'amount') || fields.type) return null
  const code = 'amount-against-kind'
  if (account === 'bank')
    return { code, isMet: (text, minor) => minor < 0 && (isPurchaseType(text) || isOutgoing(text)) }
  const payments = notInvoices.map(normaliseLabel)
  const paysCard = (label: string) => isDeposit(label) || startsWithAny(label, payments)
  return { code, isMet: (text, minor) => minor > 0 && paysCard(normaliseLabel(text)) }
}

export function findDoubt(
  { cells, number }: SheetRow,
  { newDoubts }: { newDoubts: readonly Doubt[] },
  minor: number,
): RowProblem | null {
  const doubt = newDoubts.find(({ index, isMet }) => isMet(cells[index] ?? '', minor))
  if (!doubt) return null
  const value = cells[doubt.index] ?? ''
  const cell = cellName(doubt.index, number)
  return { code: doubt.code, cell, value, ...(doubt.code !== 'booked-unclear' && { params: { value } }) }
}

/** New columns of amounts, by any of which a purchase may have come to something else than the template's own column says. */
export function newAmountsOf(
  { fields: { total }, currency }: TemplateMapping,
  added: readonly NamedColumn[],
): NewAmounts {
  const own = total?.kind === 'source' && total.from.kind === 'column' ? total.from.name : null
  if (own === null || isNamedIn(own, currency) === true || saysWithTax(own)) return []
  return added.filter(({ name }) => roleOf(name)?.role === 'amount' && isNamedIn(name, currency) !== false)
}
export type NewAmounts = readonly NamedColumn[]

/** `Belopp i kr` or `Totalt inkl. moms` that came beside `Belopp`, and is not the same. */
export function findOtherAmount(
  { cells, number }: SheetRow,
  { newAmounts }: { newAmounts: NewAmounts },
  total: number | null,
): RowProblem | null {
  if (newAmounts.length === 0) return null
  const own = sizeOf(total === null ? '' : (cells[total] ?? ''))
  if (own === null) return null
  const other = newAmounts.find(({ index }) => {
    const size = sizeOf(cells[index] ?? '')
    return size !== null && size !== 0 && size !== own
  })
  if (!other) return null
  const { index, name } = other
  return {
    code: 'other-amount-beside',
    cell: cellName(index, number),
    value: cells[index] ?? '',
    params: { column: name },
  }
}

/** Without its sign; of a workbook's number as it is rounded. */
function sizeOf(text: string): number | null {
  if (!looksLikeNumber(text)) return null
  return /^-?\d+\.\d{3,}$/.test(text) ? Math.round(Math.abs(Number(text)) * 100) : Math.abs(sizeInMinor(text))
}
