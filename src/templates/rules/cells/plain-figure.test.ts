import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { readNumber } from './amounts.ts'
import { plainFigure } from './plain-figure.ts'

test('marks of direction around figures and days are nothing, and wide digits are digits', () => {
  const lines = ['\u200e2026\u200e-06\u200e-04;Coop;\u200e-55,50\u200e', '２０２６－０６－０５;Ica;１ ２３４，５０']
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', '2026-06-01;Lidl;100,00', ...lines))).slice(2)).toEqual([
    '3: 2026-06-04 Coop -5550',
    '4: 2026-06-05 Ica 123450',
  ])
})

test('what turns the order of the digits behind it, a soft hyphen, and the sign of another currency are asked about', () => {
  for (const text of ['\u202e55,50', '\u00ad55,50', '￥250', '٤٥,٥٠'])
    expect(readNumber(text, { mark: 'comma', isFromEvidence: true }).kind).toBe('unreadable')
  const text = '1 234,50'
  expect(plainFigure(text)).toBe(text)
})
