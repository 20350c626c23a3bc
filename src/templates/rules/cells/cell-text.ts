import { lostLetter, withLostLetters } from '#kernel/lost-letter.ts'

export { isBlank } from '#kernel/blank-text.ts'

/** Whitespace that files put between digits and around texts, NBSP and narrow spaces included. */
const spaces = /[\s\u00a0\u202f\u2009\u200b\ufeff]+/g

/** Most texts need nothing but lower case; this keeps long files fast. */
const plain = /^[\w.*#&,-]+(?: [\w.*#&,-]+)*$/

/** No label is longer; of a longer cell, which is looked at many times, its beginning says enough. */
const longestLabel = 1000

/** How header cells and labels are compared: whole, case-folded, composed, with single spaces and none around a slash. */
export function normaliseLabel(whole: string): string {
  const text = whole.length > longestLabel ? whole.slice(0, longestLabel) : whole
  if (plain.test(text)) return text.toLowerCase()
  return withLostLetters(text.normalize('NFC'))
    .replace(/\?(?=\p{L})/gu, lostLetter) // `Bokf?rd`, saved where there is no ö
    .replace(spaces, ' ')
    .trim()
    .toLowerCase()
    .replace(/ ?\/ ?/g, '/')
    .replace(/ ?:$/, '')
}

/** Whether two rows have the same labels in the same places; cells that one of them lacks are empty. */
export function isSameLabels(one: readonly string[], other: readonly string[]): boolean {
  for (let i = 0; i < Math.max(one.length, other.length); i++)
    if (normaliseLabel(one[i] ?? '') !== normaliseLabel(other[i] ?? '')) return false
  return true
}

/** Whether two normalised labels are one: letters lost in the file stand for any letter beyond ASCII, `o` for `ö`. */
export function isSameLabel(one: string, other: string): boolean {
  if (one === other) return true
  if (!isNearAsLong(one, other)) return false
  if (hasLostLetters(one) || hasLostLetters(other)) return withoutLetters(one) === withoutLetters(other)
  return isAscii(one) !== isAscii(other) && withoutMarks(one) === withoutMarks(other)
}

/** So many marks stand for one letter that was lost, at most; a letter without its marks is two (`æ`). */
const lostLetterMost = 3

/** Labels that are alike are; a very long cell is not looked through for each of the labels that are known. */
function isNearAsLong(one: string, other: string): boolean {
  return one.length <= lostLetterMost * other.length && other.length <= lostLetterMost * one.length
}

function isAscii(label: string): boolean {
  return /^[\x20-\x7e]*$/.test(label)
}

/** `bokford` for `bokförd`, as systems write it that know no other letters. */
export function withoutMarks(label: string): string {
  return label.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ø', 'o').replaceAll('æ', 'ae')
}

export function hasLostLetters(label: string): boolean {
  return label.includes(lostLetter)
}

/** Whether a normalised label is one of `labels`, also where the file has lost letters of it. */
export function isOneOf(label: string, labels: ReadonlySet<string>): boolean {
  if (labels.has(label)) return true
  return hasLostLetters(label) && [...labels].some((other) => isSameLabel(label, other))
}

/** A label in which every run of letters that a file can lose is one mark. */
export function withoutLetters(label: string): string {
  return label.replace(/[^\x20-\x7e]+/g, lostLetter)
}

/** A cell's text without space around it, with single spaces inside and composed letters: `o` and two dots are `ö`. */
export function tidyText(text: string): string {
  if (plain.test(text)) return text
  return text.normalize('NFC').replace(spaces, ' ').trim()
}

/**
 * Whether `text` begins with one of `starts` (already normalised) and the word ends there: `lön` begins "Lön mars", not
 * "Lönsboda pizzeria". In a text that has lost letters any stands for them.
 */
export function startsWithAny(text: string, starts: readonly string[]): boolean {
  const begins = (whole: string, start: string) =>
    start !== '' && whole.startsWith(start) && !isLetter(whole.charAt(start.length))
  if (!hasLostLetters(text)) return starts.some((start) => begins(text, start))
  const masked = (start: string) => withoutLetters(text.slice(0, lostLetterMost * start.length + 1))
  return starts.some((start) => begins(masked(start), withoutLetters(start)))
}

function isLetter(character: string): boolean {
  return character !== '' && character.toLowerCase() !== character.toUpperCase()
}

/** What spreadsheet programs show for a formula that failed, in English and Swedish, and ours for one without a result. */
const failures =
  /^(?:#(?:N\/A|(?:VALUE|REF|DIV\/0|NUM|NULL|SPILL|CALC|ERROR|FORMULA|VÄRDEFEL|REFERENS|DIVISION\/0|OGILTIGT|SAKNAS|SKÄRNING)!|(?:NAME|NAMN)\?)|Err:\d{3})$/i

export function isFailedFormula(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first === 35 || first === 69) && failures.test(text.trim())
}
