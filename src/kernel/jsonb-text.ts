const unfit = /\\u(0000|d[89a-f])/

/** JSON that PostgreSQL's jsonb takes: it has no place for NUL nor for half a surrogate pair, which damaged or cut texts hold. */
export function jsonbText(value: unknown): string {
  const json = JSON.stringify(value)
  return unfit.test(json) ? JSON.stringify(value, mend) : json
}

function mend(_key: string, part: unknown): unknown {
  return typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part
}
