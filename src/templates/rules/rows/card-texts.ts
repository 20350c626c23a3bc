import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../../contract.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import type { SourceText } from '../mapping/bind-fields.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { saysNoName } from '../words/row-marks.ts'

/** Texts of rows that no shop stands behind, in files without a column of types. */

const cash =
  /^(?:kontant ?uttag(?:et)?|bankomat(?:s?uttag)?|uttag (?:i |från )?bankomat|(?:uttags)?automatuttag|uttagsautomat|kontantuttak|minibank(?:uttak)?|kontanthævning|(?:hævning )?(?:i )?hæveautomat|geldautomat|bargeld(?:auszahlung|abhebung)|cash (?:withdrawal|advance)|atm(?= ?(?:$|withdrawal|cash|uttag|[\d*:,-])))(?!\p{L})(?!.* (?:ab|hb|kb|avgift|fee|pub|bar|café|cafe|restaurang|grill|kiosk|shop|butik)$)/u

/** `Bankomat Sergels torg`, `Kontantuttag`: cash that somebody took out; not `ATM Europcar`, a shop. */
export function isCash(label: string): boolean {
  return cash.test(label)
}

const costs = [
  'års|års(?:kort)?|kort|kortårs|extrakorts|avi|aviserings|fakturerings|faktura|uttags|kontantuttags|bankomat',
  'valuta|valutaväxlings|växlings|utlands|påminnelse|förseninings|försenings|övertrasserings|kredit',
].join('|')
const cost = new RegExp(
  `^(?:(?:${costs}) ?(?:avgift(?:er)?|avg(?!\\p{L})\\.?)|år ?\\/ ?mån(?:ads)? ?avg(?:ift)?\\.?|(?:periodens |månadens )?del av årsavgift(?:en)?(?: för (?:kontot|kortet|kort))?|avgift (?:för )?(?:kontantuttag|bankomatuttag|valutaväxling|utlandsköp|faktura|avi|påminnelse)|(?:valuta|växlings|valutaväxlings)påslag|(?:dröjsmåls|kredit|skuld|utgifts|kort|kontant)?ränt(?:a|or)(?: på (?:utnyttjad )?(?:kredit|skuld))?|räntekostnad|(?:annual|card|late|late payment|foreign transaction|fx|atm|cash advance) fee|(?:purchase )?interest(?: charge| charged)?|årsgebyr|kortgebyr|årsafgift|fakturagebyr|valutapåslag|rente(?:r)?|jahresgebühr|auslandsentgelt)(?!\\p{L})`,
  'u',
)
const ofCard =
  /(?<!\p{L})(?:visa|master ?card|eurocard|amex|american express|diners|guld|gold|platinum|business|corporate|extrakort|huvudkort|sek|eur)(?!\p{L})/gu

/** `Årsavgift Eurocard`, `Ränta mars`: what the issuer takes for the card; not `Räntekompaniet AB`. */
export function isCardCost(label: string): boolean {
  const found = cost.exec(label)?.[0]
  return found !== undefined && saysNoName(label.slice(found.length).replace(ofCard, ' '))
}

/** `ÅRSAVGIFT` in another column of a row in which no shop stands: what the issuer took for the card. */
export function cardCostIn({ cells, number }: SheetRow): SourceText | null {
  const column = cells.findIndex((cell) => isCardCost(normaliseLabel(cell)))
  return column < 0 ? null : { text: tidyText(cells[column] ?? ''), isTyped: false, cells: [cellName(column, number)] }
}

/** What a text alone says: rows that it says something of are looked at one by one. */
export function saysNoShop(label: string): boolean {
  return isCash(label) || isCardCost(label)
}

/** Tells of what was left out, or is read as a purchase, though no shop stands behind it. */
export type TextsTold = {
  /** `title`: of the section that the row stands in. */
  note(outcome: RowOutcome, merchant: string, title: string | null): void
  warnings(): RowProblem[]
}
const mostTexts = 10
/** The file itself says so of the rows below. */
const ofOthers = /händelser|hendelser|other events|avgifter/i

export function createTextsTold({ account, purchaseTypes = [], purchaseSections = [] }: TemplateMapping): TextsTold {
  const hasTypes = purchaseTypes.length > 0 // those say it
  const found = new Map<string, { code: string; params: { text: string; rows: number } }>()
  const add = (code: string, label: string, text: string) => {
    const known = found.get(label)
    if (known) known.params.rows++
    else if (found.size < mostTexts) found.set(label, { code, params: { text: text.slice(0, 100), rows: 1 } })
  }
  return {
    note(outcome, merchant, title) {
      if (hasTypes) return
      const label = normaliseLabel(merchant)
      const isOfSection = purchaseSections.length > 0 || (title !== null && ofOthers.test(title))
      if (!isOfSection && outcome.kind === 'purchase' && isCardCost(label)) add('card-cost-read', label, merchant)
      else if (account !== 'bank' && outcome.kind === 'skipped' && isLeftOut(outcome.reason) && isCash(label))
        add('cash-left-out', label, merchant)
    },
    warnings: () => [...found.values()],
  }
}

function isLeftOut(reason: string): boolean {
  return reason === 'other-movement' || reason === 'payment-to-card'
}
