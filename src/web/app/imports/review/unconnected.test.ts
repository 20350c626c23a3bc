import { expect, test } from 'vitest'
import * as m from '#messages'
import { unconnected } from './unconnected.tsx'

const name = 'Fortnox'
const fortnox = (connection: object | null) => ({ displayName: name, connection }) as never
const problems = (...codes: string[]) => ({ problems: codes.map((code) => ({ problem: { code } })) }) as never

test('a review whose rows all lack suppliers says that the accounting system is not connected', () => {
  const groups = problems('supplier-unknown')
  const lost = { state: 'disconnected', lostReason: 'revoked' }
  expect(unconnected(fortnox(lost), groups)?.title).toBe(m.shell_disconnected({ name }))
  const ended = { state: 'disconnected', lostReason: null }
  expect(unconnected(fortnox(ended), groups)?.title).toBe(m.activity_dashboard_connection_none({ name }))
  expect(unconnected(fortnox(null), groups)?.title).toBe(m.activity_dashboard_connection_none({ name }))
  expect(unconnected(fortnox({ state: 'connected', lostReason: null }), groups)).toBeNull()
})

test('where rows say themselves that the connection is lost it is told once', () => {
  const lost = { state: 'disconnected', lostReason: 'revoked' }
  expect(unconnected(fortnox(lost), problems('supplier-unknown', 'connection-lost'))).toBeNull()
})
