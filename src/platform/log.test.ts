import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(content: object): string {
  const told: string[] = []
  createLog('info', { write: (line) => void told.push(line) }).info(content, 'something')
  return told.join('')
}

test('a query that failed is told without its values, and with its cause', () => {
  const cause = Object.assign(new Error('no room'), { code: '53100' })
  const told = logged({ err: new DrizzleQueryError('insert into sessions values ($1)', ['s3cret\n    at all'], cause) })
  for (const word of ['insert into sessions', 'log.test.ts', 'no room', '53100']) expect(told).toContain(word)
  for (const word of ['s3cret', 'at all']) expect(told).not.toContain(word)
})

test('an error that is handed on in parts is told as one', () => {
  const { message, stack } = new Error('no connection')
  const told = JSON.parse(logged({ err: { message, stack, code: 'ECONNREFUSED', queue: 'imports.read-source' } }))
  expect(told.err).toMatchObject({ message, code: 'ECONNREFUSED', stack: expect.stringContaining('log.test.ts') })
})

test('secrets are cut out by name', () => {
  expect(logged({ body: { password: 'hemligt' }, accessToken: 'x' })).not.toContain('hemligt')
})
