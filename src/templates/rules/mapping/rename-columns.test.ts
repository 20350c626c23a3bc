import { expect, test } from 'vitest'
import { column, plainMapping } from '../../testing/sheets.ts'
import { renameByPlace } from './rename-columns.ts'

test('a file read in another encoding keeps its mapping, under the names as they now read', () => {
  const garbled = plainMapping(
    {
      merchant: column(1, 'K\u201dpst\u201elle'),
      comments: {
        kind: 'join',
        from: [
          { kind: 'column', index: 1, name: 'K\u201dpst\u201elle', occurrence: 0 },
          { kind: 'text', text: '!' },
        ],
        separator: ' ',
      },
    },
    { header: ['Datum', 'K\u201dpst\u201elle', 'Belopp'] },
  )
  const names = ['Datum', 'Köpställe', 'Belopp']
  const refs = names.map((name, index) => ({ kind: 'column' as const, index, name, occurrence: 0 }))
  expect(renameByPlace(garbled, names, refs)).toEqual(
    JSON.parse(JSON.stringify(garbled).replaceAll('K\u201dpst\u201elle', 'Köpställe')),
  )
})
