import { normaliseLabel } from '../cells/cell-text.ts'
import { isBelow } from './compare-amounts.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'

const countName = /^(?:antal(?: st| enheter)?|kvantitet|quantity|qty|antall|anzahl|menge|units|no of units)$/
const volumeName =
  /^(?:liter|litres?|liters|volym|volume|kwh|antal (?:liter|l|kwh)|(?:volym|volume|quantity|qty) ?\(?(?:l|liters?|litres?|kwh)\)?)$/
const distanceName = /^(?:mätarställning|odometer|odometer reading|mileage|miltal|km|kilometer|km-ställning)$/
const unit =
  '(?:st(?:yck)?|enhet|liter|l|kwh|kg|timme|tim|h|m|mil|km|dag|natt|månad|person|unit|each|litre|hour|item|night|day|month|piece|pc)'
const unitPriceName = new RegExp(
  `^(?:stycke?pris|stpris|st-pris|[àáa][ -]?pris|enhetspris|literpris|kwh-pris|timpris|unit ?(?:price|cost)|item price|price each|stykpris|enhedspris|stykkpris|enhetspris|einzelpreis|stückpreis|(?:pris|price|kostnad|cost)(?: per |/| ?\\(?(?:kr|sek|öre)? ?(?:/|per) ?)${unit}\\)?|(?:kr|sek|öre) ?(?:/|per) ?${unit})(?: (?:inkl|exkl|incl|excl)\\.? (?:moms|vat))?(?: \\(?(?:kr|sek|öre)\\)?)?$`,
  'u',
)
/** Of one thing or of the row. */
const priceOrCost = /^(?:pris|price|preis|kostnad|cost|value)(?!\p{L})/iu
/** A litre of fuel costs less, and a kWh: hardly anybody buys fuel for less in every row, but for that a car is charged. */
const mostOfLitre = 4000
const mostOfKwh = 1000

/** `Antal`, `Liter`, `À-pris`: how much of something was bought, or what one of it costs, and never what was paid. */
export function isOfUnits({ name }: Pick<ColumnProfile, 'name'>): boolean {
  const label = labelOf(name)
  return [countName, volumeName, distanceName, unitPriceName].some((pattern) => pattern.test(label))
}

/** A price of each stands in the file, or what may be one beside a quantity: what no name calls the row's money is not guessed. */
export function hasUnitPrices(profiles: readonly ColumnProfile[]): boolean {
  return profiles.some((column) => column.filled > 0 && (isNamedPrice(column) || isPriceBeside(column, profiles)))
}

/**
 * `Pris` of a litre beside `Belopp exkl. moms`, or beside `Antal`, is not what was paid for the row; the column that is the
 * quantity times the price is, where no other is called an amount.
 */
export function withoutUnitPrices(profiles: ColumnProfile[]): ColumnProfile[] {
  const net = profiles.find(({ role, filled }) => role === 'netAmount' && filled > 0)
  const isBelowNet = (column: ColumnProfile) =>
    net !== undefined && priceOrCost.test(column.name.trim()) && column.filled === net.filled && isBelow(column, net)
  const isPrice = (column: ColumnProfile) =>
    column.role === 'amount' && (isBelowNet(column) || isNamedPrice(column) || isPriceBeside(column, profiles))
  const found = profiles.map((column): ColumnProfile => (isPrice(column) ? { ...column, role: 'other' } : column))
  if (found.some(({ role, filled }) => role === 'amount' && filled > 0)) return found
  const total = profiles.find((column) => column.role === null && isTimes(column, profiles))
  return found.map((column) => (column.index === total?.index ? { ...column, role: 'amount' } : column))
}

function labelOf(name: string): string {
  return name.length > 100 ? '' : normaliseLabel(name)
}

function isNamedPrice({ name, figures, filled }: ColumnProfile): boolean {
  return figures === filled && unitPriceName.test(labelOf(name))
}

/** `Pris` beside `Antal`, of more than one in some row; beside `Liter` where it says what one costs. */
function isPriceBeside(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  if (column.role !== null && column.role !== 'amount' && column.role !== 'other') return false
  if (!priceOrCost.test(column.name.trim()) || column.figures !== column.filled || column.filled === 0) return false
  const isOfMany = ({ name, values }: ColumnProfile) =>
    countName.test(labelOf(name)) && values.some((value) => !/^-?[01](?:[.,]0+)?$/.test(value.trim()))
  if (profiles.some((volume) => isPriceOfVolume(column, volume))) return true
  return (
    profiles.some((other) => other !== column && other.figures > 0 && isOfMany(other)) && !isTimes(column, profiles)
  )
}

/**
 * Less than anybody pays in every row, and it does not follow how much was bought: of `Kostnad` beside `kWh` each kWh costs about the
 * same, of a price of one it would cost as little as there are many. One row says it by a name of prices alone.
 */
function isPriceOfVolume(price: ColumnProfile, volume: ColumnProfile): boolean {
  const label = labelOf(volume.name)
  if (!volumeName.test(label) || volume.filled === 0) return false
  const most = label.includes('kwh') ? mostOfKwh : mostOfLitre
  const volumeAt = sizesByRow(volume)
  const rows = price.rows.flatMap((row, place) => {
    const [paid, bought] = [Math.abs(price.sizes[place] ?? 0), Math.abs(volumeAt.get(row) ?? 0)]
    return paid > 0 && bought > 0 ? [{ paid, each: paid / bought }] : []
  })
  if (rows.length < 2) return nameOfPrice.test(price.name.trim()) && price.sizes.every((size) => Math.abs(size) < most)
  const [ofPaid, ofEach] = [spreadOf(rows, 'paid'), spreadOf(rows, 'each')]
  const limit = ofPaid === ofEach ? most : mostOfLitre // as much was bought in every row: nothing is followed
  return price.sizes.every((size) => Math.abs(size) < limit) && ofPaid <= ofEach
}
const nameOfPrice = /^(?:pris|price|preis)(?!\p{L})/iu

function spreadOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  const values = rows.map((row) => row[key])
  return Math.max(...values) / Math.min(...values)
}

/** In every row a quantity times what one costs, but for what is rounded. */
function isTimes(total: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const full = profiles.filter(({ filled, figures }) => filled === total.filled && figures === filled && filled > 0)
  const counts = full.filter(({ name }) => countName.test(labelOf(name)) || volumeName.test(labelOf(name)))
  const prices = full.filter(
    (column) => column !== total && (isNamedPrice(column) || priceOrCost.test(column.name.trim())),
  )
  const isProduct = (count: ColumnProfile, price: ColumnProfile) =>
    total.sizes.every((size, row) => {
      const product = ((count.sizes[row] ?? 0) * (price.sizes[row] ?? 0)) / 100
      return Math.abs(size - product) <= Math.max(100, Math.abs(product) / 100)
    })
  return full.includes(total) && counts.some((count) => prices.some((price) => isProduct(count, price)))
}
