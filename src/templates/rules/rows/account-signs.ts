import type { TargetField, TemplateMapping } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import type { DateReading } from '../cells/dates.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import { plainColumnOf } from '../mapping/bind-fields.ts'
import { saysMoneyIn } from '../words/account-movements.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'

export type DayReader = (text: string, sheet: string) => DateReading

/** So many rows tell it. */
const lookedAt = 200
const fewestTelling = 3

type Row = { sheet: string; table: Table; day: string; amount: number; balance: number | null; label: string }

/**
 * Whether an account's file has its signs the other way round than the template, which takes a minus for money out.
 * `balance`: what is left falls by what has no minus and rises by what has one. `texts`: the balance says nothing; most rows
 * have no minus, and what is called money in has one wherever it stands.
 */
export type TurnedSigns = 'balance' | 'texts' | null

export function surveyAccountSigns({ account, signRule }: TemplateMapping) {
  const rows: Row[] = []
  const isAsked = account === 'bank' && signRule === 'inverted'
  return {
    add({ sheet, table, row }: LocatedRow): void {
      if (!isAsked || !table || rows.length >= lookedAt) return
      const textOf = (field: TargetField) => {
        const column = plainColumnOf(table.bound.fields.get(field))
        return column === null ? '' : (row.cells[column] ?? '')
      }
      const [day, amount] = [textOf('invoiceDate'), sizeInMinor(textOf('total'))]
      if (!/\d/.test(day) || amount === 0) return
      const balance = table.balanceColumn === null ? '' : (row.cells[table.balanceColumn] ?? '')
      const left = /\d/.test(balance) ? sizeInMinor(balance) : null
      rows.push({ sheet, table, day, amount, balance: left, label: textOf('merchant') })
    },
    decide(dayOf: DayReader): TurnedSigns {
      if (rows.length < fewestTelling) return null
      const steps = stepsIn(rows)
      const counted = steps.length > 0 ? wayOf(rows, dayOf) : null
      if (counted) {
        const isFollowed = (step: Step, sign: number) =>
          step.change === sign * (counted === 'down' ? step.own : step.before)
        const [own, other] = counted === 'down' ? [1, -1] : [-1, 1]
        const contrary = steps.filter((step) => isFollowed(step, other)).length
        if (steps.some((step) => isFollowed(step, own))) return null
        if (contrary >= fewestTelling - 1 && contrary * 2 > steps.length) return 'balance'
      }
      const called = rows.filter(({ label }) => saysMoneyIn(normaliseLabel(label), false))
      const positive = rows.filter(({ amount }) => amount > 0).length
      return called.length > 0 && called.every(({ amount }) => amount < 0) && positive * 2 > rows.length
        ? 'texts'
        : null
    },
  }
}

/** How the balance changes from a row to the next, beside the amounts of both. */
type Step = { change: number; before: number; own: number }

function stepsIn(rows: readonly Row[]): Step[] {
  return rows.flatMap((row, place) => {
    const last = rows[place - 1]
    if (!last || last.table !== row.table || last.balance === null || row.balance === null) return []
    return [{ change: row.balance - last.balance, before: last.amount, own: row.amount }]
  })
}

/** Whether later days stand further down. Rows of one day say nothing: what stood there before them falls as what is left rises. */
function wayOf(rows: readonly Row[], dayOf: DayReader): 'down' | 'up' | null {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => dayOf(row?.day ?? '', row?.sheet ?? ''))
  if (first?.kind !== 'date' || last?.kind !== 'date' || first.date === last.date) return null
  return first.date < last.date ? 'down' : 'up'
}
