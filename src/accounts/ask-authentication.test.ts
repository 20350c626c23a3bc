import { expect, test } from 'vitest'
import type { Database } from '#platform/database.ts'
import { orRefused } from './ask-authentication.ts'

const answering = { execute: async () => [] } as unknown as Database
const failed = (statusCode?: number) =>
  Promise.reject(Object.assign(new Error('no'), statusCode === undefined ? {} : { statusCode }))

test('what is refused is nobody’s session, what the database did not answer may be asked again', async () => {
  expect(await orRefused(answering, Promise.resolve('a session'))).toBe('a session')
  expect(await orRefused(answering, failed(401))).toBeNull()
  await expect(orRefused(answering, failed(500))).rejects.toMatchObject({ code: 'temporarily-unavailable' })
  await expect(orRefused(answering, failed())).rejects.toThrow('no')
  const away = { execute: () => Promise.reject(new Error('Connection terminated')) } as unknown as Database
  await expect(orRefused(away, failed(500))).rejects.toThrow('Connection terminated')
})
