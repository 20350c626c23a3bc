import { z } from 'zod'
import type { LocalDate } from '#kernel/local-dates.ts'
import { readTextUpTo } from '#kernel/read-text.ts'
import type { DayRate } from './rules/rate-book.ts'

const observations = z.array(z.looseObject({ date: z.iso.date(), value: z.number().positive() }))
const timeoutMs = 10_000
/** Ten years of days are some 200 kB. */
const mostAnswerBytes = 8 * 2 ** 20

export type RateSource = { url: string; apiKey: string | null; fetch: typeof fetch }

/**
 * A series of the Riksbank's (SWEA, GET /Observations/SEKEURPMI/2026-01-01/2026-01-31): SEK for one unit, banking days
 * only. An unknown series is a currency that the Riksbank does not follow, and has no rates.
 */
export async function fetchRates(
  { url, apiKey, fetch: send }: RateSource,
  currency: string,
  from: LocalDate,
  to: LocalDate,
): Promise<DayRate[]> {
  const response = await send(`${url}/Observations/SEK${encodeURIComponent(currency)}PMI/${from}/${to}`, {
    headers: { Accept: 'application/json', ...(apiKey !== null && { 'Ocp-Apim-Subscription-Key': apiKey }) },
    redirect: 'error', // our key would go wherever it leads, and it may lead into our own network
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status === 404 || response.status === 204) return []
  if (!response.ok) throw new Error(`the rates of ${currency} were refused with ${response.status}`)
  const text = await readTextUpTo(mostAnswerBytes, response)
  if (text === null) throw new Error(`the rates of ${currency} are more than ${mostAnswerBytes / 2 ** 20} MB`)
  return observations.parse(JSON.parse(text)).map(({ date, value }) => ({ currency, day: date, rate: String(value) }))
}
