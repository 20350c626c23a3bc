import { normaliseLabel } from '../cells/cell-text.ts'

/** Codes in which Lloyds, Halifax and Bank of Scotland say what each row of an account is; of these `DEB` is the card. */
const codes: ReadonlySet<string> = new Set(
  'bgc bp chg chq com cor cpt csh csq dd deb dep dr fe fee fpc fpi fpo ib int mpi mpo mtg pay sal so tfr'.split(' '),
)
/** How a card was used, where an account says that of its rows. */
const uses = ['Contactless', 'Chip & PIN', 'Chip and PIN', 'Magnetic stripe', 'Apple Pay', 'Google Pay']
const useLabels: ReadonlySet<string> = new Set(uses.map(normaliseLabel))
/** What else moves on such an account: beside these `Online payment` was bought with the card, as it pays the bill of one elsewhere. */
const movements: ReadonlySet<string> = new Set([
  ...['faster payment', 'direct debit', 'direct credit', 'standing order', 'bank transfer'],
])

/** The kinds of rows of a British account that were bought by card, the next file's too; none where its kinds are not told in these words. */
export function britishPurchases(values: readonly string[]): readonly string[] {
  const kinds = values.map(normaliseLabel)
  if (kinds.some((kind) => kind !== 'deb') && kinds.every((kind) => codes.has(kind))) return ['DEB']
  const isOfCard = kinds.some((kind) => useLabels.has(kind)) && kinds.some((kind) => movements.has(kind))
  return isOfCard ? [...uses, 'Online payment'] : []
}
