/** What stands for a letter that was lost on the way to us (Unicode's replacement character): nobody can say which. */
export const lostLetter = '\ufffd'

/**
 * How it is written as other letters: its three bytes in UTF-8 as if they were Windows-1252, and as our workbooks have it
 * (ECMA-376 Part 1, 22.9.2.19 ST_Xstring), which LibreOffice shows and saves as it stands there.
 */
const otherwise = /ï¿½|_xFFFD_/gi

export function withLostLetters(text: string): string {
  return text.replace(otherwise, lostLetter)
}
