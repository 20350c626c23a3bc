import { afterAll, describe, expect, test } from 'vitest'
import { answer, closeFarSides, due, failure, farSide, invoice } from './testing/far-side.ts'

const refusal = (code: number, message = 'Nekad') => ({ ErrorInformation: { error: 1, message, code } })

type Said = [status: number, code: number]

/** Refuses to bookkeep as told, and to approve it. */
const refusing = ([status, code]: Said, [ofApproval, approvalCode]: Said) =>
  farSide(({ method, url = '' }, response) => {
    if (method === 'GET' && url.includes('payments?')) return answer(response, 200, { SupplierInvoicePayments: [] })
    if (method === 'GET') return answer(response, 200, invoice)
    return url.includes('/approval')
      ? answer(response, ofApproval, refusal(approvalCode, 'Du har inte rätt att attestera'))
      : answer(response, status, refusal(code, 'Fakturan måste attesteras'))
  })

describe('what is refused until somebody approves it', () => {
  test.each<[string, Said, Said, object]>([
    [
      'waits for approval where approving is forbidden to whoever connected: it was told as plainly refused',
      [400, 2000012],
      [403, 2000013],
      { kind: 'approval-required', serviceCode: '2000012', serviceMessage: 'Fakturan måste attesteras' },
    ],
    [
      'keeps its own refusal where approving is only refused, as where nobody asks for it',
      [400, 2000012],
      [400, 2001110],
      { kind: 'rejected', serviceCode: '2000012' },
    ],
    [
      'keeps the first answer where both are forbidden with codes that nobody knows',
      [403, 2999998],
      [403, 2999999],
      { kind: 'missing-scope', serviceCode: '2999998', serviceMessage: 'Fakturan måste attesteras' },
    ],
  ])('%s', async (_name, said, ofApproval, told) => {
    const { session } = await refusing(said, ofApproval)
    expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({ ...told, retry: 'never' })
    expect(await failure(session.createPayment('1', due))).toMatchObject({ ...told, retry: 'never' })
  })
  test('is not tried to be approved where a scope is missing', async () => {
    const { session, paths } = await refusing([403, 2001393], [403, 2001393])
    expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({ kind: 'missing-scope' })
    expect(await failure(session.createPayment('1', due))).toMatchObject({ kind: 'missing-scope' })
    expect(paths.filter((path) => path.includes('approval'))).toEqual([])
  })
})

afterAll(closeFarSides)
