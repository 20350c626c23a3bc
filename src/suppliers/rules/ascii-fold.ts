const folds: Record<string, string> = { ø: 'o', æ: 'a', ß: 'ss', œ: 'o', đ: 'd', ł: 'l', ð: 'd', þ: 'th' }
/** Letters without their marks. */
export function asciiFold(text: string): string {
  if (!/[^ -~]/u.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øæßœđłðþ]/gu, (letter) => folds[letter] ?? letter)
}

const pairs = /(?<=^|[bcdfghjklmnpqrstvwxz])(?:[ao]e)+(?=[bcdfghjklmnpqrstvwxz]|$)|aa|ue(?=[bcdfghjklmnpqrstvwxz])/gu
/** Å, Ä and Ö as terminals without them write them, all three ways: GOETEBORG, GOTEBORG, GÖTEBORG. */
export function pairFold(word: string): string {
  return word.replace(pairs, (found) => (found === 'aa' ? 'a' : found.replaceAll('e', '')))
}
