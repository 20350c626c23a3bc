import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceRow } from '#connectors/source-connector.ts'
import type { EditedSince } from '#imports/rules/record-version.ts'
import { addOrigins, findEdited, findEditedBefore, type Origin, placesOfGone } from './edited-rows.ts'

const rowsOf = (contents: readonly string[]): SourceRow[] =>
  contents.map((content, index) => ({ number: index + 2, cells: content.split(' '), kinds: 'ttt', recordId: null }))
const contentOf = ({ cells }: SourceRow) => cells.join(' ')
/** Day and shop, day and amount. */
const keysOf = ({ cells: [day, shop, amount] }: SourceRow) => [`0${day} ${shop}`, `1${day} ${amount}`]
/** Walked without a break. */
function add(before: Record<string, Origin>, fresh: SourceRow[], importId: string, edited: EditedSince[] = []) {
  const origins = { ...before }
  const steps = addOrigins(origins, fresh, { importId, edited, contentOf, keysOf })
  while (!steps.next().done);
  return origins
}
const first = rowsOf(['d1 ICA 10', 'd1 SJ 20', 'd2 ICA 10'])
const origins = add({}, first, 'one')
const gone = (...contents: string[]) => contents.flatMap((content) => origins[content] ?? [])

test('a row is known again by its day and shop, or its day and amount, where one like it is gone', () => {
  const fresh = rowsOf(['d1 ICA 11', 'd1 SJÄ 20', 'd3 ICA 10'])
  expect(findEdited(fresh, gone('d1 ICA 10', 'd1 SJ 20', 'd2 ICA 10'), keysOf)).toEqual([
    { number: 2, importId: 'one', row: 2 },
    { number: 3, importId: 'one', row: 3 },
  ])
  expect(findEdited(fresh, [], keysOf)).toEqual([])
  expect(findEdited(fresh, gone('d1 ICA 10'), () => null)).toEqual([])
})

test('each row that is gone was edited into one', () => {
  const fresh = rowsOf(['d1 ICA 11', 'd1 ICA 12'])
  expect(findEdited(fresh, gone('d1 ICA 10'), keysOf)).toEqual([{ number: 2, importId: 'one', row: 2 }])
})

test('a row that is edited again is known by all that it was', () => {
  const second = rowsOf(['d1 ICA 11', 'd1 SJ 20'])
  const [row] = second
  const edited = findEdited([row!], gone('d1 ICA 10'), keysOf)
  const then = add(origins, [row!], 'two', edited)
  expect(then['d1 SJ 20']).toEqual(origins['d1 SJ 20'])
  const third = rowsOf(['d1 ICA 12'])
  expect(findEdited(third, [then['d1 ICA 11'] as Origin], keysOf)).toEqual([
    { number: 2, importId: 'one', row: 2 },
    { number: 2, importId: 'two', row: 2 },
  ])
})

test('each content that is imported has an origin, and one that is imported again is known by both', () => {
  const word = fc.tuple(fc.constantFrom('d1', 'd2'), fc.constantFrom('A', 'B'), fc.constantFrom('1', '2'))
  const list = fc.array(word.map((parts) => parts.join(' ')))
  fc.assert(
    fc.property(list, list, (before, after) => {
      const known = add({}, rowsOf(before), 'one')
      expect(Object.keys(known).toSorted()).toEqual([...new Set(before)].toSorted())
      const both = add(known, rowsOf(after), 'two')
      for (const content of after) {
        const imports = new Set(both[content]?.places.map(([importId]) => importId))
        expect(imports.has('two')).toBe(true)
      }
    }),
  )
})

test('a row that is imported again and again is still known by the import that it came with first', () => {
  let known = origins
  for (let again = 0; again < 9; again++) known = add(known, first, `again ${again}`)
  const places = known['d1 ICA 10']?.places ?? []
  expect(places).toHaveLength(6)
  expect([places.at(0), places.at(-1)]).toEqual([
    ['one', 2],
    ['again 8', 2],
  ])
})

test('of rows that could be it the one with its shop is, and the first that is left', () => {
  const known = add({}, rowsOf(['d1 SJ 10', 'd1 ICA 20', 'd1 ICA 30']), 'one')
  const lost = Object.values(known)
  const [edited] = rowsOf(['d1 ICA 10'])
  expect(edited && findEdited([edited], lost, keysOf)).toEqual([{ number: 2, importId: 'one', row: 3 }])
  const both = findEdited(rowsOf(['d1 ICA 11', 'd1 ICA 12']), lost, keysOf)
  expect(both.map(({ row }) => row)).toEqual([3, 4])
})

test('a row that is gone came last with its latest import, unless any of its places was edited', () => {
  const [one, two] = [['one', 2] as const, ['two', 5] as const]
  const origin: Origin = { keys: [], places: [one, two] }
  expect(placesOfGone([origin], [])).toEqual([{ importId: 'two', row: 5 }])
  expect(placesOfGone([origin], [{ number: 9, importId: 'one', row: 2 }])).toEqual([])
  expect(placesOfGone([{ keys: [], places: [] }], [])).toEqual([])
})

test('what an edit made comes once more as what it was before, but not as itself, nor does a record', () => {
  const [row] = rowsOf(['d1 ICA 11'])
  if (!row) throw new Error('there is a row')
  const then = add(origins, [row], 'two', findEdited([row], gone('d1 ICA 10'), keysOf))
  expect(findEditedBefore([row], then, contentOf)).toEqual([{ number: 2, importId: 'one', row: 2 }])
  expect(findEditedBefore(first, origins, contentOf)).toEqual([])
  const record = { ...row, recordId: 'rec1' }
  expect(findEditedBefore([record], then, contentOf)).toEqual([])
  expect(add({}, [record], 'two')).toEqual({})
})

test('six places of a row are all remembered', () => {
  const row = rowsOf(['d1 ICA 10'])
  const six = ['1', '2', '3', '4', '5', '6'].reduce((known, importId) => add(known, row, importId), {})
  const seventh = add(six, row, '7') as Record<string, Origin>
  const placesIn = (known: Record<string, Origin>) => known['d1 ICA 10']?.places.map(([importId]) => importId).join('')
  expect([placesIn(six), placesIn(seventh)]).toEqual(['123456', '123567'])
})
