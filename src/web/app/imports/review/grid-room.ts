import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** What is drawn: the rows in sight and the one that is written in, which would lose what was typed. */
export const withPosition = (range: Range, position: number | undefined) =>
  position === undefined
    ? defaultRangeExtractor(range)
    : [...new Set([...defaultRangeExtractor(range), position])].sort((a, b) => a - b)

/**
 * What the bar, the head and the footer hide of the page, and above the footer what is done with marked rows: a row that the
 * keyboard goes to stands between them.
 */
export function covered(
  isNarrow: boolean,
  hasMarks: boolean,
): { scrollPaddingStart: number; scrollPaddingEnd: number } {
  const foot = isNarrow ? 140 : 92
  return { scrollPaddingStart: isNarrow ? 64 : 116, scrollPaddingEnd: hasMarks ? foot + 60 : foot }
}
