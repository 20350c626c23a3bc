/** Whatever an answer calls itself: Fortnox sends JSON under other types too, errors of OAuth as text/plain and text/html. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds; a date, which nobody here sends, is passed over. */
export function readRetryAfter({ headers }: { headers: { get(name: string): string | null } }): number | undefined {
  const header = headers.get('retry-after')?.trim() ?? ''
  return /^\d+$/.test(header) ? Number(header) : undefined
}
