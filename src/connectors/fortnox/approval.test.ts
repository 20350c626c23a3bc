import { afterAll, describe, expect, test } from 'vitest'
import { answer, closeFarSides, due, failure, farSide, invoice } from './testing/far-side.ts'

const refusal = (code: number, message = 'Nekad') => ({ ErrorInformation: { error: 1, message, code } })

const paymentAnswer = {
  SupplierInvoicePayment: { Number: '1', InvoiceNumber: '1', Amount: '10', PaymentDate: '2026-11-20', Booked: false },
}

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

describe('what was approved before it went through', () => {
  /** Asks for approval, of invoices and of payments when they are bookkept, until told that nobody asks any more. */
  async function asking() {
    const approved = new Set<string>()
    const far = { isAsking: true }
    const { session, paths } = await farSide(({ method, url = '' }, response) => {
      if (url.endsWith('payments/1') || url.endsWith('payments/1/bookkeep')) {
        const isRefused = method === 'PUT' && far.isAsking && !approved.has('payment')
        return isRefused ? answer(response, 400, refusal(2999999)) : answer(response, 200, paymentAnswer)
      }
      if (!url.endsWith('/bookkeep') && !url.includes('/approval')) return answer(response, 200, invoice)
      const [, number = '', action = ''] = /(\w+)\/(\w+)$/.exec(url) ?? []
      const name = action === 'approvalpayment' ? 'payment' : number
      if (url.includes('/approval')) {
        if (!far.isAsking || approved.has(name)) return answer(response, 400, refusal(2001110))
        approved.add(name)
      }
      const isRefused = far.isAsking && !approved.has(name)
      return isRefused ? answer(response, 400, refusal(2000012)) : answer(response, 200, invoice)
    })
    const asked = async (act: () => Promise<unknown>) => {
      const before = paths.length
      await act()
      return paths.slice(before).map((path) => path.replace('/3/supplierinvoice', '/'))
    }
    return { session, far, approved, asked }
  }

  test('is approved first from then on: each invoice was tried, refused, read and approved anew', async () => {
    const { session, asked } = await asking()
    await session.bookkeepSupplierInvoice('1')
    expect(await asked(() => session.bookkeepSupplierInvoice('2'))).toEqual([
      'PUT /s/2/approvalbookkeep',
      'PUT /s/2/bookkeep',
    ])
  })
  test('is bookkept where it was approved by another meanwhile', async () => {
    const { session, asked, approved } = await asking()
    await session.bookkeepSupplierInvoice('1')
    approved.add('2')
    expect(await asked(() => session.bookkeepSupplierInvoice('2'))).toEqual([
      'PUT /s/2/approvalbookkeep',
      'PUT /s/2/bookkeep',
    ])
  })
  test('is not approved any more where nobody asks for it any more', async () => {
    const { session, far, asked } = await asking()
    await session.bookkeepSupplierInvoice('1')
    far.isAsking = false
    await session.bookkeepSupplierInvoice('2')
    expect(await asked(() => session.bookkeepSupplierInvoice('3'))).toEqual(['PUT /s/3/bookkeep'])
  })
  test('says nothing of payments, which have an approval of their own', async () => {
    const { session, asked, approved } = await asking()
    await session.bookkeepSupplierInvoice('1')
    expect(await asked(() => session.bookkeepPayment('1'))).toEqual([
      'PUT /payments/1/bookkeep',
      'GET /payments/1',
      'PUT /s/1/approvalpayment',
      'PUT /payments/1/bookkeep',
    ])
    approved.delete('payment')
    expect(await asked(() => session.bookkeepPayment('1'))).toEqual([
      'GET /payments/1',
      'PUT /s/1/approvalpayment',
      'PUT /payments/1/bookkeep',
    ])
  })
})

afterAll(closeFarSides)
