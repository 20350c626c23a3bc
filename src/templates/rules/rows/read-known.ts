import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields, ReadPurchase } from '../../contract.ts'
import { isFailedFormula, tidyText } from '../cells/cell-text.ts'
import { purchaseDateIn } from '../cells/merchant-text.ts'
import { type RowInContext, readText } from '../mapping/bind-fields.ts'
import type { KnownOfRow } from '../mapping/reading.ts'
import type { LocatedRow } from './lay-out-rows.ts'
import { type AmountReading, readAmount, readFee } from './read-amount.ts'
import { readCurrencies } from './read-currencies.ts'
import { readBeside } from './read-transaction.ts'
import type { Transaction } from './transaction.ts'
import { isOutside, type Walk } from './walk.ts'

type Amount = Extract<AmountReading, { kind: 'amount' }>
type OfRow = { known?: KnownOfRow; problems: RowProblem[] }

/**
 * What is left of a row that could not be read whole, `problems` being why: all that was read of it, and everything else
 * that stands in the way, so that a person who mends the one is still asked about the other.
 */
export function readKnown(
  { row, sheet, table }: LocatedRow,
  { problems, rateNote }: { problems: RowProblem[]; rateNote: RowInContext['rateNote'] },
  walk: Walk,
): OfRow {
  if (!table) return { problems }
  const { rules, section } = walk
  const { fields } = table.bound
  const context: RowInContext = { row, sheet, section, rateNote }
  const textOf = (field: 'merchant' | 'invoiceDate') => {
    const source = fields.get(field)
    return source ? tidyText(readText(source, context).text) : ''
  }
  const booked = rules.columns.dates.invoiceDate(textOf('invoiceDate'), sheet)
  const date = booked.kind === 'date' ? booked.date : null
  const currency = readCurrencies(context, table, rules)
  const read = readAmount(fields, context, rules, currency)
  const fee = read.kind === 'amount' ? null : readFee(fields, context, rules, currency.total)
  const transaction: Transaction = {
    ...{ fields, context, currency, isBlankStatusPending: table.isBlankStatusPending },
    ...{ hasOwnStates: table.hasOwnStates, asked: rules.columns.askedStates },
    ...{ isOutsideSections: isOutside(walk), isUnderPending: walk.pending.isOpen },
    invoiceDate: { date: date ?? '', cells: [] },
    amount: read.kind === 'amount' ? read : { ...unknownAmount, ...(fee && 'minor' in fee && { fee }) },
  }
  const isAsked = read.kind === 'amount' && problems.every(({ code }) => mendedBesideAmount.test(code))
  const { problems: others, ...whole } = readBeside(transaction, rules, isAsked)
  const beside = walk.vatAbroad.leaveOut(walk.digits.leaveOut(whole, row))
  const found = [
    ...(currency.problem ? [currency.problem] : []),
    ...(fee && 'minor' in fee ? [{ code: 'fee-in-total', cell: fee.cells[0] }] : []),
    ...others,
  ]
  const rest = restOf(beside, { isAmountKnown: read.kind === 'amount', abroad: abroadOf(transaction, found) })
  const { merchant, providerId, card } = beside.fields
  return {
    known: {
      merchant: isFailedFormula(merchant) ? null : merchant || null,
      invoiceDate: (rules.mapping.dateFromText && date && purchaseDateIn(textOf('merchant'), date)) || date,
      providerId,
      currency: currency.total,
      card: card ?? section?.card ?? null,
      rest,
    },
    problems: [...problems, ...found.filter((one) => !problems.some((told) => isSame(one, told)))],
  }
}

/** Problems that can be answered without a word of the row's amount. */
const mendedBesideAmount = /^(?:date|merchant|vat|foreign-amount|persons|currency)-|^amount-in-other-currency$/

/** Larger than any VAT beside it. */
const unknownAmount: Amount = { kind: 'amount', minor: Number.POSITIVE_INFINITY, cells: [] }

/** Whoever writes an amount abroad that could not be read need not write its currency, which could. */
function abroadOf({ currency }: Transaction, problems: readonly RowProblem[]): string | null {
  const isUnread = problems.some(({ code }) => code.startsWith('foreign-amount-'))
  return isUnread && currency.total === 'SEK' ? currency.row : null
}

/** A person may be asked about each of very many rows, so what says nothing is not kept. */
function restOf(
  { fields, cellsOf, byTemplate }: ReadPurchase,
  { isAmountKnown, abroad }: { isAmountKnown: boolean; abroad: string | null },
): NonNullable<KnownOfRow['rest']> {
  const { merchant: _merchant, invoiceDate: _date, providerId: _id, card: _card, ...rest } = fields
  const known = {
    ...rest,
    ...(abroad !== null && { currency: abroad }),
    ...(!isAmountKnown && { amountSek: null, ...(fields.amountSek === null && { foreignAmount: null }) }),
  }
  const said = Object.entries(known).filter(([, value]) => value !== null) as [keyof ReadFields, never][]
  return { fields: Object.fromEntries(said), cellsOf, ...(byTemplate && { byTemplate }) }
}

/** A formula that failed is told once, as what is missing for it. */
const isSame = (one: RowProblem, told: RowProblem) =>
  one.cell === told.cell && (one.code === told.code || one.code === 'formula-failed')
