import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const pleo = 'Date;Expense Type;Amount;Currency;Source description'
const files: Record<string, string[]> = {
  'of Pleo': [pleo, '21/03/2026;Card Purchase;−480,10;SEK;Figma', '22/03/2026;Card Purchase;−50,00;SEK;Coop'],
  'of Pleo with one purchase': [pleo, '21/03/2026;Card Purchase;−480,10;SEK;Figma'],
  'of Pleo with a refund': [
    pleo,
    '21/03/2026;Card Purchase;−480,10;SEK;Figma',
    '22/03/2026;Card Purchase;−1 050,00;SEK;Coop',
    '23/03/2026;Card Refund;20,00;SEK;Coop',
  ],
  'of anybody': ['Datum;Text;Belopp', '2026-03-01;ICA;−480,10', '2026-03-02;Coop;−50,00', '2026-03-03;Coop;20,00'],
  'in kronor': ['Datum;Text;Belopp', '2026-03-01;ICA;−480,10 kr', '2026-03-02;Coop;−50 kr', '2026-03-03;Coop;20,00 kr'],
  'of an account': [
    'Bokföringsdag;Text;Belopp;Saldo',
    '2026-03-01;ICA;−480,10;9519,90',
    '2026-03-02;Coop;−50,00;9469,90',
    '2026-03-03;Coop;−51,00;9418,90',
  ],
}
const losses = ['?', '\ufffd', '???']
const cases = Object.entries(files).flatMap(([name, lines]) => losses.map((lost) => ({ name, lines, lost })))

test.each(cases)(
  'a file $name that has lost its minuses ($lost) does not turn the next one round',
  ({ lines, lost }) => {
    const copy = sheetOf(...lines.map((line) => line.replaceAll('−', lost)))
    const found = suggestMapping(copy, { today })
    if (!found) throw new Error('no table was found')
    expect(found).toMatchObject({ isSignOpen: true, mapping: { signRule: 'inverted' } })
    const original = sheetOf(...lines)
    const next = outcomes(readSource(original, found.mapping, { today }))
    expect(next).toEqual(outcomes(readSuggested(original)))
    const whole = lines.map((line) => !line.includes('−'))
    expect(outcomes(readSource(copy, found.mapping, { today }))).toEqual(
      next.map((outcome, row) => (whole[row] ? outcome : expect.stringMatching(/^\d: amount-sign-lost@C\d$/))),
    )
  },
)

test('a refund that has lost its minus is no purchase, and purchases stay what they are', () => {
  const lines = ['2026-03-01;ICA;480,10', '2026-03-02;Coop;50,00', '2026-03-03;Coop;51,00', '2026-03-04;Coop;?50,00']
  expect(suggestMapping(sheetOf('Datum;Text;Belopp', ...lines), { today })).toMatchObject({
    isSignOpen: true,
    mapping: { signRule: 'as-is' },
  })
  expect(outcomes(readSuggested(sheetOf('Datum;Text;Belopp', ...lines))).slice(3)).toEqual([
    '4: 2026-03-03 Coop 5100',
    '5: amount-sign-lost@C5',
  ])
})

test('money taken back is told by the minuses beside it also where they are lost', () => {
  const lines = ['Datum;Text;Uttag;Insättning', '2026-03-01;ICA;−480,10;', '2026-03-02;Coop;−50,00;']
  const more = ['2026-03-03;ICA;−51,00;', '2026-03-04;Coop;20,00;', '2026-03-05;Lön;;900,00']
  const original = sheetOf(...lines, ...more)
  const copy = sheetOf(...[...lines, ...more].map((line) => line.replaceAll('−', '?')))
  const mapping = suggestMapping(original, { today })?.mapping
  if (!mapping) throw new Error('no table was found')
  const [whole, lost] = [original, copy].map((file) => outcomes(readSource(file, mapping, { today })))
  expect(lost?.[4]).toBe(whole?.[4])
  expect(whole?.[4]).toBe('5: 2026-03-04 Coop -2000')
})

test('an issuer whose minuses are known to be lost so is read as before', () => {
  const file = sheetOf('Datum;Beskrivning;Kortmedlem;Konto #;Belopp', '03/14/2026;COOP;ANNA;-1;?50,00')
  expect(suggestMapping(file, { today })).toMatchObject({ format: { id: 'amex-se' }, isSignOpen: false })
  expect(outcomes(readSuggested(file))[1]).toBe('2: 2026-03-14 COOP -5000')
})

test('what begins with a question mark and is no figure is none', () => {
  const file = sheetOf('Datum;Text;Belopp', '2026-03-01;ICA;480,10', '2026-03-02;Coop;?', '2026-03-03;Coop;?fel 5')
  expect(outcomes(readSuggested(file)).slice(2)).toEqual(['3: amount-unreadable@C3', '4: amount-unreadable@C4'])
})
