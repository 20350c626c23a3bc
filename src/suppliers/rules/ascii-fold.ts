const folds: Record<string, string> = { ø: 'o', æ: 'a', ß: 'ss', œ: 'o', đ: 'd', ł: 'l', ð: 'd', þ: 'th' }
/** Letters without their marks. */
export function asciiFold(text: string): string {
  if (!/[^ -~]/u.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øæßœđłðþ]/gu, (letter) => folds[letter] ?? letter)
}
