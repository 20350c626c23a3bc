import { expect, test } from 'vitest'
import { matchOption } from './match-option.ts'

const accounts = ['4517 Inköp från annat land', '5710 Frakter', '6570 Bankkostnader', '7690 Konto 57']
const found = (search: string) => accounts.filter((label) => matchOption(label.slice(0, 4), search, [label]) > 0)

test('digits find the numbers that start with them, in a name too', () => {
  expect(found('57')).toEqual(['5710 Frakter', '7690 Konto 57'])
  expect(found(' 6570 ')).toEqual(['6570 Bankkostnader'])
  expect(found('99')).toEqual([])
})

test('words find names by their letters', () => {
  expect(found('frakt')).toContain('5710 Frakter')
  expect(found('5710 fr')).toEqual(['5710 Frakter'])
})
