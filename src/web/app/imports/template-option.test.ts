import { expect, test } from 'vitest'
import { templateOption } from './template-option.ts'

test("a firm's template and the company's own copy of it are told apart where one is chosen", () => {
  const shared = { id: '1', name: 'SEB Kort', bank: 'SEB', sharedBy: { id: '3', name: 'Byrån AB' } }
  const [theirs, own] = [templateOption(shared), templateOption({ ...shared, id: '2', sharedBy: null })]
  expect([theirs.hint, own.hint]).toEqual(['Från Byrån AB', 'SEB'])
})
