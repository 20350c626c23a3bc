import { expect, test } from 'vitest'
import * as m from '#messages'
import { ApiProblem } from '../../api-client.ts'
import { supplierProblems } from './supplier-problem-text.ts'

const saidOf = (code: string, params = {}, path = 'file') =>
  supplierProblems(
    new ApiProblem({
      ...{ type: '', title: 'unreadable', status: 422, code: 'file-unreadable', requestId: '' },
      ...{ params: {}, errors: [{ path, code, params }] },
    }),
    () => 'suppliers.pdf',
  ).get(path)

test('a file that holds no sheet of suppliers is told as such, and what its sheet lacks too', () => {
  expect(saidOf('unsupported', { kind: 'PDF' })).toBe(m.problems_unsupported())
  expect(saidOf('sheet-without-numbers')).toBe(m.suppliers_problem_sheet_without_numbers())
  expect(saidOf('unheard-of')).toBe(m.shell_value_invalid())
})
