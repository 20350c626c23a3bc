import { expect, test } from 'vitest'
import { stepTo } from './open-row.ts'

const search = (text: string) => new URLSearchParams(text)
const over = { rowOpenedOver: 'state=ready' }

test('where a row covers the page, opening it is a step that Back undoes; going on to another row is not', () => {
  expect(stepTo(search('state=ready'), '4', null, true)).toEqual({
    search: search('state=ready&row=4'),
    replace: false,
    state: over,
  })
  expect(stepTo(search('state=ready&row=4'), '5', over, true)).toMatchObject({ replace: true, state: over })
  expect(stepTo(search('row=5&state=ready'), null, over, true)).toBe('back')
})

test('beside the list, or opened by its address, a row is opened and closed in the same step', () => {
  expect(stepTo(search('state=ready'), '4', null, false)).toMatchObject({ replace: true, state: null })
  const without = { search: search('state=ready'), replace: true, state: null }
  expect(stepTo(search('state=ready&row=4'), null, null, true)).toEqual(without)
})

test('closing a row over which the list was filtered keeps the filter', () => {
  const closed = stepTo(search('state=attention&row=4'), null, over, true)
  expect(closed).toEqual({ search: search('state=attention'), replace: true, state: null })
})
