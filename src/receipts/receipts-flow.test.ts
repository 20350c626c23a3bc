import { eq } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { freeReceipts, freeReturned } from './index.ts'
import { receipts as receiptsTable } from './tables.ts'
import { openReceiptsScene, pdfOf, photo, slip } from './testing/receipts-scene.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const openReceipts = () => openReceiptsScene(database)

describe('receipts', () => {
  test('that are certain find their purchase and come to its invoice, once', async () => {
    const { buy, upload, bring, call, inbox, requests, activities } = openReceipts()
    buy()
    const [taken] = await upload(['Kvitto Å.pdf', slip])
    expect(taken.receipt).toMatchObject({
      state: 'waiting',
      amount: { minor: 125_000, currency: 'SEK' },
      date: '2026-09-05',
    })
    await bring()
    await bring()
    expect(requests).toEqual(['upload', 'connect'])
    expect([...inbox.values()]).toEqual([{ name: expect.stringMatching(/^Kvitto Å .*\.pdf$/), invoice: '100' }])
    expect((await call('GET', `/receipts/${taken.receipt.id}`)).body).toMatchObject({
      state: 'attached',
      matchedBy: 'radvis',
      purchase: { reference: 'RV-1', invoiceNumber: '100' },
    })
    expect(await activities()).toEqual(['receipt-attached'])
    expect((await call('GET', '/receipts/missing')).body.items).toEqual([])
  })

  test('are missed of every purchase, also behind hundreds that have theirs', async () => {
    const { companyId, purchases, buy, call, upload } = openReceipts()
    for (let one = 0; one < 580; one++) buy()
    await upload(['a.pdf', slip])
    await withCompany(database.db, companyId, async (tx) => {
      const [first] = await tx.select().from(receiptsTable)
      if (!first) throw new Error('no receipt')
      const matched = purchases.slice(60).map(({ reference }) => ({
        ...{ ...first, id: newId(), sha256: newId(), state: 'matched' as const, reference },
      }))
      await tx.insert(receiptsTable).values(matched)
    })
    const { items, nextCursor } = (await call('GET', '/receipts/missing')).body
    expect([items.length, items[0].reference]).toEqual([50, 'RV-60'])
    const rest = (await call('GET', `/receipts/missing?cursor=${nextCursor}`)).body
    expect([rest.items.length, rest.nextCursor]).toEqual([10, undefined])
  })

  test('that wait behind hundreds of newer ones find their purchase, and are brought', async () => {
    const { companyId, buy, call, upload, bring, requests } = openReceipts()
    const [{ receipt }] = await upload(['a.pdf', slip])
    const newer = (change: object) =>
      withCompany(database.db, companyId, async (tx) => {
        const [first] = await tx.select().from(receiptsTable).where(eq(receiptsTable.id, receipt.id))
        if (!first) throw new Error('no receipt')
        const many = Array.from({ length: 501 }, () => ({ ...first, id: newId(), sha256: newId(), ...change }))
        await tx.insert(receiptsTable).values(many)
      })
    await newer({ facts: { amounts: [{ minor: 1, currency: null, isTotal: true }], dates: [], text: '' } })
    buy({ invoiceNumber: null })
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe('matched')
    await newer({ state: 'matched', reference: 'RV-not-there' })
    await call('PATCH', `/receipts/${receipt.id}`, { reference: null })
    buy()
    await call('PATCH', `/receipts/${receipt.id}`, { reference: 'RV-2' })
    await bring()
    expect(requests).toEqual(['upload', 'connect'])
  })

  test('are brought once whichever answer is lost', async () => {
    for (const first of ['lost-before', 'lost-after'] as const)
      for (const second of ['lost-before', 'lost-after'] as const) {
        const { buy, upload, bring, inbox, fates, activities } = openReceipts()
        buy()
        await upload(['a.pdf', slip])
        fates.push(first, ...(first === 'lost-before' ? (['answered'] as const) : []), second)
        for (let round = 0; round < 4; round++) await bring()
        expect([...inbox.values()].map(({ invoice }) => invoice)).toEqual(['100'])
        expect(await activities()).toEqual(['receipt-attached'])
      }
  })

  test('are not uploaded again before a lost upload has had its time, so that none lies in the inbox twice', async () => {
    const { buy, upload, bring, inbox, fates, late, requests } = openReceipts()
    buy()
    await upload(['a.pdf', slip])
    fates.push('late')
    await bring(0.25)
    await bring(0.5)
    for (const carryOut of late) carryOut()
    await bring()
    expect(requests).toEqual(['upload', 'connect'])
    expect([...inbox.values()].map(({ invoice }) => invoice)).toEqual(['100'])
  })

  test('follow a purchase whose invoice was cancelled and made anew, with a file of their own; the old one keeps its own', async () => {
    const { companyId, receipts, buy, purchases, upload, bring, call, inbox, requests } = openReceipts()
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    await bring()
    purchases.length = 0
    buy({ reference: '1.RV-1', invoiceNumber: null })
    await withCompany(database.db, companyId, (tx) =>
      receipts.followPurchases(tx, { companyId, references: ['1.RV-1'] }),
    )
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({
      state: 'matched',
      purchase: { reference: '1.RV-1' },
    })
    purchases[0]!.invoiceNumber = '107'
    await bring()
    await bring()
    expect([...inbox.values()].map(({ invoice }) => invoice)).toEqual(['100', '107'])
    expect(requests.filter((one) => one === 'upload')).toHaveLength(2)
  })

  test('of a purchase that was taken back wait again, and come to the invoice that is made anew', async () => {
    const { companyId, buy, purchases, upload, bring, call, inbox } = openReceipts()
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    await bring()
    purchases.length = 0
    await withCompany(database.db, companyId, (tx) => freeReceipts(tx, { companyId, references: ['RV-1'] }))
    expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({ state: 'waiting', purchase: null })
    buy({ reference: 'RV-anew', invoiceNumber: '200' })
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({
      state: 'attached',
      purchase: { reference: 'RV-anew' },
    })
    expect([...inbox.values()].map(({ invoice }) => invoice)).toEqual(['100', '200'])
  })

  test('of a purchase that went back to the preview wait again, but for those that a person chose', async () => {
    const { companyId, buy, purchases, upload, bring, call } = openReceipts()
    const [{ receipt }] = await upload(['a.pdf', slip])
    buy({ invoiceNumber: null })
    await bring()
    const stateOf = async () => (await call('GET', `/receipts/${receipt.id}`)).body.state
    expect(await stateOf()).toBe('matched')
    // A run of as many as no statement has parameters for.
    const returned = Array.from({ length: 70_000 }, (_, index) => ({ reference: `RV-${index + 1}` }))
    const giveBack = () => withCompany(database.db, companyId, (tx) => freeReturned(tx, { companyId, returned }))
    await giveBack()
    expect(await stateOf()).toBe('waiting')
    expect((await call('PATCH', `/receipts/${receipt.id}`, { reference: 'RV-1' })).status).toBe(200)
    await giveBack()
    purchases.length = 0
    expect(await stateOf()).toBe('matched')
  })

  test('wait for an invoice that is not made yet, and for a purchase that has not come', async () => {
    const { buy, purchases, upload, bring, call, requests } = openReceipts()
    const [{ receipt }] = await upload(['a.pdf', slip])
    await bring()
    buy({ invoiceNumber: null })
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe('matched')
    expect(requests).toEqual([])
    if (purchases[0]) purchases[0].invoiceNumber = '100'
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe('attached')
  })

  test('that are not certain wait with suggestions and reasons; a person chooses, and what was declined stays away', async () => {
    const { buy, upload, bring, call, inbox } = openReceipts()
    buy()
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    await bring()
    const waiting = (await call('GET', `/receipts/${receipt.id}`)).body
    expect(waiting.state).toBe('waiting')
    expect(waiting.suggestions.map((one: { purchase: { reference: string } }) => one.purchase.reference)).toEqual([
      'RV-1',
      'RV-2',
    ])
    expect(waiting.suggestions[0].reasons).toContain('amount-is-total')
    await call('PATCH', `/receipts/${receipt.id}`, { reference: 'RV-1' })
    const declined = (await call('PATCH', `/receipts/${receipt.id}`, { reference: null })).body
    expect(declined.suggestions.map((one: { purchase: { reference: string } }) => one.purchase.reference)).toEqual([
      'RV-2',
    ])
    await call('PATCH', `/receipts/${receipt.id}`, { reference: 'RV-2' })
    await bring()
    expect([...inbox.values()].map(({ invoice }) => invoice)).toEqual(['101'])
    expect((await call('PATCH', `/receipts/${receipt.id}`, { reference: null })).status).toBe(409)
  })

  test('as pictures are matched by what a person tells of them', async () => {
    const { buy, upload, call } = openReceipts()
    buy()
    const [{ receipt }] = await upload(['IMG_1.jpg', photo(1)])
    expect(receipt).toMatchObject({ type: 'jpeg', amount: null, suggestions: [] })
    const told = { amount: { minor: 125_000, currency: 'SEK' }, date: '2026-09-05' }
    const { body } = await call('PATCH', `/receipts/${receipt.id}`, told)
    expect(body.suggestions[0]).toMatchObject({
      purchase: { reference: 'RV-1' },
      reasons: ['amount-is-total', 'same-day', 'currency-same'],
    })
    expect((await call('PATCH', `/receipts/${receipt.id}`, { reference: 'RV-99' })).body.errors).toEqual([
      { path: 'reference', code: 'purchase-unknown' },
    ])
  })

  test('with NULs in their name and text, and a text that is cut inside an emoji, are kept', async () => {
    const { upload } = openReceipts()
    const items = await upload(
      ['k\0vitto.pdf', pdfOf('Molnverket\\000 Norr', 'Att betala 1 250,00')],
      [`${'x'.repeat(199)}📎.jpg`, photo(1)],
    )
    expect(items).toMatchObject([{ problem: null, receipt: { fileName: 'kvitto.pdf' } }, { problem: null }])
  })

  test('of many files are taken one by one: what is none, is there already or is too large is said', async () => {
    const { upload, files } = openReceipts()
    const huge = new Uint8Array(10 * 2 ** 20 + 1)
    huge.set(photo(2))
    const items = await upload(
      ['a.pdf', slip],
      ['again.pdf', slip],
      ['x.pdf', new TextEncoder().encode('<html>')],
      ['e.png', new Uint8Array()],
      ['h.jpg', huge],
    )
    expect(items.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      ...[null, 'receipt-there-already', 'receipt-unsupported', 'empty', 'file-too-large'],
    ])
    expect(files.size).toBe(1)
  })

  test('whose invoice or file is not seen yet are tied a while later; what is still not there waits for a person', async () => {
    const { buy, upload, bring, call, fates, requests } = openReceipts()
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    fates.push('answered', 'unseen')
    await bring(0.25)
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe('matched')
    await bring()
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body.state).toBe('attached')
    expect(requests).toEqual(['upload', 'connect', 'connect'])
    buy()
    const [{ receipt: other }] = await upload([
      'b.pdf',
      pdfOf('Molnverket Norr', '2026-09-05', 'Att betala 1 250,00 SEK'),
    ])
    fates.push('answered', 'unseen', 'unseen')
    await bring()
    await bring()
    expect((await call('GET', `/receipts/${other.id}`)).body.state).toBe('rejected')
  })

  test('that are refused say why and wait for a person', async () => {
    const { buy, upload, bring, call, fates, activities } = openReceipts()
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    fates.push('refused')
    await bring()
    expect((await call('GET', `/receipts/${receipt.id}`)).body).toMatchObject({
      state: 'rejected',
      problem: { message: 'Nej.' },
    })
    expect(await activities()).toEqual(['receipt-rejected'])
  })

  test('come by mail to the company whose address it is, and a letter without one is told', async () => {
    const { receipts, call, activities } = openReceipts()
    const { address } = (await call('GET', '/receipts/address')).body
    expect((await call('GET', '/receipts/address')).body.address).toBe(address)
    const receiver = await receipts.startMailReceiver({ port: 0, host: '127.0.0.1' })
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
    const letter = { from: 'karin@example.com', to: address, subject: 'Kvitto' }
    try {
      await transport.sendMail({ ...letter, attachments: [{ filename: 'k.pdf', content: Buffer.from(slip) }] })
      await transport.sendMail({ ...letter, subject: 'Hej', text: 'inget här' })
      await expect(transport.sendMail({ ...letter, to: `kvitto-0@in.radvis.example` })).rejects.toThrow(
        /no such address|550/,
      )
    } finally {
      transport.close()
      await receiver.close()
    }
    const { items } = (await call('GET', '/receipts')).body
    expect(items).toMatchObject([{ fileName: 'k.pdf', from: 'mail', sender: 'karin@example.com' }])
    expect(await activities()).toEqual(['receipt-mail-empty'])
  })

  test('in a letter with characters that cannot be stored are kept all the same', async () => {
    const { receipts, call, activities } = openReceipts()
    const { address } = (await call('GET', '/receipts/address')).body
    const receiver = await receipts.startMailReceiver({ port: 0, host: '127.0.0.1' })
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
    const subject = '=?utf-8?Q?Kvitto=00?='
    const file = `Content-Type: application/pdf; name="=?utf-8?Q?k=00.pdf?="\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(slip).toString('base64')}`
    const send = (body: string) =>
      transport.sendMail({
        envelope: { from: 'a@example.com', to: [address] },
        raw: `Subject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${body}\r\n--b--\r\n`,
      })
    try {
      await send(file)
      await send('\r\nnothing here')
    } finally {
      transport.close()
      await receiver.close()
    }
    expect((await call('GET', '/receipts')).body.items).toMatchObject([{ fileName: 'k.pdf' }])
    expect(await activities()).toEqual(['receipt-mail-empty'])
  })

  test('that come in a letter nobody can read are refused, and the next letter is taken', async () => {
    const { receipts, call } = openReceipts()
    const { address } = (await call('GET', '/receipts/address')).body
    const receiver = await receipts.startMailReceiver({ port: 0, host: '127.0.0.1' })
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true })
    const letter = {
      from: 'a@example.com',
      to: address,
      attachments: [{ filename: 'k.pdf', content: Buffer.from(slip) }],
    }
    const nested = (nth: number) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}\r\n`
    const raw = Array.from({ length: 300 }, (_, nth) => nested(nth)).join('')
    try {
      const envelope = { from: 'a@example.com', to: [address] }
      await expect(transport.sendMail({ envelope, raw })).rejects.toThrow(/554/)
      await transport.sendMail(letter)
    } finally {
      transport.close()
      await receiver.close()
    }
    expect((await call('GET', '/receipts')).body.items).toHaveLength(1)
  })

  test('that are refused are each named, in their places, and keep no other out', async () => {
    const { upload, call, files } = openReceipts()
    const many = Array.from({ length: 15 }, (_, nth): [string, Uint8Array] => [`${nth}.jpg`, photo(nth)])
    const large = new Uint8Array(10 * 2 ** 20 + 1)
    const items = await upload(
      ...([
        ['stor.pdf', large],
        ['Å "1".pdf', slip],
        ['brev.txt', Buffer.from('hej')],
      ] as [string, Uint8Array][]),
      ...([
        ['tom.pdf', new Uint8Array()],
        ['igen.pdf', slip],
      ] as [string, Uint8Array][]),
      ...many,
      ['för mycket.jpg', photo(99)],
    )
    expect(items.map((one: { fileName: string; problem: string }) => [one.fileName, one.problem])).toEqual([
      ['stor.pdf', 'file-too-large'],
      ['Å "1".pdf', null],
      ['brev.txt', 'receipt-unsupported'],
      ['tom.pdf', 'empty'],
      ['igen.pdf', 'receipt-there-already'],
      ...many.map(([name]) => [name, null]),
      ['för mycket.jpg', 'too-many-files'],
    ])
    expect([(await call('GET', '/receipts')).body.items.length, files.size]).toEqual([16, 16])
    expect((await call('POST', '/receipts', new FormData())).status).toBe(400)
  })

  test("are no other company's to see, to change or to remove, and are shown as what they are", async () => {
    const { upload, call } = openReceipts()
    const [{ receipt }] = await upload(['a.pdf', slip])
    const stranger = newId()
    for (const [method, path, body] of [
      ['GET', `/receipts/${receipt.id}`, undefined],
      ['GET', `/receipts/${receipt.id}/file`, undefined],
      ['PATCH', `/receipts/${receipt.id}`, { reference: null }],
      ['DELETE', `/receipts/${receipt.id}`, undefined],
    ] as const)
      expect((await call(method, path, body, stranger)).status).toBe(404)
    expect((await call('GET', '/receipts', undefined, stranger)).body).toEqual({ items: [] })
    const { headers } = await call('GET', `/receipts/${receipt.id}/file`)
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['application/pdf', 'nosniff'])
    expect((await call('DELETE', `/receipts/${receipt.id}`)).status).toBe(204)
  })
})
