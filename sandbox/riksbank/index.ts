import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Made-up rates that look like the Riksbank's series: a level for each currency and a small wave over the year. */
const levels: Record<string, number> = {
  EUR: 11.2,
  USD: 9.6,
  GBP: 13.1,
  NOK: 0.96,
  DKK: 1.5,
  CHF: 11.9,
  PLN: 2.6,
  CAD: 6.9,
  AUD: 6.3,
  JPY: 0.064,
}

/** GET /Observations/{series}/{from}/{to}, as the Riksbank's SWEA answers it: banking days only, 404 for no series. */
export async function startRiksbankSandbox({ port }: { port: number }): Promise<{
  url: string
  /** What was asked for, in order: series, from and to. */
  asked(): string[]
  close(): Promise<void>
}> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const match = /^\/Observations\/SEK([A-Z]{3})PMI\/(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/.exec(request.url ?? '')
    const [, currency = '', from = '', to = ''] = match ?? []
    if (match) asked.push(`SEK${currency}PMI ${from} ${to}`)
    const level = levels[currency]
    response.writeHead(level === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(level === undefined ? { error: 'not found' } : observations(level, from, to)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => [...asked],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function observations(level: number, from: string, to: string): { date: string; value: number }[] {
  const found: { date: string; value: number }[] = []
  const day = new Date(`${from}T00:00:00Z`)
  for (let count = 0; count < 4000; count++) {
    const date = day.toISOString().slice(0, 10)
    if (date > to) break
    const isBankingDay = day.getUTCDay() !== 0 && day.getUTCDay() !== 6
    if (isBankingDay) {
      const wave = 1 + 0.02 * Math.sin(day.getTime() / 86_400_000 / 20)
      found.push({ date, value: Number((level * wave).toFixed(4)) })
    }
    day.setUTCDate(day.getUTCDate() + 1)
  }
  return found
}
