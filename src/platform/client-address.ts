import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { ApiEnv } from './http.ts'

/** Where a request comes from, for counting; null where that is not known. */
export type ClientAddress = (c: Context<ApiEnv>) => string | null

/** Addresses of machines beside ours: who comes from there is a proxy that nobody told us of, or on this machine. */
const near = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  near.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(net, bits, 'ipv6')

/**
 * Each of our `proxies` adds to X-Forwarded-For whom it was asked by; what stands before those is whatever the caller
 * wrote. Of IPv6 the network counts, since everybody has a whole one.
 */
export function createClientAddress(proxies: number): ClientAddress {
  return (c) => {
    const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
    const told = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
    const address = (proxies > 0 ? told.at(-proxies) : incoming?.socket?.remoteAddress)?.replace(
      /^::ffff:(?=\d+\.)/i,
      '',
    )
    if (!address || isIP(address) === 0 || near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
    return isIPv6(address) ? networkOf(address) : address
  }
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const behind = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...behind]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
