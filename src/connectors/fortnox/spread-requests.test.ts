import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { NewSupplier } from '../accounting-connector.ts'
import { answer, failure, farSide, invoice } from './testing/far-side.ts'

test('a redirect is not followed: nobody could say what came of a write', async () => {
  const { session, paths } = await farSide((_request, response) =>
    answer(response, 307, {}, { location: '/3/elsewhere' }),
  )
  expect(await failure(session.deletePayment('1'))).toMatchObject({
    kind: 'unknown',
    retry: 'after-check',
    status: 307,
  })
  expect(paths).toEqual(['DELETE /3/supplierinvoicepayments/1'])
  expect(await failure(session.readSupplierInvoice('1'))).toMatchObject({ kind: 'unavailable', status: 307 })
  expect(new Set(paths.slice(1))).toEqual(new Set(['GET /3/supplierinvoices/1']))
})

test('no answer is told as a request to another party that failed: the error of its socket could be the database’s', async () => {
  for (const cut of [0, 100]) {
    const { session } = await farSide((_request, response) => {
      if (cut > 0) response.writeHead(200, { 'content-length': cut }).write('{')
      response.destroy()
    })
    const failed = await failure(session.bookkeepSupplierInvoice('1'))
    expect(failed).toMatchObject({ kind: 'unknown', cause: { name: 'TypeError', message: 'fetch failed' } })
  }
})

test.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('an answer that comes packed though nobody asked for it (%s) is read', async (coding, pack) => {
  const { session } = await farSide((_request, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(pack(JSON.stringify(invoice))),
  )
  expect(await session.bookkeepSupplierInvoice('1')).toMatchObject({ number: '1' })
})

test('an empty answer that says how it would have been packed is one', async () => {
  const { session } = await farSide(({ method }, response) =>
    response.writeHead(method === 'DELETE' ? 204 : 401, { 'content-encoding': 'gzip', 'content-length': '0' }).end(),
  )
  await session.deletePayment('1')
  expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({ kind: 'unauthorized', status: 401 })
})

test('one that is no such packing, or is cut off, is no answer', async () => {
  const packed = gzipSync(JSON.stringify(invoice))
  for (const bytes of [Buffer.from('{}'), packed.subarray(0, packed.length - 12)]) {
    const { session } = await farSide((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
    )
    expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({ kind: 'unknown', retry: 'after-check' })
  }
})

test('of an answer without end no more is read than fits: a write is looked for, a read is refused', async () => {
  const { session } = await farSide((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 2 ** 20, ' '))),
  )
  const tooLarge = { serviceCode: 'answer-too-large' }
  expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({ kind: 'unknown', ...tooLarge })
  expect(await failure(session.readSupplierInvoice('1'))).toMatchObject({
    kind: 'rejected',
    retry: 'never',
    ...tooLarge,
  })
})

test('an outage or a refusal for pace that goes on without end is what its status says', async () => {
  const { session, paths } = await farSide((_request, response, count) =>
    count < 4
      ? response
          .writeHead(count === 1 ? 429 : 502, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(40 * 2 ** 20, ' ')))
      : answer(response, 200, invoice),
  )
  await session.readSupplierInvoice('1')
  expect(paths).toHaveLength(4)
  const { session: away } = await farSide((_request, response) =>
    response.writeHead(503, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 2 ** 20, ' '))),
  )
  expect(await failure(away.readSupplierInvoice('1'))).toMatchObject({
    kind: 'unavailable',
    retry: 'safe',
    status: 503,
  })
  expect(await failure(away.bookkeepSupplierInvoice('1'))).toMatchObject({ kind: 'unknown', retry: 'after-check' })
})

test('a request says who asks, and how long its body is, where it has none too', async () => {
  const seen: Record<string, string | undefined>[] = []
  const { session } = await farSide(({ method, headers }, response) => {
    seen.push({ method, 'user-agent': headers['user-agent'], length: headers['content-length'] })
    answer(response, method === 'PUT' ? 200 : 201, invoice)
  })
  await session.createSupplier({ name: 'Kontorshallen' } as NewSupplier).catch(() => undefined)
  await session.bookkeepSupplierInvoice('1')
  await session
    .uploadFile({ name: 'kvitto å.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') })
    .catch(() => undefined)
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST'])
  expect(seen.every((one) => one['user-agent'] === 'Radvis' && /^[0-9]+$/.test(one.length ?? ''))).toBe(true)
  expect(seen[1]?.length).toBe('0')
})

test('sessions of one connection speak over what the first has opened, those of another open their own', async () => {
  const ports: (number | undefined)[] = []
  const { connector } = await farSide(({ socket }, response) => {
    ports.push(socket.remotePort)
    answer(response, 200, invoice)
  })
  const turn = async () => ({ token: 'a token', answered: () => undefined })
  for (const connectionId of ['ours', 'ours', 'theirs']) {
    await connector.openSession({ turn, connectionId }).bookkeepSupplierInvoice('1')
    await setImmediate() // undici gives a socket back a turn of the event loop after its answer
  }
  const [first, second, other] = ports
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})
