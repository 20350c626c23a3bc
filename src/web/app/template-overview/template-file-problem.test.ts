import { expect, test } from 'vitest'
import * as m from '#messages'
import { templateFileProblem } from './template-file-problem.ts'

const saved = { format: 'radvis-template', version: 1, name: 'Kort' }

test('a file that is no template of Radvis is told apart from one of a newer Radvis and from one that is damaged', () => {
  for (const other of ['', 'PK\u0003\u0004', '[1]', 'null', '"radvis-template"', '{"format":"csv","version":9}'])
    expect(templateFileProblem(other)).toBe(m.templates_import_file_wrong())
  expect(templateFileProblem(JSON.stringify({ ...saved, version: 2 }))).toBe(m.templates_import_file_newer())
  expect(templateFileProblem(JSON.stringify(saved))).toBe(m.templates_import_file_broken())
  expect(templateFileProblem(JSON.stringify(saved, null, 2).slice(0, 40))).toBe(m.templates_import_file_broken())
  const newer = JSON.stringify({ ...saved, version: 12 }, null, 2)
  expect(templateFileProblem(newer.slice(0, 60))).toBe(m.templates_import_file_newer())
  expect(templateFileProblem(newer.slice(0, newer.indexOf('12') + 1))).toBe(m.templates_import_file_broken())
})
