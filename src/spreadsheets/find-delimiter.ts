import type { QuoteMark } from './find-quote.ts'

const candidates = [';', '\t', ',', '|'] as const
type Candidate = (typeof candidates)[number]
/** Copies of SEB's file go about delimited like this, texts quoted where they hold the sign themselves. */
const oddCandidates = [' ', '.'] as const
const twoDates = /^\d{4}-\d{2}-\d{2}([ .])\d{4}-\d{2}-\d{2}\1/m
const fewestOddCells = 4

/**
 * The delimiter that cuts the most lines into the same number of cells; null when nothing separates anything.
 * Every line of the text counts alike, so that neither a preamble nor a comma in an amount decides. Agreement of lines
 * weighs more than the number of cells: one long sentence full of commas is not a table. Between equals, the order above.
 */
export function findDelimiter(text: string, quote: QuoteMark = '"'): Candidate | (typeof oddCandidates)[number] | null {
  const odd = findOddDelimiter(text, quote)
  if (odd) return odd
  const byCount = new Map(candidates.map((candidate) => [candidate, new Map<number, number>()]))
  for (const counts of countsOfLines(text, candidates, quote)) {
    for (const [index, candidate] of candidates.entries()) {
      const count = counts[index] ?? 0
      const lines = byCount.get(candidate)
      if (count > 0) lines?.set(count, (lines.get(count) ?? 0) + 1)
    }
  }
  let best: { delimiter: Candidate | null; score: number } = { delimiter: null, score: 0 }
  for (const [delimiter, lines] of byCount) {
    // tables of different widths below each other each count
    const score = [...lines].reduce((sum, [count, times]) => sum + times * times * count, 0)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter === '\t' ? (paddedDelimiter(text) ?? '\t') : best.delimiter
}

/** Tabs that keep a spreadsheet program from taking ids for numbers (`123\t,456\t,`) stand beside every delimiter and are none. */
function paddedDelimiter(text: string): Candidate | null {
  const tabs = count(text, '\t')
  const isPadded = (candidate: Candidate) => {
    const found = count(text, candidate)
    if (found * 3 < tabs) return false
    const sign = candidate === '|' ? '\\|' : candidate
    const beside = text.match(new RegExp(`\\t"?${sign}|${sign}"?\\t`, 'g'))?.length ?? 0
    return beside >= found
  }
  return candidates.find((candidate) => candidate !== '\t' && isPadded(candidate)) ?? null
}

function count(text: string, sign: string): number {
  let found = 0
  for (let i = text.indexOf(sign); i >= 0; i = text.indexOf(sign, i + 1)) found++
  return found
}

/** A space or a dot between two dates that cuts every line into the same number of cells. */
function findOddDelimiter(text: string, quote: QuoteMark): (typeof oddCandidates)[number] | null {
  const sign = twoDates.exec(text)?.[1]
  const candidate = oddCandidates.find((one) => one === sign)
  if (!candidate) return null
  const counts = new Set<number>()
  for (const [count = 0, ...others] of countsOfLines(text, [candidate, ...candidates], quote))
    if (count > 0 || others.some((other) => other > 0)) counts.add(count)
  const [only = 0] = counts
  return counts.size === 1 && only >= fewestOddCells ? candidate : null
}

/** For each line, how often each candidate stands in it outside quotes; a quoted newline does not end a line. */
function* countsOfLines(text: string, candidates: readonly string[], quote: QuoteMark): Generator<number[]> {
  const opening = quote.charCodeAt(0)
  const kinds = new Int8Array(128).fill(other)
  for (const [index, candidate] of candidates.entries()) kinds[candidate.charCodeAt(0)] = index
  kinds[0x0a] = lineEnd
  kinds[0x0d] = lineEnd
  let counts = candidates.map(() => 0)
  let isCellStart = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? (kinds[code] ?? other) : other
    if (kind === other) {
      if (code === opening && isCellStart) i = endOfQuoted(text, i, quote)
      isCellStart = false
      continue
    }
    if (kind === lineEnd) {
      yield counts
      counts = candidates.map(() => 0)
    } else counts[kind] = (counts[kind] ?? 0) + 1
    isCellStart = true
  }
  yield counts
}

/** What a character is besides the place of a candidate. */
const other = -1
const lineEnd = -2

/** Where the quote that opens here closes; here itself when it is a stray one (see csv-records.ts). */
function endOfQuoted(text: string, start: number, quote: QuoteMark): number {
  let end = text.indexOf(quote, start + 1)
  while (end >= 0 && text[end + 1] === quote) end = text.indexOf(quote, end + 2)
  const next = text[end + 1]
  return end < 0 || (next !== undefined && !/[;\t,|\r\n .]/.test(next)) ? start : end
}
