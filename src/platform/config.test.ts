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

test('one of web and worker alone needs a database that both reach', () => {
  for (const service of ['web', 'worker']) {
    expect(() => readConfig({}, [`--services=${service}`])).toThrow('--services: web and worker share one process')
    expect(readConfig({ DATABASE_URL: 'postgres://db/radvis' }, [`--services=${service}`]).services.size).toBe(1)
  }
})

test('what cannot work is refused, and so is what is blank, as where a template lacked its value', () => {
  for (const [name, value] of [
    ['FORTNOX_RATE_LIMIT', '0/5'],
    ['FORTNOX_RATE_LIMIT', '25/0'],
    ['GOOGLE_RATE_LIMIT', '0/0'],
    ['PUBLIC_URL', 'https://radvis.example/?a=b'],
    ['PUBLIC_URL', 'https://radvis.example/#top'],
    ['DATABASE_URL', 'postgres://'],
    ['SMTP_URL', 'smtp://'],
    ['EXCHANGE_RATES_FILE', '/nope.csv'],
    ['MAIL_FROM', 'Radvis'],
    ['MAIL_FROM', 'Radvis <radvis@example.com'],
  ] as const)
    expect(() => readConfig({ [name]: value }, []), `${name}=${value}`).toThrow(`${name}: `)
  expect(() => readConfig({}, ['--service=web'])).toThrow("'--service=web' is no argument")
  for (const name of ['PORT', 'POSTING_SETTLE_SECONDS', 'SECRET_KEY', 'METRICS_TOKEN'])
    expect(() => readConfig({ [name]: ' '.repeat(40) }, [])).toThrow(`${name}: is blank`)
  expect(readConfig({ PORT: '', IFS: ' ' }, []).PORT).toBe(3000)
})

test('what works goes on working', () => {
  for (const [name, value] of [
    ['PORT', '0'],
    ['PUBLIC_URL', 'https://radvis.example/sub/'],
    ['DATABASE_URL', 'postgres:///radvis?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgresql://radvis:a%20b@db:5433/radvis?sslmode=require'],
    ['SMTP_URL', 'smtps://user:secret@mail.example.com'],
    ['MAIL_FROM', 'radvis@example.com'],
    ['MAIL_FROM', 'Radvis AB <radvis@example.com>'],
  ] as const)
    expect(() => readConfig({ [name]: value }, []), `${name}=${value}`).not.toThrow()
})
