import { withBreaks } from '#kernel/with-breaks.ts'
import type { Files } from '#platform/files.ts'
import { nothingSeen, type SeenRows } from './rules/source-changes.ts'

/** Each line of the file is a part of what was seen: to write or read all of it at once would hold up everybody else. */
const entriesInLine = 2000

export async function keepSeen(files: Pick<Files, 'put'>, companyId: string, seen: SeenRows): Promise<string> {
  return (await files.put(companyId, linesOf(seen))).key
}

export async function readSeen(files: Pick<Files, 'get'>, key: string | null): Promise<SeenRows> {
  return key === null ? nothingSeen : withBreaks(joinLines(new TextDecoder().decode(await files.get(key))))
}

async function* linesOf({ contents, records, origins = {}, ...columns }: SeenRows): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const line = (part: Partial<SeenRows>) => encoder.encode(`${JSON.stringify({ ...nothingSeen, ...part })}\n`)
  if (Object.keys(columns).length > 0) yield line(columns)
  for (const part of inParts(contents)) yield line({ contents: part })
  for (const part of inParts(records)) yield line({ records: part })
  for (const part of inParts(origins)) yield line({ origins: part })
}

function* inParts<Value>(all: Readonly<Record<string, Value>>): Generator<Record<string, Value>> {
  const keys = Object.keys(all)
  for (let start = 0; start < keys.length; start += entriesInLine)
    yield Object.fromEntries(keys.slice(start, start + entriesInLine).map((key) => [key, all[key] as Value]))
}

function* joinLines(text: string): Generator<undefined, SeenRows> {
  const seen: SeenRows = { contents: {}, records: {} }
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { contents, records, origins, ...columns } = JSON.parse(line) as SeenRows
    Object.assign(seen.contents, contents)
    Object.assign(seen.records, records)
    Object.assign(seen, columns)
    if (origins) seen.origins = Object.assign(seen.origins ?? {}, origins)
    yield
  }
  return seen
}
