import { expect, test } from 'vitest'
import * as m from '#messages'
import { sentence } from './recognised-file.tsx'

const match = (likeness: 'exact' | 'nearly') => ({
  ...{ templateId: '', name: 'Kort', bank: '', likeness },
  ...{ missingColumns: [], newColumns: [], missingSheets: [] },
})
const found = (...likenesses: ('exact' | 'nearly')[]) =>
  sentence({ format: null, matches: likenesses.map(match), suggestedName: '', suggestedBank: '' }, undefined, null)

test('a file is said to fit several templates only where it fits one', () => {
  expect(found('exact', 'exact')).toEqual({ text: m.imports_new_recognised_several(), isGood: true })
  expect(found('nearly', 'nearly')).toEqual({ text: m.imports_new_nearly_several(), isGood: false })
  expect(found()).toEqual({ text: m.imports_new_no_match(), isGood: false })
})
