import { clashCodes } from './used-numbers.ts'

/** Why a row is held that may be a purchase imported before under another text (look-alikes.ts). */
export const perhapsImported = 'perhaps-imported'

/** What a person may see through: it is another purchase all the same, which "import anyway" says. */
export const anywayCodes: ReadonlySet<string> = new Set(['invoice-number-used', perhapsImported, ...clashCodes])
