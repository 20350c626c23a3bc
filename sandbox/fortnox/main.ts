import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type FortnoxSandboxOptions, startFortnoxSandbox } from './index.ts'

/** node sandbox/fortnox/main.ts [--port 4010] [--data-dir DIR] [--rate-limit 25/5] [--latency MS] [--record FILE.jsonl] */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    'data-dir': { type: 'string' },
    'rate-limit': { type: 'string', default: '25/5' },
    latency: { type: 'string', default: '0' },
    record: { type: 'string', default: process.env.FORTNOX_SANDBOX_RECORD ?? '' },
  },
})
const [requests = Number.NaN, seconds = Number.NaN] = values['rate-limit'].split('/').map(Number)
const port = Number(values.port)
const latencyMs = Number(values.latency)
if (!(requests > 0 && seconds > 0 && latencyMs >= 0 && Number.isInteger(port))) {
  console.error('Usage: main.ts --port 4010 --rate-limit 25/5 --latency 0 [--data-dir DIR] [--record FILE.jsonl]')
  process.exit(1)
}
const options: FortnoxSandboxOptions = { port, latencyMs, rateLimit: { requests, seconds } }
if (values['data-dir'] !== undefined) options.dataDir = values['data-dir']
const record = values.record
if (record !== '') options.onExchange = (exchange) => appendFileSync(record, `${JSON.stringify(exchange)}\n`)

const sandbox = await startFortnoxSandbox(options)
console.log(`Fortnox sandbox: ${sandbox.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
