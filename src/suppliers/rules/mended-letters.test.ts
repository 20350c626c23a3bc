import { expect, test } from 'vitest'
import { twoForOne, unknownLetter, withMendedLetters } from './mended-letters.ts'
import { merchantKey } from './merchant-key.ts'

test('letters of two bytes that a bank read one by one are the letters that were written', () => {
  for (const text of ['MÖLNDAL', 'Västerås', 'CAFÉ VALAND', 'KØBENHAVN']) {
    expect(withMendedLetters(twoForOne(text))).toBe(text)
    expect(withMendedLetters(new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)))).toBe(text)
    expect(merchantKey(twoForOne(text)).bare).toBe(merchantKey(text).bare)
  }
})

test('a letter whose second byte was lost is one that somebody did not have', () => {
  expect(withMendedLetters('VÃXJÃ')).toBe(`V${unknownLetter}XJ${unknownLetter}`)
  expect(merchantKey('JULA VÃXJÃ SE').bare).toBe('jula')
})

test('letters of other languages stay', () => {
  expect(withMendedLetters('CAFÉ SÃO BENTO')).toBe('CAFÉ SÃO BENTO')
  expect(withMendedLetters('padaria irmã')).toBe('padaria irmã')
})
