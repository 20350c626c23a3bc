import { clashCodes } from './used-numbers.ts'

/** Why a row is held that may be a purchase imported before under another text (look-alikes.ts). */
export const perhapsImported = 'perhaps-imported'

/** Why a row is held that a person left out where another file held the same purchase. */
export const leftOutBefore = 'left-out-before'

/** What holds a row that may be no purchase of its own until a person has said so: a duplicate by a person's word alone. */
export const heldCodes: readonly string[] = [perhapsImported, leftOutBefore]

/** Why a refund is held whose purchase somebody credited in the accounting system (hand-credits.ts). */
export const creditedThere = 'credited-there'

/** What a person may see through: it is another purchase all the same, which "import anyway" says. */
export const anywayCodes: ReadonlySet<string> = new Set([
  'invoice-number-used',
  creditedThere,
  ...heldCodes,
  ...clashCodes,
])
