import { expect, test } from 'vitest'
import type { ReadFields } from '#templates/contract.ts'
import { fields } from '../testing/purchase-fixture.ts'
import { hasFurther } from './further-fields.ts'

test('each field besides the usual ones makes a row say more', () => {
  const usual = ['merchant', 'place', 'invoiceDate', 'amountSek', 'currency', 'foreignAmount', 'card', 'providerId']
  const all: Required<ReadFields> = {
    ...fields(),
    ...{ place: 'UMEÅ', supplier: '7', vatRate: '25', persons: '4' },
    ...{ paymentDate: '2026-10-02', modeOfPayment: 'LB', ocr: '1', fee: 100 },
  }
  for (const name of Object.keys(all) as (keyof ReadFields)[]) {
    const said = { ...fields(), [name]: '1' }
    expect([name, hasFurther(said)]).toEqual([name, !usual.includes(name)])
  }
})
