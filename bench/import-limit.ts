import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { bytesOnDisk, openRows } from '#spreadsheets/index.ts'

/** Bytes → cells and nothing more. */
export function timeParsing(file: string): number {
  const startedAt = performance.now()
  let cells = 0
  for (const sheet of openRows(bytesOnDisk(file)).sheets) for (const row of sheet.rows) cells += row.cells.length
  if (cells === 0) throw new Error('the file has no cells')
  return round((performance.now() - startedAt) / 1000)
}

/** The same cells into a table of texts without index, check or company, by PostgreSQL's own reader. */
export async function timeCopy(databaseUrl: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('drop table if exists bare_rows')
    await client.query('create table bare_rows (a text, b text, c text, d text, e text, f text, g text)')
    const startedAt = performance.now()
    const into = client.query(copyFrom(`copy bare_rows from stdin (format csv, header, delimiter ';')`))
    await pipeline(createReadStream(file), into)
    return round((performance.now() - startedAt) / 1000)
  } finally {
    await client.query('drop table if exists bare_rows')
    await client.end()
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000
