import { expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'
import { createApi } from './http.ts'

async function addressOf(proxies: number, from: string | undefined, forwarded?: string): Promise<string> {
  const api = createApi()
  const address = createClientAddress(proxies)
  api.get('/', (c) => c.text(address(c) ?? 'unknown'))
  const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }
  const env = { incoming: { socket: { remoteAddress: from } } }
  return (await api.request('/', { headers }, env)).text()
}

test('without proxies of ours the line tells, and nothing that the caller writes', async () => {
  expect(await addressOf(0, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
  expect(await addressOf(0, '::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('behind proxies the entry counts that the outermost of ours wrote', async () => {
  expect(await addressOf(1, '10.0.0.2', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(await addressOf(2, '10.0.0.2', '198.51.100.1, 203.0.113.7, 192.0.2.5')).toBe('203.0.113.7')
})

test('all of one IPv6 network are one', async () => {
  expect(await addressOf(0, '2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(await addressOf(0, '2001:0db8:1:2::9')).toBe('2001:db8:1:2')
  expect(await addressOf(0, '2001:db8::9')).toBe('2001:db8:0:0')
})

test('what tells nothing is not counted: a proxy that nobody told of, this machine, no address', async () => {
  for (const from of ['10.1.2.3', '127.0.0.1', '::1', '::ffff:192.168.0.9', undefined])
    expect(await addressOf(0, from)).toBe('unknown')
  for (const forwarded of [undefined, '', 'unknown', '10.0.0.9'])
    expect(await addressOf(1, '10.0.0.2', forwarded)).toBe('unknown')
})
