import { currencyDecimals, decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ColumnRef, TargetField, TemplateMapping } from '../../contract.ts'
import {
  isUnitUnsaid,
  looksNegative,
  type NumberReading,
  type NumberRule,
  readNumber,
  readTypedNumber,
} from '../cells/amounts.ts'
import { isFailedFormula, tidyText } from '../cells/cell-text.ts'
import { shownCurrency, statedCurrency } from '../cells/stated-currency.ts'
import { foreignness } from '../columns/twin-amounts.ts'
import { type BoundSource, type RowInContext, readParts, readText, type SourceText } from '../mapping/bind-fields.ts'
import type { createDirectionReader } from '../words/directions.ts'
import type { ColumnRules, NumberField } from './column-rules.ts'

export type AmountReading =
  /** Minor units, purchases positive. */
  | {
      kind: 'amount'
      minor: number
      cells: string[]
      /** Taken beside the amount, and no part of `minor` until `withFee`. */
      fee?: { minor: number; cells: string[] }
      /** Of what was paid out. */
      isTakenBack?: true
    }
  | { kind: 'empty' }
  | { kind: 'unreadable'; problem: RowProblem }

export type ReadingRules = {
  mapping: TemplateMapping
  columns: ColumnRules
  directionOf: ReturnType<typeof createDirectionReader>
}

/** `12.345` among figures with a dot is thousandths where the currency has them (KWD, BHD), and asked about otherwise. */
export function readSourceNumber(source: SourceText, rule: NumberRule, currency = 'SEK'): NumberReading {
  const decimals = currencyDecimals(currency)
  const number = source.isTyped
    ? readTypedNumber(source.text)
    : readNumber(source.text, decimals === 3 ? { ...rule, isFromEvidence: false } : rule)
  if (isUnitUnsaid(rule) && number.kind === 'number' && Number(number.decimal) !== 0)
    return { kind: 'unreadable', reason: rule.isInThousands ? 'amount-in-thousands' : 'amount-unit-open' }
  return rule.isInMinorUnits && number.kind === 'number' ? fromMinorUnits(number.decimal, decimals) : number
}

/** Of a sum all that its parts hold, where none stands against another; of any other source what it gives. */
export function readFigure(
  source: BoundSource,
  context: RowInContext,
  rule: NumberRule,
  currency: string,
): NumberReading {
  const texts = readParts(source, context)
  const parts = texts.map((part, place) =>
    part.unit === '%' ? notAnAmount : readSourceNumber(part, ruleOfPart(source, place, rule), currency),
  )
  const [first = notAnAmount] = parts
  const unreadable = parts.find(({ kind }) => kind === 'unreadable')
  if (source.kind !== 'sum' || unreadable) return unreadable ?? first
  const isNegative = looksNegative(texts[0]?.text ?? '')
  const minors = parts.flatMap((part, place) => {
    const minor = part.kind === 'number' ? (minorFromDecimal(part.decimal, currency) ?? Number.NaN) : null
    return minor === null ? [] : [isNegative && isOre(source.isInMinorUnits, place) ? -Math.abs(minor) : minor]
  })
  if (minors.length === 0) return first
  const sum = minors.reduce((all, minor) => all + minor, 0)
  const isOneWay = Math.abs(sum) === minors.reduce((all, minor) => all + Math.abs(minor), 0)
  return isOneWay ? { kind: 'number', decimal: decimalFromMinor(sum, currency) } : notAnAmount
}

/** A part of a sum that counts öre is in hundredths, whatever its other parts are in. */
function ruleOfPart(source: BoundSource, place: number, rule: NumberRule): NumberRule {
  return source.kind === 'sum' && source.isInMinorUnits[place] ? { ...rule, isInMinorUnits: true } : rule
}

/** Öre beside kronor, whose sign they take. */
function isOre(isInMinorUnits: readonly boolean[], place: number): boolean {
  return isInMinorUnits[place] === true && isInMinorUnits[0] === false
}

const notAnAmount: NumberReading = { kind: 'unreadable', reason: 'amount-unreadable' }

/** `12500` öre are `125.00` kronor; a part of an öre is unreadable. */
function fromMinorUnits(decimal: string, decimals: number): NumberReading {
  const minor = Number(decimal)
  if (!Number.isSafeInteger(minor)) return { kind: 'unreadable', reason: 'amount-unreadable' }
  const figures = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = figures.slice(0, figures.length - decimals)
  return { kind: 'number', decimal: `${minor < 0 ? '-' : ''}${whole}${decimals ? `.${figures.slice(-decimals)}` : ''}` }
}

/** The row's amount under the template's sign rule, and the fee that was taken beside it. */
export function readAmount(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: RowCurrency,
): AmountReading {
  const amount = readSignedAmount(fields, context, rules, currency)
  if (amount.kind !== 'amount') return amount
  const fee = readFee(fields, context, rules, currency.total)
  if (fee === null) return amount
  if ('problem' in fee) return { kind: 'unreadable', problem: fee.problem }
  return { ...amount, fee }
}

/** What the row's own amount and the account's are in; `cells` that say so. */
type RowCurrency = { row: string; total: string; account: string; cells: readonly string[] }

/** Of a fee the size alone is told. */
export function readFee(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: string,
): { minor: number; cells: string[] } | { problem: RowProblem } | null {
  if (!fields.has('fee')) return null
  const fee = readMinor('fee', fields, context, rules, currency)
  if (fee.kind === 'unreadable') return { problem: { ...fee.problem, code: 'fee-unreadable' } }
  return fee.kind === 'empty' || fee.minor === 0 ? null : { minor: Math.abs(fee.minor), cells: fee.cells }
}

/** A fee is always a cost, whichever sign the file gives it and whether money went out or came back. */
export function withFee(
  amount: Extract<AmountReading, { kind: 'amount' }>,
): Extract<AmountReading, { kind: 'amount' }> {
  const { minor, cells, fee } = amount
  return fee ? { ...amount, minor: minor + fee.minor, cells: [...cells, ...fee.cells] } : amount
}

function readSignedAmount(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: RowCurrency,
): AmountReading {
  const { signRule } = rules.mapping
  if (signRule === 'two-columns') return readTwoColumns(fields, context, rules, currency.total)
  const total = readMinor('total', fields, context, rules, currency.total)
  const isBeside = total.kind === 'empty' && signRule === 'as-is' && isInOwnCurrency(fields, rules, currency)
  const beside = isBeside ? readMinor('foreignAmount', fields, context, rules, currency.total) : total
  const reading = beside.kind === 'amount' && beside.minor === 0 ? total : beside
  if (reading.kind !== 'amount' || signRule === 'as-is') return reading
  if (signRule === 'inverted' && rules.columns.signs.turned === 'balance' && reading.minor !== 0)
    return { kind: 'unreadable', problem: { code: 'amount-against-balance', cell: reading.cells[0] } }
  if (signRule === 'inverted') return { ...reading, minor: negate(reading.minor) }
  return readDirected(reading, fields, context, rules)
}

/**
 * `Belopp | Valuta | Belopp i SEK`, the last of which somebody fills in for purchases abroad alone: what was paid in the
 * account's own currency stands in the column that the others have their amount abroad in. Where the row's currency is empty
 * too, a column that is called foreign says nothing of that.
 */
function isInOwnCurrency(
  fields: ReadonlyMap<TargetField, BoundSource>,
  { mapping, columns }: ReadingRules,
  { row, account, cells }: RowCurrency,
): boolean {
  const { foreignAmount: abroad, vatAmount: vat } = mapping.fields
  if (!columns.areOwnBeside || abroad?.kind !== 'source' || !fields.has('currency') || row !== account) return false
  return !(vat?.kind === 'source' && isSameColumn(abroad.from, vat.from)) && isSaidBy(abroad.from, cells)
}

function isSaidBy(abroad: ColumnRef, cells: readonly string[]): boolean {
  return cells.length > 0 || (abroad.kind === 'column' && foreignness(abroad.name) <= 0)
}

/** `Utl.belopp/moms` holds VAT where nothing was bought abroad. */
function isSameColumn(one: ColumnRef, other: ColumnRef): boolean {
  return one.kind === 'column' && other.kind === 'column' && one.index === other.index
}

/** Either column may already carry a minus: the column says which way the money went, and a figure of the other sign that it was taken back. */
function readTwoColumns(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: string,
): AmountReading {
  const moneyOut = readMinor('amountOut', fields, context, rules, currency)
  const moneyIn = readMinor('amountIn', fields, context, rules, currency)
  if (moneyOut.kind === 'unreadable') return moneyOut
  if (moneyIn.kind === 'unreadable') return moneyIn
  const hasOut = moneyOut.kind === 'amount' && moneyOut.minor !== 0
  const hasIn = moneyIn.kind === 'amount' && moneyIn.minor !== 0
  if (hasOut && hasIn)
    return { kind: 'unreadable', problem: { code: 'amount-in-both-columns', cell: moneyOut.cells[0] } }
  if (hasOut) return signedBySide(moneyOut, 'out', rules)
  if (hasIn) return signedBySide(moneyIn, 'in', rules)
  return moneyOut.kind === 'amount' ? moneyOut : moneyIn
}

/** What was paid out and taken back is a refund; what came in and was taken back may be a payment that failed, or a purchase. */
function signedBySide(
  reading: Extract<AmountReading, { kind: 'amount' }>,
  side: 'out' | 'in',
  { columns }: ReadingRules,
): AmountReading {
  const sign = columns.signs[side]
  const isOther = reading.minor < 0 ? sign === 'plus' : sign === 'minus'
  const size = Math.abs(reading.minor)
  if (size > 0 && (sign === 'open' || (isOther && side === 'in')))
    return { kind: 'unreadable', problem: { code: 'amount-sign-open', cell: reading.cells[0] } }
  if (isOther && size > 0) return { ...reading, minor: -size, isTakenBack: true }
  return { ...reading, minor: side === 'out' ? size : negate(size) }
}

function readDirected(
  reading: Extract<AmountReading, { kind: 'amount' }>,
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
): AmountReading {
  const source = fields.get('direction')
  const direction = source ? readText(source, context) : null
  if (!direction || direction.text.trim() === '' || isFailedFormula(direction.text))
    return { kind: 'unreadable', problem: { code: 'direction-missing', cell: direction?.cells[0] } }
  const way = rules.directionOf(direction.text)
  if (way === null) {
    const value = tidyText(direction.text)
    return {
      kind: 'unreadable',
      problem: { code: 'direction-unknown', cell: direction.cells[0], value, params: { value } },
    }
  }
  return signedBySide(reading, way, rules)
}

function readMinor(
  field: NumberField,
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: string,
): AmountReading {
  const source = fields.get(field)
  if (!source) return { kind: 'empty' }
  const rule = rules.columns.numbers[field]
  if (source.kind !== 'sum') {
    const text = readText(source, context)
    const shown = field === 'total' ? shownApart(text, rules, currency) : null
    return shown ?? readPart(text, rule, currency)
  }
  const texts = readParts(source, context)
  const parts = texts.map((text, place) => readPart(text, ruleOfPart(source, place, rule), currency))
  return sumOf(parts, source.isInMinorUnits, texts[0]?.text ?? '')
}

/**
 * Öre take the sign of their kronor. Of other parts that stand against each other, `-400,00` and `100,00` of VAT, nobody can
 * tell whether the sum is 300 or 500; nor what was paid where the first of them is empty.
 */
function sumOf(parts: readonly AmountReading[], isInMinorUnits: readonly boolean[], first: string): AmountReading {
  const unreadable = parts.find(({ kind }) => kind === 'unreadable')
  if (unreadable) return unreadable
  const read = parts.flatMap((part, place) =>
    part.kind === 'amount' ? [{ ...part, isPartOfKrona: isOre(isInMinorUnits, place) }] : [],
  )
  if (read.every(({ minor }) => minor === 0)) return read[0] ?? { kind: 'empty' }
  if (parts[0]?.kind === 'empty' && read.some(({ isPartOfKrona, minor }) => !isPartOfKrona && minor !== 0))
    return { kind: 'empty' }
  const whole = read.filter(({ isPartOfKrona }) => !isPartOfKrona)
  const isNegative = whole.some(({ minor }) => minor < 0) || looksNegative(first)
  const against = whole.find(({ minor }) => (isNegative ? minor > 0 : minor < 0))
  if (against) return { kind: 'unreadable', problem: { code: 'parts-against-each-other', cell: against.cells[0] } }
  const size = read.reduce((sum, { minor }) => sum + Math.abs(minor), 0)
  return { kind: 'amount', minor: isNegative ? -size : size, cells: read.flatMap(({ cells }) => cells) }
}

/** A number shown as `€20` in a row of kronor, where the other rows are shown in what they are in. */
function shownApart(
  { unit, text, cells, isTyped }: SourceText,
  rules: ReadingRules,
  currency: string,
): AmountReading | null {
  const stated = isTyped && unit !== undefined ? shownCurrency(unit, currency) : null
  if (stated === null || stated === currency || !rules.columns.shownApart.includes(stated)) return null
  const value = `${text} ${unit}`
  const problem = { code: 'amount-in-other-currency', cell: cells[0], value, params: { stated, currency } }
  return { kind: 'unreadable', problem }
}

function readPart(text: SourceText, rule: NumberRule, currency: string): AmountReading {
  const number = readSourceNumber(text, rule, currency)
  if (number.kind === 'empty') return { kind: 'empty' }
  // A workbook's 0.5 that is shown as 50 % is no half krona.
  const isShare = text.isTyped && text.unit === '%'
  const minor = number.kind === 'number' && !isShare ? minorFromDecimal(number.decimal, currency) : null
  if (minor === null)
    return {
      kind: 'unreadable',
      problem: {
        code: number.kind === 'unreadable' ? number.reason : 'amount-unreadable',
        cell: text.cells[0],
        value: text.text,
      },
    }
  // What a workbook shows a number with is how the column was made up; a text says what was paid.
  const stated = text.isTyped ? null : statedCurrency(text.text, currency)
  if (stated !== null && stated !== currency)
    return {
      kind: 'unreadable',
      problem: {
        code: 'amount-in-other-currency',
        cell: text.cells[0],
        value: text.text,
        params: { stated, currency },
      },
    }
  return { kind: 'amount', minor, cells: text.cells }
}

function negate(minor: number): number {
  return minor === 0 ? 0 : -minor
}
