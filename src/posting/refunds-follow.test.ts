import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { newId } from '#kernel/ids.ts'
import type { PostingRow } from './contract.ts'
import { openPreflight } from './testing/preflight-scene.ts'

/** Refunds whose purchase the accounting system does not have yet, from the file to the books over HTTP. */
const { control, near, purchasesOf, read, confirm } = openPreflight()

const listPostings = async (id: string): Promise<PostingRow[]> =>
  (await near().posting.call('GET', `/runs/${id}/postings`)).body.items
async function post(id: string, invoices: number): Promise<string> {
  const answer = await confirm(id, invoices)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.runId
}
async function workUntilDone(): Promise<void> {
  while (near().posting.queued.length > 0) await near().posting.work()
}
const readBooks = async (): Promise<{ GivenNumber: string; Total: string; Comments: string }[]> =>
  (await control('GET', 'state/1001')).invoices
const tieOf = async (id: string, row: number) =>
  (await near().imports.call('GET', `/imports/${id}/rows/${row}`)).body.credit.tie

test('a refund above its purchase in a file goes after it and names its number', async () => {
  const { id } = await read(
    csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00', '2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'),
  )
  const [refund] = await purchasesOf(id)
  expect(await tieOf(id, refund!.id)).toMatchObject({ row: 3, file: null, reason: 'same-amount' })
  const run = await post(id, 2)
  await workUntilDone()
  const [purchase, credit] = await readBooks()
  expect([purchase, credit].map((one) => Number(one?.Total))).toEqual([1250, -1250])
  expect(credit?.Comments).toMatch(
    new RegExp(`^Kreditfaktura till faktura .*, 2026-10-05, löpnummer ${purchase?.GivenNumber}$`),
  )
  expect((await listPostings(run)).map(({ rowNumber, takesBack }) => [rowNumber, takesBack])).toEqual([
    [3, null],
    [2, { state: 'named', number: purchase?.GivenNumber }],
  ])
})

test('a refund of a purchase in an import that is confirmed and not posted is tied to it, and follows it', async () => {
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  await post(first.id, 1)
  const second = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [refund] = await purchasesOf(second.id)
  expect(await tieOf(second.id, refund!.id)).toMatchObject({
    row: 2,
    file: 'kort.csv',
    number: null,
    reason: 'same-amount',
  })
  const run = await post(second.id, 1)
  expect((await listPostings(run))[0]?.takesBack).toEqual({ state: 'waiting', number: null })
  await workUntilDone()
  const [purchase, credit] = await readBooks()
  expect(credit?.Comments).toContain(`löpnummer ${purchase?.GivenNumber}`)
  expect((await listPostings(run))[0]?.takesBack).toEqual({ state: 'named', number: purchase?.GivenNumber })
})

test('a refund of a purchase that was posted a moment ago names its number, before the invoices are read again', async () => {
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  await post(first.id, 1)
  await workUntilDone()
  const [purchase] = await readBooks()
  const second = await near().imports.read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [refund] = await purchasesOf(second.id)
  const its = { number: purchase?.GivenNumber, file: null, reason: 'same-amount' }
  expect(await tieOf(second.id, refund!.id)).toMatchObject(its)
  await post(second.id, 1)
  await workUntilDone()
  expect((await readBooks())[1]?.Comments).toContain(`löpnummer ${purchase?.GivenNumber}`)
})

test('a purchase that was posted and read since is one original', async () => {
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  await post(first.id, 1)
  await workUntilDone()
  const second = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [refund] = await purchasesOf(second.id)
  const { candidates } = (await near().imports.call('GET', `/imports/${second.id}/rows/${refund!.id}`)).body.credit
  expect(candidates).toEqual([expect.objectContaining({ number: '1' })])
})

test('what was posted a moment ago and is taken back is no original', async () => {
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  const run = await post(first.id, 1)
  await workUntilDone()
  await near().posting.call('POST', `/runs/${run}/undo`)
  const second = await near().imports.read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [refund] = await purchasesOf(second.id)
  expect(await tieOf(second.id, refund!.id)).toBeNull()
})

test('a refund whose purchase waits for somebody is sent without its number, and its row says so', async () => {
  near().imports.templated.needsApproval = true
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  await post(first.id, 1)
  near().imports.templated.needsApproval = false
  const second = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [refund] = await purchasesOf(second.id)
  expect(await tieOf(second.id, refund!.id)).toMatchObject({ file: 'kort.csv', number: null })
  const run = await post(second.id, 1)
  await workUntilDone()
  expect((await listPostings(run)).map(({ steps, takesBack }) => [steps[0]?.state, takesBack])).toEqual([
    ['done', { state: 'without', number: null }],
  ])
  expect((await readBooks()).map(({ Comments }) => Comments)).toEqual([
    expect.stringMatching(/^Kreditfaktura till faktura .*, 2026-10-05$/),
  ])
})

test('a refund that waits follows its purchase when that is sent back and posted anew', async () => {
  const act = (run: string, what: string, body?: object) =>
    near().posting.call('POST', `/runs/${run}/${what}`, 'full', newId(), body)
  const first = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  const sent = await post(first.id, 1)
  const second = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const refund = await post(second.id, 1)
  await act(refund, 'pause')
  await act(sent, 'cancel')
  const [dropped] = await listPostings(sent)
  expect((await act(sent, 'postings/return', { ids: [dropped?.id] })).status).toBe(200)
  near().advance(30)
  await workUntilDone()
  await near().imports.work()
  const [anew] = await listPostings(await post(first.id, 1))
  expect(anew?.reference).toBe(`1.${dropped?.reference}`)
  await workUntilDone()
  await act(refund, 'resume')
  await workUntilDone()
  const [purchase, credit] = await readBooks()
  expect(credit?.Comments).toContain(`löpnummer ${purchase?.GivenNumber}`)
  expect((await listPostings(refund))[0]?.takesBack).toEqual({ state: 'named', number: purchase?.GivenNumber })
})
