import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { PostingRow } from './contract.ts'
import { createFarSide } from './testing/far-side.ts'
import { invoiceFixture, paymentOf } from './testing/invoice-fixture.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The period is locked when the payment is to be bookkept; somebody deletes it, and it is tried again later. */
async function openScene({ isDeleted = true } = {}) {
  let isLocked = true
  const far = createFarSide({
    fateOf: ({ step }) =>
      step === 'bookkeep-payment' && isLocked ? { kind: 'refused', code: 'period-locked' } : { kind: 'answered' },
  })
  const { bookkeepPayment } = far.session
  const session = {
    ...far.session,
    bookkeepPayment: async (number: string) => {
      if (!far.books.payments.has(number))
        throw new ConnectorError('not-found', 'never', { status: 404, serviceMessage: 'Kan inte hitta betalningen.' })
      return bookkeepPayment(number)
    },
  }
  const near = openPosting(database, session, { isFast: true })
  const id = await near.start(['A'])
  const work = async () => {
    while (near.queued.length > 0) await near.work()
  }
  await work()
  isLocked = false
  near.advance(3600_000)
  if (isDeleted) far.books.payments.clear()
  const find = async (): Promise<PostingRow> => (await near.call('GET', `/runs/${id}/postings`)).body.items[0]
  const choose = async (choice: string) => {
    const answer = await near.call('POST', `/runs/${id}/postings/${choice}`, 'full', newId(), {
      ids: [(await find()).id],
    })
    await work()
    return answer.status
  }
  const refused = async () => (await find()).steps.find(({ state }) => state === 'rejected')
  await choose('retry')
  return {
    ...{ near, far, id, find, choose, refused },
    paid: () => [...far.books.payments.values()].map(({ bookings }) => bookings),
    pay: () => session.createPayment('1', paymentOf(invoiceFixture('A'))!),
  }
}

describe('a payment that somebody deleted before it was bookkept', () => {
  test('is told as that, with the words it was refused with, and offered to be made anew instead of tried again', async () => {
    const scene = await openScene()
    expect(await scene.refused()).toMatchObject({
      step: 'bookkeep-payment',
      problem: { code: 'payment-gone', message: 'Kan inte hitta betalningen.' },
    })
    expect((await scene.find()).choices).toEqual(['pay-anew', 'handle'])
    expect(await scene.choose('retry')).toBe(409)
  })

  test('is made anew once and bookkept, however many ask for it', async () => {
    const scene = await openScene()
    const { near, id } = scene
    const ids = [(await scene.find()).id]
    const ask = () => near.call('POST', `/runs/${id}/postings/pay-anew`, 'full', newId(), { ids })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    while (near.queued.length > 0) await near.work()
    expect(scene.paid()).toEqual([1])
    expect((await near.call('GET', `/runs/${id}`)).body).toMatchObject({ status: 'success', rejected: 0 })
  })

  test('that a person made again by hand is bookkept instead of a second one being made', async () => {
    const scene = await openScene()
    await scene.pay()
    expect(await scene.choose('pay-anew')).toBe(200)
    expect(scene.paid()).toEqual([1])
  })

  test('is not made anew where another payment is there, or the invoice is settled without any', async () => {
    const paidOtherwise = await openScene()
    await paidOtherwise.pay()
    for (const one of paidOtherwise.far.books.payments.values())
      one.payment = { ...one.payment, amountSek: one.payment.amountSek - 1 }
    await paidOtherwise.choose('pay-anew')
    expect((await paidOtherwise.refused())?.problem?.code).toBe('paid-otherwise')
    expect(paidOtherwise.paid()).toEqual([0])

    const settled = await openScene()
    const [invoice] = settled.far.books.invoices.values()
    Object.assign(invoice!, { balance: 0 })
    await settled.choose('pay-anew')
    expect((await settled.refused())?.problem?.code).toBe('paid-otherwise')
    expect(settled.paid()).toEqual([])
  })
})

test('a payment that is there is tried again, never made anew', async () => {
  const scene = await openScene({ isDeleted: false })
  expect(scene.paid()).toEqual([1])
  expect(await scene.choose('pay-anew')).toBe(409)
})
