import { expect, test } from 'vitest'
import { problemWords } from '#imports/problem-words.ts'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { openPreflight } from './testing/preflight-scene.ts'

/**
 * Each of the failures that Pleo's help pages explain (help.pleo.io), under the words that its users meet when their
 * export has failed; here the row of the preview says it before anything is written, whether Fortnox came to be so before
 * the file was read or after it was shown as ready. When it is mended over there the row is ready without a new import.
 */
const { control, near, purchasesOf, change, recheck, confirm, writes } = openPreflight()
/** At once: what was read from Fortnox when the company connected is a moment old. */
const read = (bytes: Uint8Array) => near().imports.read(bytes)

type Failure = {
  /** As Pleo's page is called. */
  pleo: string
  inFortnox: object
  sv: string
  en: string
  mended: object
  /** Written on the row. */
  costCenter?: string
}
const failures: Failure[] = [
  {
    pleo: '… har låst perioden t.o.m. … (6992363)',
    inFortnox: { lockedPeriod: '2026-10-31' },
    sv: 'Perioden är låst t.o.m. 2026-10-31',
    en: 'The period is locked up to and including 2026-10-31',
    mended: { lockedPeriod: null },
  },
  {
    pleo: 'Konto saknas i kontoplanen (7004392)',
    inFortnox: { accounts: { 6110: null } },
    sv: 'Konto 6110 finns inte',
    en: 'Account 6110 does not exist',
    mended: { accounts: { 6110: {} } },
  },
  {
    pleo: 'Konto saknas i kontoplanen: it is there, and inactive (7004392)',
    inFortnox: { accounts: { 6110: { active: false } } },
    sv: 'Konto 6110 är inaktivt',
    en: 'Account 6110 is inactive',
    mended: { accounts: { 6110: { active: true } } },
  },
  {
    pleo: 'Kostnadsställe är obligatoriskt på konto (6985018)',
    inFortnox: { accounts: { 6110: { costCenter: 'MANDATORY' } } },
    sv: 'Konto 6110 kräver kostnadsställe',
    en: 'Account 6110 demands a cost centre',
    mended: { accounts: { 6110: { costCenter: 'ALLOWED' } } },
  },
  {
    pleo: 'Kostnadsställe är ej tillåtet på konto (7004241)',
    inFortnox: { accounts: { 6110: { costCenter: 'NOTALLOWED' } } },
    sv: 'Konto 6110 tillåter inte kostnadsställe',
    en: 'Account 6110 does not allow a cost centre',
    mended: { accounts: { 6110: { costCenter: 'ALLOWED' } } },
    costCenter: 'BUTIK',
  },
  {
    pleo: 'Projekt är obligatoriskt (103000254513)',
    inFortnox: { accounts: { 6110: { project: 'MANDATORY' } } },
    sv: 'Konto 6110 kräver projekt',
    en: 'Account 6110 demands a project',
    mended: { accounts: { 6110: { project: 'ALLOWED' } } },
  },
]

const purchase = (day = '2026-10-05') => csv(`${day};KONTORSGIGANTEN;SEK;0;1250,00`)
const invoiceIs = (id: string) =>
  near()
    .imports.call('GET', `/imports/${id}`)
    .then(({ body }) => body.invoices)

async function wordsOf(id: string): Promise<string[][]> {
  const [row] = await purchasesOf(id)
  return (row?.problems ?? []).map((problem) => [problemWords(problem, 'sv'), problemWords(problem, 'en')])
}

async function readPurchase(costCenter: string | undefined): Promise<string> {
  const { id } = await read(purchase())
  const [row] = await purchasesOf(id)
  if (costCenter) await near().imports.call('PATCH', `/imports/${id}/rows/${row?.id}`, { fields: { costCenter } })
  return id
}

async function expectPosted(invoices: number): Promise<void> {
  await near().posting.work()
  const posted = (await control('GET', 'state/1001')).invoices
  expect(posted.map(({ Booked, Balance }: { Booked: boolean; Balance: string }) => [Booked, Number(Balance)])).toEqual(
    Array.from({ length: invoices }, () => [true, 0]),
  )
}

test.each(failures)('$pleo: found when the file is read', async ({ inFortnox, sv, en, mended, costCenter }) => {
  await change(inFortnox)
  const id = await readPurchase(costCenter)
  if (costCenter) await recheck(id)
  expect(await wordsOf(id)).toEqual([[sv, en]])
  expect((await confirm(id)).status).not.toBe(200)
  await near().posting.work()
  expect(await writes()).toEqual([])
  await change(mended)
  expect((await recheck(id)).invoices).toBe(1)
  expect((await confirm(id)).status).toBe(200)
  await expectPosted(1)
})

test.each(failures)('$pleo: found when it came while the preview was open', async (failure) => {
  const { inFortnox, sv, en, mended, costCenter } = failure
  const id = await readPurchase(costCenter)
  expect(await invoiceIs(id)).toBe(1)
  await change(inFortnox)
  expect((await confirm(id)).body).toMatchObject({ code: 'conflict', errors: [{ code: 'import-changed' }] })
  expect(await wordsOf(id)).toEqual([[sv, en]])
  await near().posting.work()
  expect(await writes()).toEqual([])
  await change(mended)
  expect((await recheck(id)).invoices).toBe(1)
  expect((await confirm(id)).status).toBe(200)
  await expectPosted(1)
})

test('Bokföringsdatumet ligger i en automatlåst period (7001235): told by Fortnox as its locked period', async () => {
  await change({ lockedPeriod: '2026-10-31', automaticLock: '2026-10-31' })
  const { id } = await read(purchase())
  expect(await wordsOf(id)).toEqual([
    ['Perioden är låst t.o.m. 2026-10-31', 'The period is locked up to and including 2026-10-31'],
  ])
})

/** Nobody has published whether Fortnox tells it beforehand; where it does not, it is learnt from the first refusal. */
test('Bokföringsdatumet ligger i en automatlåst period (7001235): a lock that Fortnox does not tell', async () => {
  await change({ automaticLock: '2026-10-31' })
  const first = await read(purchase())
  const { runId } = (await confirm(first.id)).body
  await near().posting.work()
  const { id } = await read(purchase('2026-10-04'))
  expect(await wordsOf(id)).toEqual([
    [
      'Fortnox har nekat bokföring 2026-10-05: perioden är låst',
      'Fortnox has refused bookkeeping on 2026-10-05: the period is locked',
    ],
  ])
  expect((await confirm(id)).status).not.toBe(200)
  await change({ automaticLock: null })
  await near().callConnections('POST', '/connectors/fortnox/mended')
  await near().imports.work()
  expect((await confirm(id)).status).toBe(200)
  expect((await near().posting.call('POST', `/runs/${runId}/retry`)).status).toBe(200)
  await expectPosted(2)
})

test('a refresh token that died after 31 days (6984991): told on every row, and nothing has to be set anew', async () => {
  const { id } = await read(purchase())
  await control('POST', 'reset', { everything: true })
  await recheck(id)
  expect(await wordsOf(id)).toEqual([['Kopplingen till Fortnox är bruten', 'The connection to Fortnox is lost']])
  expect((await confirm(id)).body.code).toBe('connection-lost')
  expect(await writes()).toEqual([])
  await near().connect()
  await near().imports.work()
  expect((await near().callConnections('GET', '/settings')).body.settings.paymentAccount).toBe(2890)
  expect((await confirm(id)).status).toBe(200)
  await expectPosted(1)
})

/** Pleo sends vouchers; a supplier invoice is booked in the series that Fortnox keeps for those. */
test.each([
  ['The selected verification series is not marked as manual (6046244)', { description: 'Redovisning', manual: false }],
  ['Ogiltig verifikationsserie angiven (103000254518)', null],
])('%s: cannot happen, no voucher is sent', async (_pleo, seriesA) => {
  await change({ voucherSeries: { A: seriesA } })
  const { id } = await read(purchase())
  expect(await wordsOf(id)).toEqual([])
  expect((await confirm(id)).status).toBe(200)
  await expectPosted(1)
})
