/** What other currencies cost in SEK, day by day: from the Riksbank's series or a file, kept once they are known. */
import { readFile } from 'node:fs/promises'
import { addDays, dayInSweden, type LocalDate } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { readCsvRows } from '#spreadsheets/index.ts'
import { fetchRates, type RateSource } from './fetch-rates.ts'
import { buildRateBook, type DayRate, holesIn, longestGapDays, type RateBook, type Stretch } from './rules/rate-book.ts'
import { readRates } from './rules/read-rates.ts'
import { findRates, saveRates } from './store.ts'

export { type RateBook, rateOn } from './rules/rate-book.ts'

export type Rates = {
  /** What is known of these currencies from `from` to `to`, both included, after asking for what is not. Never throws for want of an answer: a rate that is not known is missing in the book. */
  load(currencies: readonly string[], from: LocalDate, to: LocalDate): Promise<RateBook>
}

export type RatesDeps = {
  db: Database
  clock: Clock
  log: Log
  /** A CSV with rates; what it says comes before what is fetched. */
  file: string | null
  source: RateSource | null
}

/** The Riksbank rations its answers, and a rate that was not there will not be a moment later. */
const askAgainAfterMs = 30 * 60_000
/** Rows wait for what was not answered. */
const askAgainAfterFailureMs = 5 * 60_000

type Answer = { currency: string; rates: DayRate[]; unanswered: Stretch | null }

export function createRates(deps: RatesDeps): Rates {
  const { db, clock, log, source } = deps
  /** Who asks the same meanwhile, or a moment later, has the same answer. */
  const asked = new Map<string, { at: number; answer: Promise<Answer>; isFailed: boolean }>()
  let fileRead: Promise<void> | null = null

  async function ask(currency: string, from: LocalDate, to: LocalDate): Promise<Answer> {
    if (!source || from > to) return { currency, rates: [], unanswered: null }
    const key = `${currency} ${from} ${to}`
    const now = clock.now().getTime()
    for (const [other, { at }] of asked) if (now - at >= askAgainAfterMs) asked.delete(other)
    const before = asked.get(key)
    if (before && !(before.isFailed && now - before.at >= askAgainAfterFailureMs)) return before.answer
    const question = { at: now, answer: send(source, currency, { from, to }), isFailed: false }
    asked.set(key, question)
    const answer = await question.answer
    question.isFailed = answer.unanswered !== null
    return answer
  }

  async function send(from: RateSource, currency: string, stretch: Stretch): Promise<Answer> {
    try {
      const rates = await fetchRates(from, currency, stretch.from, stretch.to)
      await saveRates(db, rates)
      return { currency, rates, unanswered: null }
    } catch (error) {
      log.warn({ err: error, currency, ...stretch }, 'exchange rates could not be fetched')
      return { currency, rates: [], unanswered: stretch }
    }
  }

  async function load(currencies: readonly string[], from: LocalDate, to: LocalDate): Promise<RateBook> {
    fileRead ??= readFileOnce(deps)
    await fileRead
    const wanted = [...new Set(currencies)].filter((currency) => currency !== 'SEK')
    const first = addDays(from, -longestGapDays)
    const today = dayInSweden(clock.now())
    const last = to < today ? to : today
    const known = wanted.length > 0 ? await findRates(db, wanted, first, last) : []
    const answers = await Promise.all(
      wanted.flatMap((currency) => {
        const days = known.flatMap((one) => (one.currency === currency ? [one.day] : [])).toSorted()
        const [earliest, latest] = [days[0], days.at(-1)]
        if (earliest === undefined || latest === undefined) return [ask(currency, first, last)]
        return [
          ...(earliest > from ? [ask(currency, first, addDays(earliest, -1))] : []),
          ...(latest < last ? [ask(currency, addDays(latest, 1), last)] : []),
          ...holesIn(days, from, last).map((hole) => ask(currency, hole.from, hole.to)),
        ]
      }),
    )
    const unanswered = answers.flatMap((one) => withheld(one, today))
    return buildRateBook([...known, ...answers.flatMap(({ rates }) => rates)], unanswered)
  }
  return { load }
}

/** What is missing for want of an answer: not the day's own rate, which may not be published yet. */
function withheld({ currency, unanswered }: Answer, today: LocalDate): (Stretch & { currency: string })[] {
  if (!unanswered) return []
  return [{ ...unanswered, currency, ...(unanswered.to === today && { to: addDays(today, -1) }) }]
}

async function readFileOnce({ db, log, file }: RatesDeps): Promise<void> {
  if (file === null) return
  try {
    const cells = [...readCsvRows(new Uint8Array(await readFile(file)))].map((row) => row.cells)
    const { rates, unreadable } = readRates(cells)
    await saveRates(db, rates)
    log.info({ file, rates: rates.length, unreadable }, 'exchange rates were read from the file')
  } catch (error) {
    log.error({ err: error, file }, 'the file with exchange rates could not be read')
  }
}
