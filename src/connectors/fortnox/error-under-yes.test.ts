import { describe, expect, test } from 'vitest'
import { answer, failure, farSide } from './testing/far-side.ts'

const saying = (code: number) =>
  farSide((_request, response) =>
    answer(response, 200, { ErrorInformation: { error: 1, message: 'Ett fel uppstod.', code } }),
  )

describe('an error under a status that says yes', () => {
  test('leaves a write to be looked for, and keeps its words: a deletion counted as done', async () => {
    const { session } = await saying(1000003)
    const told = { kind: 'unknown', retry: 'after-check', serviceCode: '1000003', serviceMessage: 'Ett fel uppstod.' }
    expect(await failure(session.deletePayment('1'))).toMatchObject(told)
    expect(await failure(session.cancelSupplierInvoice('1'))).toMatchObject(told)
  })
  test('is no answer to a read, which is asked again: a lock that could not be read counted as none', async () => {
    const { session, paths } = await saying(1000003)
    expect(await failure(session.readLockedPeriod())).toMatchObject({ kind: 'unavailable', retry: 'safe' })
    expect(paths).toHaveLength(4)
  })
  test('is none where it is empty beside what was asked for', async () => {
    const { session } = await farSide((_request, response) =>
      answer(response, 200, { ErrorInformation: null, message: 'OK', LockedPeriod: { EndDate: '2025-12-31' } }),
    )
    expect(await session.readLockedPeriod()).toBe('2025-12-31')
  })
  test('says of a read what its code says', async () => {
    const { session } = await saying(2000663)
    expect(await failure(session.readLockedPeriod())).toMatchObject({ kind: 'missing-scope', retry: 'never' })
  })
})
