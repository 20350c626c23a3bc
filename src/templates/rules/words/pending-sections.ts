import { isBlank, normaliseLabel } from '../cells/cell-text.ts'

const listed =
  `(?:belopp|köp|kortköp|inköp|uttag|betalningar|transaktioner|korttransaktioner|kortransaktioner|händelser|kontohändelser|rörelser|
  poster|purchases|transactions|card transactions|card purchases|payments|charges|beløp|kjøp|transaksjoner|korttransaksjoner|
  køb|posteringer|beløb)`.replace(/\s*\n\s*/g, '')
const waiting =
  `(?:(?:ännu )?(?:ej|inte) bokförda|obokförda|reserverade|preliminära|väntande|kommande|skyddade|pending|not (?:yet )?(?:booked|posted)|
  unposted|reserverte|reserverede|ikke (?:bokførte|bogførte)|ventende|foreløpige|afventende)`.replace(/\s*\n\s*/g, '')
const counted = '(?: ?\\(\\d{1,4}\\))?:?'
const pendingTitle = new RegExp(
  `^(?:${waiting} ${listed}|reserverat|reservationer|kortreservationer|täckningsreserveringar|reservasjoner)${counted}$`,
)
const settled = '(?:bokförda|genomförda|utförda|booked|posted|completed|bokførte|gjennomførte|bogførte|gennemførte)'
const bookedTitle = new RegExp(`^${settled} ${listed}${counted}$`)

/** `Reserverade belopp` or `Bokförda köp` alone in a row: of those below it the bank has booked none, or all. */
export function stateOfTitle(text: string): 'pending' | 'booked' | null {
  const label = normaliseLabel(text)
  if (label.length > 60) return null
  if (pendingTitle.test(label)) return 'pending'
  return bookedTitle.test(label) ? 'booked' : null
}

const emptied = new RegExp(
  `^(?:(?:${listed}|${settled}|bokfört|bokført|bogført|historik)${counted}|(?:inga|ingen|no|none)(?!\\p{L}).*)$`,
  'u',
)

/** `Inga reserverade belopp`, `Kontohändelser` or `Bokfört` under such a title, above the header: none of what follows waits. */
export function endsPending(cells: readonly string[]): boolean {
  const [only, ...others] = cells.filter((cell) => !isBlank(cell))
  return only !== undefined && others.length === 0 && emptied.test(normaliseLabel(only))
}

/** Whether the rows that are read now stand under such a title. It counts up to the next title, table or sheet. */
export type PendingSection = {
  readonly isOpen: boolean
  open(sheet: string): void
  close(): void
  /** The table's header stands between its title and its rows. */
  meetHeader(sheet: string): void
  meetRow(): void
}

export function createPendingSection(): PendingSection {
  let found: { sheet: string; hasRows: boolean; hasHeader: boolean } | null = null
  return {
    get isOpen() {
      return found !== null
    },
    open(sheet) {
      found = { sheet, hasRows: false, hasHeader: false }
    },
    close() {
      found = null
    },
    meetHeader(sheet) {
      // nothing waits where a second header follows at once
      if (found && (found.hasRows || found.hasHeader || found.sheet !== sheet)) found = null
      if (found) found.hasHeader = true
    },
    meetRow() {
      if (found) found.hasRows = true
    },
  }
}
