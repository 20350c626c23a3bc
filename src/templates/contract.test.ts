import { expect, test } from 'vitest'
import { templateMapping } from './contract.ts'

test('each row is compared with a thousand texts of a mapping at most', () => {
  const listOf = (length: number) => Array.from({ length }, (_, nth) => `inköp ${nth}`)
  const faultsOf = (texts: string[]) => {
    const lists = { outgoingDirections: texts, incomingDirections: texts, purchaseTypes: texts, notInvoices: texts }
    const parsed = templateMapping.safeParse({
      ...{ header: [], fields: {}, numberFormat: 'auto', dateOrder: 'auto', signRule: 'as-is', currency: 'SEK' },
      ...{ emptyFieldsConfirmed: true, ...lists },
    })
    return parsed.error?.issues.map(({ code, path }) => `${code} ${path}`)
  }
  expect(faultsOf(listOf(1000))).toBeUndefined()
  expect(faultsOf(listOf(1001))).toEqual([
    'too_big outgoingDirections',
    'too_big incomingDirections',
    'too_big purchaseTypes',
    'too_big notInvoices',
  ])
})
