/** Stands for a letter that somebody did not have (`PRESSBYR?N`): a letter itself, which no card text has. */
export const unknownLetter = 'ʔ'

const sevenBit: Record<string, string> = { '[': 'Ä', '\\': 'Ö', ']': 'Å', '{': 'ä', '|': 'ö', '}': 'å' }
const signsOfBytes: Record<string, string> = {
  '…': '\u0085',
  '„': '\u0084',
  '–': '\u0096',
  '‰': '\u0089',
  '˜': '\u0098',
}

/**
 * Letters that a terminal wrote in the Swedish seven-bit alphabet (`PRESSBYR]N`), that a bank read in the wrong one
 * (`VÃ„XJÃ–`, also where only the first of the two came through: `VÃXJÃ`), or that somebody did not have (`V?XJ?`).
 */
export function withMendedLetters(text: string): string {
  const known = text.replace(/(?<=\p{L})[?\uFFFD]+|[?\uFFFD]+(?=\p{L})/gu, unknownLetter)
  if (!/[[\\\]{|}Ãã]/u.test(known)) return known
  const read = known
    .replace(/[Ãã]([\u0080-\u00bf…„–‰˜])/gu, (_, sign: string) => letterOf(signsOfBytes[sign] ?? sign))
    .replace(/Ã(?![aeouyAEOUY])/gu, unknownLetter)
  if (/(?:^|\s)\[[^\]]*\]|(?:^|\s)\{[^}]*\}/u.test(read)) return read // brackets around something
  return read.replace(/(?<=\p{L})[[\\\]{|}]|[[\\\]{|}](?=\p{L})/gu, (found) => sevenBit[found] ?? found)
}

/** A text whose letters of two bytes were read one by one (`KÃ¶P`). */
export function twoForOne(text: string): string {
  return text.replace(/[\u00c0-\u00ff]/gu, (letter) => `Ã${String.fromCharCode(letter.charCodeAt(0) - 0x40)}`)
}

/** The letter that UTF-8 writes as the byte of Ã and this one. */
function letterOf(second: string): string {
  return String.fromCharCode(second.charCodeAt(0) + 0x40)
}
