import { amexSe } from './amex-se.ts'
import type { BuiltInFormat } from './built-in-format.ts'
import { firstCard } from './first-card.ts'
import { sebKort, sebKortNorway, sebKortWithVat } from './seb-kort.ts'
import { swedishBanks } from './swedish-banks.ts'

/** Tried in this order; a new format is one more file and one more entry here. */
export const builtInFormats: readonly BuiltInFormat[] = [
  sebKort,
  sebKortWithVat,
  sebKortNorway,
  amexSe,
  firstCard,
  ...swedishBanks,
]
