import { normaliseLabel } from '../cells/cell-text.ts'

const listed =
  `(?:belopp|köp|kortköp|inköp|uttag|transaktioner|korttransaktioner|kortransaktioner|händelser|kontohändelser|rörelser|
  poster|purchases|transactions|card transactions|card purchases|payments|charges|beløp|kjøp|transaksjoner|korttransaksjoner|
  køb|posteringer|beløb)`.replace(/\s*\n\s*/g, '')
const waiting =
  `(?:(?:ännu )?(?:ej|inte) bokförda|obokförda|reserverade|preliminära|väntande|skyddade|pending|not (?:yet )?(?:booked|posted)|
  unposted|reserverte|reserverede|ikke (?:bokførte|bogførte)|ventende|foreløpige|afventende)`.replace(/\s*\n\s*/g, '')
const counted = '(?: ?\\(\\d{1,4}\\))?:?'
const pendingTitle = new RegExp(`^(?:${waiting} ${listed}|reservationer|kortreservationer|reservasjoner)${counted}$`)
const bookedTitle = new RegExp(
  `^(?:bokförda|genomförda|utförda|booked|posted|completed|bokførte|bogførte|gennemførte) ${listed}${counted}$`,
)

/** `Reserverade belopp` or `Bokförda köp` alone in a row: of those below it the bank has booked none, or all. */
export function stateOfTitle(text: string): 'pending' | 'booked' | null {
  const label = normaliseLabel(text)
  if (label.length > 60) return null
  if (pendingTitle.test(label)) return 'pending'
  return bookedTitle.test(label) ? 'booked' : null
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
  let found: { sheet: string; hasRows: boolean } | null = null
  return {
    get isOpen() {
      return found !== null
    },
    open(sheet) {
      found = { sheet, hasRows: false }
    },
    close() {
      found = null
    },
    meetHeader(sheet) {
      if (found && (found.hasRows || found.sheet !== sheet)) found = null
    },
    meetRow() {
      if (found) found.hasRows = true
    },
  }
}
