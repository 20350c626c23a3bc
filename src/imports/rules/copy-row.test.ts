import { expect, test } from 'vitest'
import { fields } from '../testing/purchase-fixture.ts'
import type { RowCheck } from './check-quickly.ts'
import { createRowWriter } from './copy-row.ts'
import type { FoundRow } from './locate-rows.ts'

const of = { companyId: '01a22c8a-10a8-7000-8ed6-6d69e3ffa15c', importId: '01a22c8a-10fc-7000-9ed3-6d4efe54ec76' }
const writer = () => createRowWriter(of, (text) => text.toLowerCase())
const cellsOf = { merchant: ['B2'] }
const noProblems: RowCheck['problems'] = []
const check: RowCheck = {
  ...{ state: 'ready', problems: noProblems, occurrence: 1, invoiceNumber: null },
  ...{ supplierNumber: '7', supplierName: 'Kontorshallen', account: 6110, vat: 100, vatType: 'SE25', amount: 500 },
}

function found(changed: Parameters<typeof fields>[0], sheet = 1, section: string | null = null): FoundRow {
  const read = fields(changed)
  const place = { id: 1, sheet: 'Blad1', number: 2 }
  const row = { ...place, cells: ['x'], section: null, outcome: { kind: 'purchase', fields: read, cellsOf } }
  return {
    ...{ id: 1, section, unread: null, withoutId: null, row: row as unknown as FoundRow['row'] },
    toAssess: {
      ...{ ...place, decision: null, section, text: read.merchant, problems: [], fingerprint: 'f', amount: 500 },
      reading: { fields: read, cellsOf, sheet },
    },
  }
}

test.each<[string, FoundRow, RowCheck]>([
  ['another card', found({ card: '9999' }), check],
  ['another id', found({ providerId: 'AT1' }), check],
  ['another place', found({ place: 'Luleå' }), check],
  ['another currency', found({ currency: 'EUR', foreignAmount: 100 }), check],
  ['another sheet', found({}, 2), check],
  ['another section', found({}, 1, 'Kort 1234'), check],
  ['another day and amount', found({ invoiceDate: '2026-10-02', amountSek: 700 }), { ...check, amount: 700, vat: 140 }],
  ['another name of its supplier', found({}), { ...check, supplierName: 'Kontorshallen i Norrland' }],
  ['another account', found({}), { ...check, account: 5410 }],
  ['another state', found({}), { ...check, state: 'attention', problems: [{ code: 'account-missing' }] }],
])('a row of the same merchant with %s is written as if none came before it', (_, row, its) => {
  const write = writer()
  write(found({}), check)
  expect(write(row, its)).toEqual(writer()(row, its))
})
