import { readTextUpTo } from '#kernel/read-text.ts'
import { ConnectorError } from './accounting-connector.ts'

/** Ten times what is ever asked for at once. */
const mostAnswerBytes = 32 * 2 ** 20

/** An answer's text, unpacked. Of a refusal or an outage that is larger nothing: its status tells what it is. */
export async function readText(response: { status: number; body: AsyncIterable<Uint8Array> | null }): Promise<string> {
  const text = await readTextUpTo(mostAnswerBytes, response)
  if (text !== null) return text
  if (response.status >= 400) return ''
  throw new ConnectorError('rejected', 'never', {
    status: response.status,
    serviceCode: 'answer-too-large',
    serviceMessage: `the answer is larger than ${mostAnswerBytes / 2 ** 20} MB`,
  })
}

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
