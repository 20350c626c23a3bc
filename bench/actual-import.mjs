/**
 * Imports a card file with @actual-app/api (a child of bench/import.ts): `node actual-import.mjs MODULES FILE FOLDER`.
 * Prints how long importTransactions took and what it added; reading the file is not counted.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [modules = '', file = '', folder = ''] = process.argv.slice(2)
const api = createRequire(join(modules, 'bench.js'))('@actual-app/api')
const log = console.log
console.log = () => undefined
await api.init({ dataDir: folder })
let account = ''
await api.runImport('bench', async () => {
  account = await api.createAccount({ name: 'Card', type: 'credit' }, 0)
})
const transactions = readFileSync(file, 'utf8')
  .split('\r\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [date, , payee, city, , , amount = '0'] = line.split(';')
    return {
      account,
      date,
      payee_name: payee,
      notes: city,
      amount: -Math.round(Number(amount.replace(',', '.')) * 100),
    }
  })
const startedAt = performance.now()
const { added } = await api.importTransactions(account, transactions)
log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, added: added.length }))
await api.shutdown()
process.exit(0)
