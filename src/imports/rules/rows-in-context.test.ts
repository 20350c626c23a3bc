import { expect, test } from 'vitest'
import { createContext } from './rows-in-context.ts'

const header = ['Datum', 'Text', 'Belopp']
type Given = [sheet: string, number: number, code: string]
const given = (...rows: Given[]) => {
  const inContext = createContext(header)
  return rows
    .flatMap(([sheet, number, code]) =>
      inContext({
        sheet,
        number,
        state: code === 'attention' ? 'attention' : 'skipped',
        problems: [{ code, ...(code === 'rate-note' && { params: { row: number - 1 } }) }],
        cells: code === 'header' ? header : [code],
      }),
    )
    .map(({ sheet, number }) => `${sheet}${number}`)
}

test('a row below nothing but the header is given alone', () => {
  expect(given(['A', 1, 'header'], ['A', 2, 'attention'], ['B', 1, 'header'], ['B', 3, 'attention'])).toEqual([
    'A2',
    'B3',
  ])
})

test('with a row comes whose card it is, and the note below it, and no title that says nothing of it', () => {
  expect(
    given(
      ['A', 1, 'preamble'],
      ['A', 3, 'heading'],
      ['A', 4, 'section-title'],
      ['A', 5, 'header'],
      ['A', 8, 'rate-note'],
      ['A', 10, 'heading'],
      ['A', 11, 'section-title'],
      ['A', 12, 'header'],
      ['A', 13, 'attention'],
      ['A', 14, 'rate-note'],
      ['A', 15, 'attention'],
      ['A', 20, 'heading'],
    ),
  ).toEqual(['A1', 'A10', 'A11', 'A12', 'A13', 'A14', 'A15'])
})

test('titles of one sheet say nothing of the next', () => {
  expect(given(['A', 1, 'heading'], ['A', 2, 'header'], ['B', 1, 'header'], ['B', 2, 'attention'])).toEqual(['B2'])
})
