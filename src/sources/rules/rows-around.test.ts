import { expect, test } from 'vitest'
import { withRowsAround } from './rows-around.ts'

const tab = [
  '4|5254*1234 KARIN',
  '5|Köp/uttag',
  '7|2026-03-01|Hotell|116.04',
  '8|Valutakurs 9.28',
  '9|2026-03-02|Taxi|99',
  '10|Totalt belopp|215.04',
  '11|5254*9999 OLLE',
  '13|2026-03-03|Hotell|116.04',
  '14|Valutakurs 9.28',
].map((line) => {
  const [number, ...cells] = line.split('|')
  return { number: Number(number), cells, kinds: 't'.repeat(cells.length), recordId: null }
})
const hasAmount = ({ cells }: { cells: string[] }) => /^\d+(\.\d+)?$/.test(cells.at(-1) ?? '')
const numbered = (...numbers: number[]) => tab.filter(({ number }) => numbers.includes(number))

test.each([
  ['a purchase comes under the titles of its section', [13], [4, 5, 11, 13, 14]],
  ['a note that looks new further down stays with its own purchase', [7, 14], [4, 5, 7, 8, 11]],
  ['a sum that changed comes with what is new', [9, 10], [4, 5, 9, 10, 11]],
])('%s', (_what, fresh, expected) => {
  expect(withRowsAround(tab, numbered(...fresh), hasAmount).map(({ number }) => number)).toEqual(expected)
})
