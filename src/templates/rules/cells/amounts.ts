import { plainFigure } from './plain-figure.ts'
import { statedCurrency, writtenCodes } from './stated-currency.ts'

export type DecimalMark = 'comma' | 'dot'

/** What the values of a column say about their decimal mark. Both may be missing evidence: `129` says nothing. */
export type DecimalMarkDecision = {
  mark: DecimalMark | null
  /** Some value can be read two ways (`1.234`) and no other value settles it. */
  isAmbiguous: boolean
  /** Some values can only be read with a comma, others only with a dot. */
  isConflict: boolean
  /**
   * Whether three digits behind a mark are öre and a zero: `shown` where all figures are written so and some can be no
   * thousands (`10000.000`, `0.500`), `open` where all of them could be.
   */
  paddedOre: 'shown' | 'open' | 'ruled-out'
  /** The first value of each kind, to be shown to whoever has to choose. */
  first: Readonly<Record<DecimalMark | 'either', string | null>>
}

export type NumberReading =
  | { kind: 'number' /** canonical, `-1234.5` */; decimal: string }
  | { kind: 'empty' }
  | {
      kind: 'unreadable'
      reason: 'amount-unreadable' | 'amount-sign-lost' | 'amount-ambiguous' | 'amount-unit-open' | 'amount-in-thousands'
    }

export type NumberRule = {
  mark: DecimalMark | null
  /**
   * The column's other values settled the mark, or it holds money: a value that could be thousands is not taken for
   * thousandths.
   */
  isFromEvidence: boolean
  /** The file is written in another way than the template says: what could be either is left to the user. */
  isContradicted?: boolean
  /** Whole numbers of öre or cents, as the column's name says. */
  isInMinorUnits?: boolean
  /** Nobody can tell whether the whole numbers are kronor or öre. */
  isUnitOpen?: boolean
  /** Thousands or millions, which are rounded off: nobody can tell what was paid. */
  isInThousands?: boolean
}

/** What was paid cannot be told from the column's figures. */
export function isUnitUnsaid({ isUnitOpen, isInThousands }: NumberRule): boolean {
  return isUnitOpen === true || isInThousands === true
}

const unreadable: NumberReading = { kind: 'unreadable', reason: 'amount-unreadable' }
const signLost: NumberReading = { kind: 'unreadable', reason: 'amount-sign-lost' }
const ambiguous: NumberReading = { kind: 'unreadable', reason: 'amount-ambiguous' }
const empty: NumberReading = { kind: 'empty' }

const minuses = /[\u2212\u2010-\u2015\ufe63\uff0d]/g
const groupSpaces = /[\s\u00a0\u202f\u2009'\u2019\u00b4`]+/g
const currency = `(?:${writtenCodes}|kr\\.?|€|\\$|£|¥)`
const currencyAtStart = new RegExp(`^([-+]?)${currency} ?`, 'i')
const currencyAtEnd = new RegExp(`(?: ?${currency}|:-)([-+]?)$`, 'i')

/** `1 234:50`, kronor and öre as they were written before. */
const oreAtEnd = /:(\d\d)$/
/** `99,-`, `99.--` and `1.234:-`: no öre. The dash is no minus, and the mark before it says which one is the decimal mark. */
const noOreAtEnd = /(?:([.,])(\d{3}):|(?<=\d)([.,]))--?(?=\D*$)/
/**
 * `500.00CR`, as English banks write what came back; what was paid has `DR` or nothing. Behind öre a letter says it too:
 * `1 249,00 D`, `1.249,00 C` and in Swedish `K`; `12k` may be thousands.
 */
const creditOrDebit = /(?:([CcDd])[Rr]|(?<=[.,]\d\d ?)([CDK]))$/
const timeOfDay = /^\s*(?:[01]?\d|2[0-3]):[0-5]\d\s*$/

/** Most figures need nothing taken off; this keeps long files fast. */
const plain = /^-?\d+(?:[.,]\d+)?$/

type Bare = { sign: '' | '-'; digits: string }

/** Takes sign, parentheses and currency off. Null when something is left that is no part of a number. */
function bareNumber(text: string): Bare | 'empty' | null {
  if (plain.test(text))
    return text.charCodeAt(0) === 45 ? { sign: '-', digits: text.slice(1) } : { sign: '', digits: text }
  let rest = plainFigure(text).replace(minuses, '-').replace(groupSpaces, ' ').replace(noOreAtEnd, withOre).trim()
  if (rest === '' || rest === '-') return 'empty'
  let isNegative = false
  const side = sideOf(rest)
  if (side) rest = rest.slice(0, -side.length).trim()
  if (rest.includes('(')) rest = rest.replace(currencyAtStart, '$1').replace(currencyAtEnd, '$1').trim() // `(86,00) kr`
  if (rest.startsWith('(') && rest.endsWith(')')) {
    isNegative = true
    rest = rest.slice(1, -1).trim()
  }
  rest = rest.replace(currencyAtStart, '$1').replace(currencyAtEnd, '$1').trim()
  const leading = rest[0] === '-' || rest[0] === '+' ? rest[0] : ''
  if (leading) rest = rest.slice(1).trim()
  const last = rest.at(-1)
  const trailing = last === '-' || last === '+' ? last : ''
  if (trailing) rest = rest.slice(0, -1).trim()
  if ((leading && trailing) || (isNegative && (leading || trailing))) return null
  if (side && (isNegative || leading || trailing)) return null
  if (leading === '-' || trailing === '-' || side?.isCredit) isNegative = true
  rest = rest.replace(currencyAtStart, '').trim().replace(oreAtEnd, ',$1')
  if (!/^\d[\d ., ]*$/.test(rest) && !/^[.,]\d+$/.test(rest)) return null
  return { sign: isNegative ? '-' : '', digits: rest }
}

function sideOf(text: string): { isCredit: boolean; length: number } | null {
  const [whole = '', long, short] = creditOrDebit.exec(text) ?? []
  const letter = (long ?? short)?.toLowerCase()
  return letter === undefined ? null : { isCredit: letter !== 'd', length: whole.length }
}

/** Whether a figure says by `CR` or `D` behind it which way the money went. */
export function saysSide(text: string): boolean {
  return looksLikeNumber(text) && sideOf(text.trim()) !== null
}

/** Of `499.-` the dot is no decimal mark: nobody who writes one says so that there are no öre, as `499,-` does. */
function withOre(
  _: string,
  group: string | undefined,
  digits: string | undefined,
  mark: string | undefined,
  place: number,
  text: string,
): string {
  if (mark === '.' && !/[.,]/.test(text.slice(0, place))) return ''
  return mark === undefined ? `${group}${digits}${group === '.' ? ',' : '.'}00` : `${mark}00`
}

const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/

/** Which marks can be the decimal mark of one value: one of them, both (`1.234`), or no matter (`129`). */
function evidenceOf(digits: string): DecimalMark | 'either' | 'none' {
  const dots = count(digits, '.')
  const commas = count(digits, ',')
  if (dots === 0 && commas === 0) return 'none'
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'dot' : 'comma'
  const own = dots > 0 ? 'dot' : 'comma'
  // `1,2,3` and `12.5.2026` are no figure with either mark, and say nothing of the others
  if (dots + commas > 1) return !isGrouped.test(digits) ? 'none' : own === 'dot' ? 'comma' : 'dot'
  const [head = '', tail = ''] = digits.split(dots > 0 ? '.' : ',')
  const couldBeThousands = tail.length === 3 && /^[1-9]\d{0,2}$/.test(head)
  return couldBeThousands ? 'either' : own
}

const digit0 = 48
const digit9 = 57

/**
 * Where the one mark of a plain figure stands (`-1234`: at its end), and -1 for what is no plain figure. Most figures are
 * plain, and a long file has a million of them.
 */
function markOfPlain(text: string): number {
  const { length } = text
  let mark = -1
  for (let i = text.charCodeAt(0) === 45 ? 1 : 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code >= digit0 && code <= digit9) continue
    if ((code !== 44 && code !== 46) || mark >= 0) return -1
    mark = i
  }
  const last = text.charCodeAt(length - 1)
  const start = text.charCodeAt(text.charCodeAt(0) === 45 ? 1 : 0)
  const isWhole = start >= digit0 && start <= digit9 && last >= digit0 && last <= digit9
  return isWhole ? (mark < 0 ? length : mark) : -1
}

/** What `evidenceOf` says of a plain figure. */
function evidenceAt(text: string, mark: number): DecimalMark | 'either' | 'none' {
  if (mark === text.length) return 'none'
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  const isGroupLong = text.length - mark === 4 && mark - start <= 3 && text.charCodeAt(start) !== digit0
  return isGroupLong ? 'either' : text.charCodeAt(mark) === 46 ? 'dot' : 'comma'
}

/** Three digits behind the only mark of its kind, the last of them 0. */
const padded = /^[^.]*\.\d\d0$|^[^,]*,\d\d0$/

/** Decides by the whole column, never by one cell: `1.000` is a thousand beside `12,50` and one beside `12.50`. */
export function createDecimalMarkSurvey(): { add(value: string): void; decide(): DecimalMarkDecision } {
  const first: Record<DecimalMark | 'either', string | null> = { comma: null, dot: null, either: null }
  let isPadded = true
  let hasNoThousands = false
  return {
    add(value) {
      const mark = markOfPlain(value)
      const bare = mark < 0 ? bareNumber(value) : null
      if (mark < 0 && (bare === null || bare === 'empty')) return
      const digits = bare ? (bare as Bare).digits : value
      const evidence = bare ? evidenceOf(digits) : evidenceAt(value, mark)
      if (evidence !== 'none') first[evidence] ??= value
      if (!isPadded || !/[1-9]/.test(digits)) return
      isPadded = padded.test(digits)
      if (evidence !== 'either') hasNoThousands = true
    },
    decide() {
      const { comma, dot, either } = first
      const isConflict = comma !== null && dot !== null
      const mark = isConflict ? null : comma !== null ? 'comma' : dot !== null ? 'dot' : null
      const paddedOre = !isPadded || isConflict ? 'ruled-out' : hasNoThousands ? 'shown' : 'open'
      return { mark, isAmbiguous: mark === null && either !== null, isConflict, paddedOre, first: { ...first } }
    },
  }
}

/**
 * The mark that öre and a zero stand behind, where the figures of an account show it, or where they have the one that its issuer
 * is `known` to write. `isShown`: not by that alone.
 */
export function markOfPaddedOre(
  columns: readonly DecimalMarkDecision[],
  known: DecimalMark | null,
): { mark: DecimalMark; isShown: boolean } | null {
  if (columns.some(({ paddedOre }) => paddedOre === 'ruled-out')) return null
  const marks = columns.flatMap(({ mark, first: { either } }) => mark ?? (either ? markIn(either) : []))
  const [mark, other] = new Set(marks)
  const isShown = columns.some(({ paddedOre }) => paddedOre === 'shown')
  return mark !== undefined && other === undefined && (isShown || mark === known) ? { mark, isShown } : null
}

/** Of a figure with one mark. */
function markIn(figure: string): DecimalMark {
  return figure.includes(',') ? 'comma' : 'dot'
}

export function decideDecimalMark(values: Iterable<string>): DecimalMarkDecision {
  const survey = createDecimalMarkSurvey()
  for (const value of values) survey.add(value)
  return survey.decide()
}

/** Digits that a number holds without losing any. */
const safeDigits = 15

/** A plain figure with at most two decimals in hundredths, as `readNumber` reads it; null for any other. */
export function readHundredths(text: string, rule: NumberRule): number | null {
  const { mark } = rule
  const { length } = text
  const place = markOfPlain(text)
  if (place < 0 || length === 0 || length > safeDigits || rule.isInMinorUnits || isUnitUnsaid(rule)) return null
  if (place < length) {
    const wanted = mark === 'comma' ? 44 : 46
    if (mark === null || length - place > 3 || text.charCodeAt(place) !== wanted || evidenceAt(text, place) !== mark)
      return null
  }
  const isNegative = text.charCodeAt(0) === 45
  let value = 0
  for (let i = isNegative ? 1 : 0; i < length; i++) if (i !== place) value = value * 10 + text.charCodeAt(i) - digit0
  for (let decimals = place === length ? 0 : length - place - 1; decimals < 2; decimals++) value *= 10
  return isNegative && value !== 0 ? -value : value
}

/** Reads a number as the column's rule says. What does not fit the rule is unreadable, never 0 and never guessed. */
export function readNumber(text: string, rule: NumberRule): NumberReading {
  const place = markOfPlain(text)
  if (place === text.length && text !== '') return { kind: 'number', decimal: text }
  const wanted = rule.mark === 'comma' ? 44 : 46
  if (place >= 0 && rule.mark !== null && text.charCodeAt(place) === wanted && evidenceAt(text, place) === rule.mark)
    return { kind: 'number', decimal: rule.mark === 'dot' ? text : `${text.slice(0, place)}.${text.slice(place + 1)}` }
  const bare = bareNumber(text)
  if (bare === 'empty') return empty
  if (bare === null) return hasLostSign(text) ? signLost : unreadable
  const { sign, digits } = bare
  const evidence = evidenceOf(digits)
  const mark = rule.mark ?? (evidence === 'none' ? 'comma' : null)
  if (mark === null || (rule.isContradicted && evidence === 'either')) return ambiguous
  const isThousandths = evidence === 'either' && digits.includes(mark === 'comma' ? ',' : '.')
  if (isThousandths && rule.isFromEvidence) return ambiguous
  const [head = '', tail, more] = digits.split(mark === 'comma' ? ',' : '.')
  if (more !== undefined) return unreadable
  const whole = ungroup(head, mark === 'comma' ? '.' : ',')
  if (whole === null || (tail !== undefined && !/^\d*$/.test(tail))) return unreadable
  return { kind: 'number', decimal: `${sign}${whole || '0'}${tail ? `.${tail}` : ''}` }
}

/** `1 234` and `1.234` → `1234`; null where the groups are no groups of three. */
function ungroup(head: string, otherMark: string): string | null {
  if (/^\d*$/.test(head)) return head
  const separator = head.includes(' ') ? ' ' : otherMark
  const [first = '', ...groups] = head.split(separator)
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? first + groups.join('') : null
}

function count(text: string, character: string): number {
  let found = 0
  for (let i = 0; i < text.length; i++) if (text[i] === character) found++
  return found
}

const typedNumber = /^-?\d+(?:\.\d+)?$/

/** A cell that the workbook itself holds as a number comes as canonical decimal text and needs no rule. */
export function readTypedNumber(text: string): NumberReading {
  if (text === '') return empty
  return typedNumber.test(text) ? { kind: 'number', decimal: text } : unreadable
}

/**
 * `?1 243,01`: a sign that the file's letters do not have, as the minus U+2212 in Windows-1252; by bytes of UTF-8 there are
 * three. Nearly always a minus, and never read as one: it may have been a currency's.
 */
export function hasLostSign(text: string): boolean {
  const [lost] = /^\s*[?\ufffd]{1,3} ?(?=\d)/.exec(text) ?? []
  return lost !== undefined && looksLikeNumber(text.slice(lost.length))
}

/** A minus before or behind, one that was lost, or parentheses; for guessing the sign rule, not for reading. */
export function looksNegative(text: string): boolean {
  const bare = bareNumber(text)
  if (bare === null) return hasLostSign(text)
  return bare !== 'empty' && bare.sign === '-'
}

/** Whether a cell could be an amount at all; for finding columns, not for reading them. */
export function looksLikeNumber(text: string): boolean {
  const bare = bareNumber(text)
  return bare !== null && bare !== 'empty' && !timeOfDay.test(text)
}

/** `GBP 120,00`: a figure that says its currency. */
export function isSumOfCurrency(text: string): boolean {
  return /\d/.test(text) && looksLikeNumber(text) && statedCurrency(text, 'SEK') !== null
}
