import { expect, test } from 'vitest'
import * as m from '#messages'
import { usedIn } from './used-in.ts'

test('a saved template leads on to where its rows come from: a file, or a source that they are fetched from', () => {
  const saved = { id: '1', movement: 'import', sourceSystem: 'file' } as const
  expect(usedIn(saved, null)).toEqual({ label: m.templates_saved_import(), to: '/app/imports?template=1' })
  expect(usedIn({ ...saved, sourceSystem: 'airtable' }, null)).toEqual({
    label: m.templates_saved_fetch(),
    to: '/app/imports',
  })
  const label = m.templates_saved_import_file({ name: 'oktober.csv' })
  expect(usedIn(saved, { name: 'oktober.csv' })).toEqual({ label, to: '/app/imports?template=1' })
})
