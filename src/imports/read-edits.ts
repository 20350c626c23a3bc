import type { FieldError } from '#kernel/errors.ts'
import { decimalFromMinor } from '#kernel/money.ts'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import { readAmountByHand, readDateByHand } from '#templates/index.ts'
import type { EditField, FieldChanges, RowEdits } from './contract.ts'
import type { AssessmentBase } from './load-assessment.ts'

type Reading = { value: string } | { problem: string; params?: Record<string, string | number> }
type Reader = (text: string, context: { base: AssessmentBase; today: string; currency: string }) => Reading

const amount: (currency: string) => Reader = (currency) => (text, context) => {
  const inCurrency = currency || context.currency
  const reading = readAmountByHand(text, inCurrency)
  return 'problem' in reading ? { problem: reading.problem } : { value: decimalFromMinor(reading.minor, inCurrency) }
}

/** A code or a name of a register, whatever the case. */
function inRegister(register: ReadonlyMap<string, { name: string }>, text: string): string | null {
  const wanted = text.toLowerCase()
  const found = [...register].find(([code, { name }]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
  return found?.[0] ?? null
}

const text: (most: number, missing: string | null) => Reader = (most, missing) => (value) => {
  if (value === '' && missing !== null) return { problem: missing }
  return value.length > most ? { problem: 'text-too-long', params: { maximum: most } } : { value }
}

const dayOrNone: Reader = (value, { today }) => {
  const date = value === '' ? '' : readDateByHand(value, today)
  return date === null ? { problem: 'date-unreadable' } : { value: date }
}

/** How each field is read as a person types it; what a register lacks is refused here, before it is kept. */
const readers: Record<EditField, Reader> = {
  invoiceDate(value, { today }) {
    if (value === '') return { problem: 'date-missing' }
    const date = readDateByHand(value, today)
    return date === null ? { problem: 'date-unreadable' } : { value: date }
  },
  dueDate: dayOrNone,
  paymentDate: dayOrNone,
  merchant: text(200, 'merchant-missing'),
  total(value, context) {
    const reading = amount('SEK')(value, context)
    return 'value' in reading && Number(reading.value) === 0 ? { problem: 'amount-zero' } : reading
  },
  currency(value, { base }) {
    const code = value.toUpperCase()
    if (!/^[A-Z]{3}$/.test(code)) return { problem: 'currency-unreadable' }
    return base.ground.currencies.has(code)
      ? { value: code }
      : { problem: 'currency-unknown', params: { currency: code } }
  },
  foreignAmount: amount(''),
  vat: (value, context) => (value === '' ? { value } : amount('SEK')(value, context)),
  persons: (value) => (value === '' || /^[1-9]\d{0,3}$/.test(value) ? { value } : { problem: 'persons-unreadable' }),
  vatType(value) {
    const known = vatTypes.find((one) => one === value)
    return known ? { value: known } : { problem: 'vat-type-unknown' }
  },
  supplier(value, { base }) {
    if (value === '') return { problem: 'supplier-needed' }
    const found = base.findSupplier(value)
    return found ? { value: found.number } : { problem: 'supplier-not-in-register', params: { supplier: value } }
  },
  account(value, { base }) {
    if (value === '') return { value }
    const digits = /^(\d{4})(?!\d)/.exec(value)?.[1]
    if (digits === undefined) return { problem: 'account-unreadable' }
    // In the chart of which year the row's own check says.
    const found = [...base.ground.charts.values()].flatMap((chart) => chart.get(Number(digits)) ?? [])
    if (found.length === 0) return { problem: 'account-unknown', params: { account: digits } }
    return found.some(({ isActive }) => isActive)
      ? { value: digits }
      : { problem: 'account-inactive', params: { account: digits } }
  },
  costCenter(value, { base }) {
    const code = value === '' ? '' : inRegister(base.ground.costCenters, value)
    return code === null ? { problem: 'cost-center-unknown', params: { costCenter: value } } : { value: code }
  },
  project(value, { base }) {
    const code = value === '' ? '' : inRegister(base.ground.projects, value)
    return code === null ? { problem: 'project-unknown', params: { project: value } } : { value: code }
  },
  comments: text(1000, null),
  creditOf: text(100, null),
}

/** What was typed, read; or what is wrong with it, by field. */
export function readEdits(
  changes: FieldChanges,
  context: { base: AssessmentBase; today: string; currency: string },
): { edits: RowEdits; cleared: EditField[] } | { errors: FieldError[] } {
  const currency = changes.currency ? changes.currency.toUpperCase() : context.currency
  const edits: RowEdits = {}
  const cleared: EditField[] = []
  const errors: FieldError[] = []
  for (const [name, value] of Object.entries(changes) as [EditField, string | null | undefined][]) {
    if (value === undefined) continue
    if (value === null) {
      cleared.push(name)
      continue
    }
    const reading = readers[name](value.trim(), { ...context, currency })
    if ('value' in reading) edits[name] = reading.value
    else errors.push({ path: `fields.${name}`, code: reading.problem, params: reading.params })
  }
  return errors.length > 0 ? { errors } : { edits, cleared }
}
