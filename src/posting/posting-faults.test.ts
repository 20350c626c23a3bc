import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createFarSide, type Fate } from './testing/far-side.ts'
import { lineOf, openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A process that dies with its so manieth request: carried out or not, nothing of it is heard again. */
type Death = { request: number; isCarriedOut: boolean }

function openMortal(session: AccountingSession, { request, isCarriedOut }: Death) {
  const died = Promise.withResolvers<'died'>()
  let made = 0
  async function outlive<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    made += 1
    if (made < request) return call()
    if (made === request && isCarriedOut) await call().catch(() => undefined)
    died.resolve('died')
    return new Promise<never>(() => undefined)
  }
  const mortal = new Proxy(session, {
    get(target, name) {
      if (name === 'then') return undefined
      if (name === 'listChangedInvoices')
        return async function* (since: Date) {
          yield* await outlive(async () => target.listChangedInvoices(since))
        }
      return (given: never, more: never) =>
        outlive(() => (target[name as 'createPayment'] as (a: never, b: never) => Promise<never>)(given, more))
    },
  })
  return { mortal, died: died.promise }
}

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>({ kind: 'answered' }) },
  fc.constantFrom<Fate>({ kind: 'away' }, { kind: 'lost-before' }, { kind: 'lost-after', lateMs: 0 }),
)
const trouble = fc.record({
  fates: fc.array(fate, { maxLength: 15 }),
  lostLookUps: fc.array(fc.boolean(), { maxLength: 5 }),
  deaths: fc.array(fc.record({ request: fc.integer({ min: 1, max: 16 }), isCarriedOut: fc.boolean() }), {
    maxLength: 3,
  }),
})

async function playOut({ fates, lostLookUps, deaths }: typeof trouble extends fc.Arbitrary<infer T> ? T : never) {
  const coming = [...fates]
  const far = createFarSide({
    // No step is hit so often that it is given up.
    fateOf: ({ nth }) => (nth <= 3 ? coming.shift() : undefined) ?? { kind: 'answered' },
    isLookUpLost: (nth) => lostLookUps[nth - 1] ?? false,
  })
  let session = far.session
  const near = openPosting(database, far.session, { openLine: async () => lineOf(session), isFast: true })
  const id = await near.start(['A', 'B', 'C', 'D'])
  for (const death of deaths) {
    const { mortal, died } = openMortal(far.session, death)
    session = mortal
    if ((await Promise.race([near.postNow(), died])) === 'died') near.advance(16_000)
  }
  session = far.session
  for (let lanes = 0; (await near.postNow()) === 'more'; lanes++) if (lanes > 50) throw new Error('it does not end')
  const told = await database.db.select().from(events).where(eq(events.companyId, near.companyId))
  return { far, run: (await near.call('GET', `/runs/${id}`)).body, told }
}

test('whatever is lost and whoever dies, each thing is done once and told once', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(trouble, async (given) => {
      const { far, run, told } = await playOut(given)
      const all = { done: 4, of: 4 }
      expect(run).toMatchObject({ status: 'success', rejected: 0, unknown: 0, created: all, bookkept: all, paid: all })
      const invoices = [...far.books.invoices.values()]
      expect(invoices.map(({ reference, bookings }) => `${reference} ${bookings}`).sort()).toEqual([
        ...['A 1', 'B 1', 'C 1', 'D 1'],
      ])
      expect([...far.books.payments.values()].map(({ bookings }) => bookings)).toEqual([1, 1, 1, 1])
      const once = told
        .filter(({ activity }) => activity !== 'posting-unknown')
        .map(({ activity, invoiceNumber }) => `${activity} ${invoiceNumber ?? ''}`)
      const each = ['invoice-created', 'invoice-bookkept', 'payment-created', 'payment-bookkept'].flatMap((activity) =>
        invoices.map(({ number }) => `${activity} ${number}`),
      )
      expect(once.sort()).toEqual([...each, 'run-finished '].sort())
    }),
    { numRuns: 30 },
  ),
)
