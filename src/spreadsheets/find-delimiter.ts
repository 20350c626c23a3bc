const candidates = [';', '\t', ',', '|'] as const
const maxLines = 2000

/**
 * The delimiter that makes most lines the same number of cells. Every line counts, so that a preamble or a comma in an
 * amount does not decide; separators inside quotes do not count. `,` when nothing separates anything.
 */
export function findDelimiter(text: string): string {
  const lines = logicalLines(text)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of candidates) {
    const score = scoreOf(lines, delimiter)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Lines with what stands in quotes cut out; a quoted newline does not end a line. */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let line = ''
  let isQuoted = false
  for (let i = 0; i < text.length && lines.length < maxLines; i++) {
    const character = text[i]
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') {
      if (line !== '') lines.push(line)
      line = ''
    } else line += character
  }
  if (line !== '') lines.push(line)
  return lines
}

function scoreOf(lines: readonly string[], delimiter: string): number {
  const byCount = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length
    if (count > 1) byCount.set(count, (byCount.get(count) ?? 0) + 1)
  }
  let best = 0
  for (const [count, times] of byCount) best = Math.max(best, times * Math.min(count, 12))
  return best
}
