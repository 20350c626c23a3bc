import { startPostgres } from './postgres.ts'

/** With TEST_ON=postgres the suite runs on a real PostgreSQL instead of PGlite. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_ON !== 'postgres') return async () => undefined
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}
