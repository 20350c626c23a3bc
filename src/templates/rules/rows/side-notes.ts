import type { SheetRow } from '#spreadsheets/index.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { isSendersLine, isUncutRow } from '../cells/uncut-row.ts'
import { looksLikePurchase } from '../layout/above-table.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import type { AmountReading } from './read-amount.ts'

/** What people write above and below the rows of lists of their own, and that is no purchase. */

type ReadSoFar = { date: 'date' | 'empty' | 'unreadable'; amount: AmountReading['kind'] }
type LeftOut = Extract<RowOutcome, { kind: 'skipped' }>

/** A row without date or amount that says something around the rows; null where it may be a purchase. */
export function readNote(row: SheetRow, read: ReadSoFar): LeftOut | null {
  const isDated = read.date === 'date'
  const statistic = isDated ? null : statisticOf(row.cells)
  if (statistic !== null) return { kind: 'skipped', reason: 'printed-total', params: { label: statistic } }
  const isCarried = !isDated && read.amount === 'unreadable' && isCarriedOn(row.cells)
  if (isCarried) return { kind: 'skipped', reason: 'printed-total' }
  const isAround = isSignature(row.cells, isDated) || (!isDated && isUnitsRow(row.cells))
  const isNote = (read.amount !== 'amount' && isAround) || isRemark(row, read) || isDayAlone(row.cells, read)
  return isNote ? { kind: 'skipped', reason: 'blank-date-and-amount' } : null
}

/** Days that somebody has written down a list beforehand, with boxes that are not ticked and formulas of empty cells beside. */
function isDayAlone(cells: readonly string[], read: ReadSoFar): boolean {
  if (read.date !== 'date' || read.amount !== 'empty') return false
  return cells.every((cell) => isBlank(cell) || looksLikeDate(cell) || /^(?:FALSE|0(?:[.,]0+)?)$/.test(cell.trim()))
}

/**
 * Neither date nor amount, and no word that is meant as one: somebody wrote a line between the rows. One that holds
 * figures is a line of its own only where nothing stands beside it (`Vecka 12`), and no row that was never cut into cells.
 */
function isRemark(row: SheetRow, read: ReadSoFar): boolean {
  if (read.date === 'date' || read.amount !== 'empty' || looksLikePurchase(row)) return false
  const filled = row.cells.filter((cell) => !isBlank(cell))
  if (filled.length === 1 && isSendersLine(filled[0] ?? '')) return true
  if (filled.length === 1 && isUncutRow(filled[0] ?? '')) return false
  if (read.date === 'empty') return true
  if (!filled.some((cell) => /\d/.test(cell))) return true
  const [only = '', second] = filled
  const said = only.replace(timeOfPrinting, '')
  return second === undefined && /^\p{L}{2}/u.test(only.trim()) && !/[;,|\t]|\d[.:]\d\d(?!\d)/.test(said)
}
/** `Utskriven 2026-04-01 kl 12:00 av Anna` */
const timeOfPrinting = /(?:\d{4}-\d\d-\d\d,? (?:kl\.? ?)?|(?<!\p{L})kl\.? ?)\d\d[.:]\d\d(?:[.:]\d\d)?(?!\d)/giu

/** The sum of a page that is carried to the next; a haulier may be called so too. */
const carried = new Set(
  'transport | att transportera | transporteras | transport till nästa sida | transport från föregående sida | från föregående sida | brought forward | carried forward'.split(
    ' | ',
  ),
)
const counted =
  /^(?:antal|number of|count)(?: (?:köp|inköp|kvitton|kvitto|rader|poster|transaktioner|utlägg|verifikationer|verifikat|purchases|receipts|rows|transactions))?$/
const averaged =
  /^(?:genomsnitt|genomsnittligt|medel|medelvärde|medelbelopp|snitt|average|mean)(?: (?:belopp|köp|amount|per (?:köp|inköp|rad|månad|dag|kvitto|purchase|month)))?$/

export function isCarriedLabel(label: string): boolean {
  return carried.has(label)
}

/** With what came in and what went out beside: no purchase has both. */
function isCarriedOn(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const [label = '', ...others] = filled.filter((cell) => !looksLikeNumber(cell))
  return others.length === 0 && filled.length > 2 && isCarriedLabel(normaliseLabel(label))
}

/** `Antal | 12`, `Genomsnitt | 104,50`: what a list counts, with nothing but figures beside. */
export function statisticOf(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => !isBlank(cell))
  const [label = '', ...others] = filled.filter((cell) => !looksLikeNumber(cell))
  const said = normaliseLabel(label)
  const isOne = counted.test(said) || averaged.test(said)
  return others.length === 0 && filled.length > 1 && isOne ? label.trim() : null
}

const signed =
  /^(?:underskrift(?:er)?|namnteckning|namnförtydligande|signatur|signature|attest|attesteras|attesterat|attestant|beslutsattest|sakattest|godkänns|godkännes|kvitteras|ort och datum|ort\/datum|approved by|signed by)(?: av)?(?:$|\s*[:_.…]|\s+\d{4}-)/i

/** `Attest: Anna`, `Ort och datum | Umeå | 2026-03-31` below a table: who signs it, with no figure beside. A shop may be called `Signature`, with its day. */
function isSignature(cells: readonly string[], isDated: boolean): boolean {
  const texts = cells.filter((cell) => !isBlank(cell) && !looksLikeDate(cell))
  const first = (texts[0] ?? '').trim()
  return signed.test(first) && !texts.some(looksLikeNumber) && (!isDated || /[:_…]/.test(first))
}

const pattern = /^[åäymdt]{1,4}([-/. ])[åymdt]{1,4}\1[åymdt]{1,4}$/i
const inBrackets = /^[([][^()[\]]{1,40}[)\]]$/
const plainUnits = new Set(['sek', 'kr', 'kronor', 'text', 'fritext', 'datum', 'belopp', 'namn', '%', 'procent', 'tal'])

/** `(ÅÅÅÅ-MM-DD) | (text) | (SEK)` under a header: how its cells are to be filled in. */
function isUnitsRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell)).map((cell) => cell.trim())
  if (filled.length < 2 || filled.some((cell) => /\d/.test(cell))) return false
  const isUnit = (cell: string) => inBrackets.test(cell) || pattern.test(cell) || plainUnits.has(normaliseLabel(cell))
  return filled.every(isUnit) && filled.some((cell) => inBrackets.test(cell) || pattern.test(cell))
}
