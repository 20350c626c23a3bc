import { sql } from 'drizzle-orm'
import { AppError } from '#kernel/errors.ts'
import type { Database } from '#platform/database.ts'

/**
 * Null where better-auth refuses. It also refuses, with 500 and without the cause, when the database did not answer: who is
 * signed in would be signed out by an outage, and a right password counted as a wrong one. So only its 4xx are refusals.
 */
export async function orRefused<Answer>(db: Database, asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : null
    if (status !== null && status < 500) return null
    await db.execute(sql`select 1`) // throws what is the matter with the database
    if (status === null) throw error
    throw new AppError('temporarily-unavailable', 'the database did not answer a moment ago', { cause: error })
  }
}

/**
 * A session goes by its bearer token alone: better-auth would also take the cookie of its own, which a browser sends
 * unasked.
 */
export const bearing = (authorization: string) => new Headers({ authorization })

/** What a session is gone on with: its token and our signature of it (better-auth's bearer plugin). */
export function tokenIn(headers: Headers): string {
  const token = headers.get('set-auth-token')
  if (token === null) throw new AppError('internal', 'a sign-in gave no session')
  return token
}
