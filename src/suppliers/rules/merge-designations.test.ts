import { expect, test } from 'vitest'
import { mergeDesignations } from './merge-designations.ts'

const texts = (...all: string[]) => all.map((text) => ({ match: 'exact' as const, text }))

test('what a person adds and takes away is done to the texts that a supplier has by now', () => {
  expect(mergeDesignations(texts('A', 'B', 'TAUGHT'), texts('A', 'B'), texts('A', 'NEW'))).toEqual(
    texts('A', 'TAUGHT', 'NEW'),
  )
})

test('a text that another took away meanwhile stays away, unless the person added it', () => {
  expect(mergeDesignations(texts('A'), texts('A', 'GONE'), texts('A', 'GONE', 'NEW'))).toEqual(texts('A', 'NEW'))
  expect(mergeDesignations(texts('A'), texts('A'), texts('A', 'GONE'))).toEqual(texts('A', 'GONE'))
})

test('a text that both added is there once; one that is compared another way is another', () => {
  expect(mergeDesignations(texts('A', 'BOTH'), texts('A'), texts('A', 'BOTH'))).toEqual(texts('A', 'BOTH'))
  const other = [{ match: 'contains' as const, text: 'A' }]
  expect(mergeDesignations(texts('A'), texts('A'), other)).toEqual(other)
})

test('without what they were before, the texts wanted stand in place of all', () => {
  expect(mergeDesignations(texts('A', 'B'), undefined, texts('C'))).toEqual(texts('C'))
})
