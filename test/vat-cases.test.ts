import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBlocking } from '#imports/rules/checks.ts'
import { draftInvoice } from '#imports/rules/draft-invoice.ts'
import { account, ground, purchase, registers, supplier } from '#imports/testing/purchase-fixture.ts'
import { decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import { type AccountRow, vatTypes } from '#kernel/supplier-invoice.ts'

/** The boxes of SKV 4700 by account of the BAS chart, and the side on which they grow. */
const boxes: Record<number, { box: number; sign: 1 | -1 }> = Object.fromEntries([
  ...([4515, 4516, 4517] as const).map((one) => [one, { box: 20, sign: 1 }]),
  ...([4535, 4536, 4537] as const).map((one) => [one, { box: 21, sign: 1 }]),
  ...([4531, 4532, 4533] as const).map((one) => [one, { box: 22, sign: 1 }]),
  ...([4415, 4416, 4417] as const).map((one) => [one, { box: 23, sign: 1 }]),
  ...([4425, 4426, 4427] as const).map((one) => [one, { box: 24, sign: 1 }]),
  ...([4545, 4546, 4547] as const).map((one) => [one, { box: 50, sign: 1 }]),
  ...([2641, 2645, 2647] as const).map((one) => [one, { box: 48, sign: 1 }]),
  [2614, { box: 30, sign: -1 }],
  [2624, { box: 31, sign: -1 }],
  [2634, { box: 32, sign: -1 }],
  [2615, { box: 60, sign: -1 }],
  [2625, { box: 61, sign: -1 }],
  [2635, { box: 62, sign: -1 }],
])

type Case = Record<
  'number' | 'what' | 'type' | 'day' | 'paid' | 'says' | 'account' | 'people' | 'rows' | 'boxes',
  string
>
type Question = Omit<Case, 'rows' | 'boxes' | 'people'> & { asked: string }
const names = ['number', 'what', 'type', 'day', 'paid', 'says', 'account', 'people', 'rows', 'boxes', 'rule'] as const

const questionNames = ['number', 'what', 'type', 'day', 'paid', 'says', 'account', 'asked', 'why'] as const

const lines = readFileSync(new URL('./vat-cases.md', import.meta.url), 'utf8').split('\n')
function tableOf(beginning: RegExp, columns: readonly string[]) {
  return lines
    .filter((line) => beginning.test(line))
    .map((line) => {
      const cells = line.split('|').slice(1, -1)
      expect(cells).toHaveLength(columns.length)
      return Object.fromEntries(columns.map((name, i) => [name, cells[i]?.trim()]))
    })
}
const cases = tableOf(/^\| \d/, names) as Case[]
const questions = tableOf(/^\| Q\d/, questionNames) as Question[]

const minor = (decimal: string) => {
  const found = minorFromDecimal(decimal, 'SEK')
  if (found === null) throw new Error(`'${decimal}' is no amount`)
  return found
}
const kronor = (amount: number) => decimalFromMinor(amount, 'SEK')
const costAccounts = [...cases, ...questions].map((one) => Number(one.account)).filter((one) => one > 0)
const chart = [...new Set([...Object.keys(boxes).map(Number), ...costAccounts, 1930, 2440, 2890, 4598, 6072, 6999])]
const years = [2026, 2027, 2028].map((year) => ({
  id: String(year),
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  method: 'accrual' as const,
}))
const posting = ground({
  registers: registers({ accounts: chart.map((one) => account(one)), financialYears: years }),
})

function draftOf({ type, day, paid, says, account: number, people }: Omit<Case, 'rows' | 'boxes'>) {
  const [, sek = '', foreign, currency] = /^(\S+)(?: \((\S+) ([A-Z]{3})\))?$/.exec(paid) ?? []
  const [, statedVat] = /\bVAT (\S+)$/.exec(says) ?? []
  const [, rate] = /^(\d+) %/.exec(says) ?? []
  const [, fee] = /^fee (\S+)$/.exec(says) ?? []
  const [, bought, cost] = /^bought (\S+)(?: for (\S+))?$/.exec(says) ?? []
  const vatType = vatTypes.find((one) => one === type)
  if (!vatType) throw new Error(`no VAT type ${type}`)
  return draftInvoice(
    purchase({
      supplier: supplier({ account: number === '' ? null : Number(number), vatType }),
      fields: {
        invoiceDate: day,
        amountSek: minor(sek),
        ...(foreign && currency && { foreignAmount: minor(foreign), currency }),
        ...(statedVat && { vatAmount: minor(statedVat) }),
        ...(rate && { vatRate: rate }),
        ...(people && { persons: people }),
        ...(fee && { fee: minor(fee) }),
      },
      ...(bought && { creditOf: purchaseOf(bought, cost) }),
    }),
    posting,
  )
}

/** The purchase that a refund takes back, as it was found. */
const purchaseOf = (date: string, cost = '999.00') => ({
  ...{ key: 'invoice 17', invoiceNumber: 'F-17', number: '17', date, currency: 'SEK', total: minor(cost) },
  ...{ row: null, file: null, reference: null, reason: 'only-one' as const },
})

const rowText = ({ account: number, debit, credit }: AccountRow) =>
  debit > 0 ? `${number} D ${kronor(debit)}` : `${number} K ${kronor(credit)}`

function boxText(rows: readonly AccountRow[]): string[] {
  const sums = new Map<number, number>()
  for (const row of rows) {
    const found = boxes[row.account]
    if (found) sums.set(found.box, (sums.get(found.box) ?? 0) + found.sign * (row.debit - row.credit))
  }
  return [...sums].map(([box, sum]) => `${box} ${kronor(sum)}`).sort()
}

const parts = (text: string) => text.split(', ').filter((one) => one !== '')

describe('the table of vat-cases.md', () => {
  test('has every VAT type and at least forty cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(vatTypes.filter((vatType) => !cases.some(({ type }) => type === vatType))).toEqual([])
  })

  test.each(cases.map((one) => [`${one.number}. ${one.what}`, one] as const))('%s', (_, one) => {
    const { invoice, problems } = draftOf(one)
    expect(problems.filter(isBlocking)).toEqual([])
    expect(invoice?.rows.map(rowText)).toEqual(parts(one.rows))
    expect(boxText(invoice?.rows ?? [])).toEqual(parts(one.boxes).sort())
  })
})

test.each(questions.map((one) => [`${one.number}. ${one.what}`, one] as const))('%s is asked about', (_, one) => {
  const blocking = draftOf({ ...one, people: one.asked === 'persons-missing' ? '' : '2' }).problems.filter(isBlocking)
  expect(blocking.map(({ code }) => code)).toEqual([one.asked])
})

/** As hledger reads it: a transaction a voucher, no amount left for it to fill in. */
function journal(): string {
  return cases
    .map((one) => {
      const rows = draftOf(one).invoice?.rows ?? []
      const lines = rows.map((row) => `    ${row.account}  ${kronor(row.debit - row.credit)} SEK`)
      return [`${one.day} (${one.number}) ${one.what}`, ...lines].join('\n')
    })
    .join('\n\n')
}

const hasHledger = spawnSync('hledger', ['--version']).status === 0

test.runIf(hasHledger)('hledger finds every voucher balanced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vat-cases-'))
  try {
    const file = join(folder, 'cases.journal')
    writeFileSync(file, `${journal()}\n`)
    execFileSync('hledger', ['check', '-f', file])
    const counted = execFileSync('hledger', ['stats', '-f', file], { encoding: 'utf8' })
    expect(counted).toMatch(new RegExp(`(Transactions|Txns)\\s*:\\s*${cases.length}\\b`))
    const balance = execFileSync('hledger', ['balance', '-f', file, '-O', 'csv'], { encoding: 'utf8' })
    expect(balance.trim().split('\n').at(-1)).toMatch(/^"Total:?","0"$/i)
    writeFileSync(file, `${journal().replace('1000.00 SEK', '1000.01 SEK')}\n`)
    expect(spawnSync('hledger', ['check', '-f', file]).status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
