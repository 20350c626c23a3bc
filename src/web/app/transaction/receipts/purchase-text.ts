import type { Purchase } from '#receipts/contract.ts'

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** What the card said of a purchase, where the supplier's name does not say it already. */
export const textBesideName = ({ supplierName, text }: Pick<Purchase, 'supplierName' | 'text'>) =>
  plain(text) === plain(supplierName) ? '' : text
