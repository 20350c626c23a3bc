import type { ColumnRole } from '../words/header-words.ts'

type Sizes = { filled: number; sizes: readonly number[] }
/** What is asked of a column (profile-columns.ts). */
type Column = Sizes & { role: ColumnRole | null; rank: number; figures: number }

const mostPending = 10

/** A column that changes from row to row by what the other holds, downwards or upwards, is its running balance. */
export function isBalanceOf(balance: Sizes, amount: Sizes): boolean {
  const [balances, all] = [balance.sizes, amount.sizes]
  const pending = all.length - balances.length
  if (balance === amount || pending < 0 || pending > mostPending || balances.length < 2) return false
  const amounts = all.slice(pending) // those that are not booked yet stand first
  const fits = (step: (index: number) => number) =>
    balances.slice(1).every((_, index) => Math.abs(step(index + 1)) < 1) && amounts.some((minor) => minor !== 0)
  return (
    fits((i) => (balances[i] ?? 0) - (balances[i - 1] ?? 0) - (amounts[i] ?? 0)) ||
    fits((i) => (balances[i - 1] ?? 0) - (balances[i] ?? 0) - (amounts[i - 1] ?? 0))
  )
}

/** The credit that is left, or a debt beside amounts with minus: it falls by what the amounts rise, from the first row or the last. */
export function fallsBy({ sizes: balances, filled }: Sizes, amount: Sizes): boolean {
  const { sizes } = amount
  if (filled !== amount.filled || balances.length < 2) return false
  const fits = (step: (index: number) => number) => balances.slice(1).every((_, index) => step(index + 1) === 0)
  const after = (index: number) => balances[index] ?? 0
  const isFalling =
    fits((i) => after(i) - after(i - 1) + (sizes[i] ?? 0)) || fits((i) => after(i - 1) - after(i) + (sizes[i - 1] ?? 0))
  return isFalling && sizes.some((size) => size !== 0) && !amountsMove(balances, sizes)
}

/** As an account's does: beside amounts that are all the same both may fit. */
function amountsMove(balances: readonly number[], sizes: readonly number[]): boolean {
  const steps = balances.slice(1).map((balance, index) => balance - (balances[index] ?? 0))
  return (
    steps.every((step, index) => step === (sizes[index + 1] ?? 0)) ||
    steps.every((step, index) => -step === (sizes[index] ?? 0))
  )
}

/**
 * `In/Out` beside `Sum`, `Transaktion` beside `Belopp`: whatever the columns are called, what changes by the other from row to
 * row is what was left on the account, and the other is what each row came to. Where few have a minus it may be what was spent
 * so far, which says nothing of an account.
 */
export function withRunningBalances<Of extends Column>(columns: Of[]): Of[] {
  const isWhole = ({ figures, filled }: Of) => figures === filled && filled > 0
  const moved = columns.filter((column) => mayBeRunning(column) && isWhole(column))
  for (const balance of moved) {
    const movement = columns.find(
      (other) =>
        other !== balance && isWhole(other) && mayMove(other) && moves(other, balance) && !moves(balance, other),
    )
    if (!movement) continue
    return columns.map((column) => {
      if (column === balance) return { ...column, role: balanceRole(column, movement), rank: unnamedRank }
      return column === movement && !keepsRole(column) ? { ...column, role: 'amount', rank: unnamedRank } : column
    })
  }
  return columns
}

const unnamedRank = 999

/** A card's debt rises by what was bought and falls by what was given back: there most have no minus. */
function balanceRole({ role }: Column, { sizes }: Column): ColumnRole {
  const negatives = sizes.filter((size) => size < 0).length
  return role === 'balance' || negatives > sizes.length / 2 ? 'balance' : 'other'
}

function mayBeRunning({ role }: Column): boolean {
  return role === 'amount' || role === 'balance' || role === 'foreignAmount' || role === null
}

/** What has a name of its own among figures, as a fee, VAT or a rate, is not what a row came to. */
function mayMove({ role }: Column): boolean {
  return role === null || role === 'direction' || role === 'merchant' || keepsRole({ role })
}

function keepsRole({ role }: Pick<Column, 'role'>): boolean {
  return role === 'amount' || role === 'amountOut' || role === 'foreignAmount'
}

/** Without a sign it is told by a sum that begins with the first amount: `Höjning` beside prices fits as well. */
function moves(amount: Column, balance: Column): boolean {
  const [sizes, balances] = [amount.sizes, balance.sizes]
  const beginsAt = (place: number) => sizes.at(place) !== 0 && sizes.at(place) === balances.at(place)
  const isTold = sizes.some((size) => size < 0) || (balances.length > 2 && (beginsAt(0) || beginsAt(-1)))
  return isTold && (isBalanceOf(balance, amount) || fallsBy(balance, amount))
}
