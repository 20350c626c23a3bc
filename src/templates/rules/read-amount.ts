import { currencyDecimals, decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { TargetField, TemplateMapping } from '../contract.ts'
import {
  isUnitUnsaid,
  looksNegative,
  type NumberReading,
  type NumberRule,
  readNumber,
  readTypedNumber,
} from './amounts.ts'
import { type BoundSource, type RowInContext, readParts, readText, type SourceText } from './bind-fields.ts'
import { isFailedFormula, tidyText } from './cell-text.ts'
import type { ColumnRules, NumberField } from './column-rules.ts'
import type { createDirectionReader } from './directions.ts'
import { statedCurrency } from './stated-currency.ts'

export type AmountReading =
  /** Minor units, purchases positive. */
  | { kind: 'amount'; minor: number; cells: string[]; fee?: { minor: number; cells: string[] } }
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
  const parts = readParts(source, context).map((part) =>
    part.unit === '%' ? notAnAmount : readSourceNumber(part, rule, currency),
  )
  const [first = notAnAmount] = parts
  const unreadable = parts.find(({ kind }) => kind === 'unreadable')
  if (source.kind !== 'sum' || unreadable) return unreadable ?? first
  const minors = parts.flatMap((part) => (part.kind === 'number' ? [minorFromDecimal(part.decimal, currency)] : []))
  if (minors.length === 0) return first
  const sum = minors.reduce<number>((all, minor) => all + (minor ?? Number.NaN), 0)
  const isOneWay = Math.abs(sum) === minors.reduce<number>((all, minor) => all + Math.abs(minor ?? 0), 0)
  return isOneWay ? { kind: 'number', decimal: decimalFromMinor(sum, currency) } : notAnAmount
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

/** The row's amount under the template's sign rule, with the fee that was taken beside it. */
export function readAmount(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: string,
): AmountReading {
  const amount = readSignedAmount(fields, context, rules, currency)
  if (amount.kind !== 'amount' || !fields.has('fee')) return amount
  const fee = readMinor('fee', fields, context, rules, currency)
  if (fee.kind === 'unreadable') return { kind: 'unreadable', problem: { ...fee.problem, code: 'fee-unreadable' } }
  if (fee.kind === 'empty' || fee.minor === 0) return amount
  // A fee is always a cost, whichever sign the file gives it and whether money went out or came back.
  return {
    kind: 'amount',
    minor: amount.minor + Math.abs(fee.minor),
    cells: [...amount.cells, ...fee.cells],
    fee: { minor: Math.abs(fee.minor), cells: fee.cells },
  }
}

function readSignedAmount(
  fields: ReadonlyMap<TargetField, BoundSource>,
  context: RowInContext,
  rules: ReadingRules,
  currency: string,
): AmountReading {
  const { signRule } = rules.mapping
  if (signRule === 'two-columns') return readTwoColumns(fields, context, rules, currency)
  const reading = readMinor('total', fields, context, rules, currency)
  if (reading.kind !== 'amount' || signRule === 'as-is') return reading
  if (signRule === 'inverted') return { ...reading, minor: negate(reading.minor) }
  return readDirected(reading, fields, context, rules)
}

/** Either column may already carry a minus: the column says which way the money went. */
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
  if (hasOut) return { ...moneyOut, minor: Math.abs(moneyOut.minor) }
  if (hasIn) return { ...moneyIn, minor: -Math.abs(moneyIn.minor) }
  return moneyOut.kind === 'amount' ? moneyOut : moneyIn
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
  return { ...reading, minor: way === 'out' ? Math.abs(reading.minor) : negate(Math.abs(reading.minor)) }
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
  if (source.kind !== 'sum') return readPart(readText(source, context), rule, currency)
  const texts = readParts(source, context)
  const parts = texts.map((text, place) =>
    readPart(text, source.isInMinorUnits[place] ? { ...rule, isInMinorUnits: true } : rule, currency),
  )
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
    part.kind === 'amount' ? [{ ...part, isOre: isInMinorUnits[place] === true && isInMinorUnits[0] === false }] : [],
  )
  if (read.every(({ minor }) => minor === 0)) return read[0] ?? { kind: 'empty' }
  if (parts[0]?.kind === 'empty' && read.some(({ isOre, minor }) => !isOre && minor !== 0)) return { kind: 'empty' }
  const whole = read.filter(({ isOre }) => !isOre)
  const isNegative = whole.some(({ minor }) => minor < 0) || looksNegative(first)
  const against = whole.find(({ minor }) => (isNegative ? minor > 0 : minor < 0))
  if (against) return { kind: 'unreadable', problem: { code: 'parts-against-each-other', cell: against.cells[0] } }
  const size = read.reduce((sum, { minor }) => sum + Math.abs(minor), 0)
  return { kind: 'amount', minor: isNegative ? -size : size, cells: read.flatMap(({ cells }) => cells) }
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
