import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('with nothing set, everything runs embedded', () => {
  const config = readConfig({}, [])
  expect(config).toMatchObject({ PORT: 3000, DATA_DIR: './data', FORTNOX_RATE_LIMIT: { requests: 25, seconds: 5 } })
  expect([...config.services]).toEqual(['web', 'worker'])
})

test('every problem is told at once', () => {
  const read = () =>
    readConfig({ PORT: 'x', DATABASE_URL: 'mysql://a', SECRET_KEY: 'short', FORTNOX_RATE_LIMIT: '25' }, [
      '--services=web,mailer',
    ])
  for (const part of [
    'PORT',
    'DATABASE_URL',
    'SECRET_KEY',
    'FORTNOX_RATE_LIMIT',
    "'mailer' is not a service",
    '5 problem(s)',
  ])
    expect(read).toThrow(part)
})

test('keys of before are told apart by commas, and a short one is refused', () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(40)]
  expect(readConfig({ SECRET_KEYS_BEFORE: `${one}, ${other}` }, []).SECRET_KEYS_BEFORE).toEqual([one, other])
  expect(() => readConfig({ SECRET_KEYS_BEFORE: `${one},short` }, [])).toThrow('SECRET_KEYS_BEFORE')
})

test('production demands its secret, address and accounting system', () => {
  expect(() => readConfig({ NODE_ENV: 'production' }, [])).toThrow(
    /SECRET_KEY[\s\S]*PUBLIC_URL[\s\S]*FORTNOX_CLIENT_ID/,
  )
})
