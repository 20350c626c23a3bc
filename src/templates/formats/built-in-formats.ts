import { amexEnglish } from './amex-english.ts'
import { amexForeignSpend } from './amex-foreign-spend.ts'
import { amexNorway } from './amex-norway.ts'
import { amexSe } from './amex-se.ts'
import { amexSePlain } from './amex-se-plain.ts'
import { bankNorwegian } from './bank-norwegian.ts'
import type { BuiltInFormat } from './built-in-format.ts'
import { danskeBank } from './danske-bank.ts'
import { danskeBankPlain } from './danske-bank-plain.ts'
import { dnbAccount } from './dnb-account.ts'
import { dnbMastercard } from './dnb-mastercard.ts'
import { eurocardPage } from './eurocard-page.ts'
import { firstCard } from './first-card.ts'
import { firstCardInvoice } from './first-card-invoice.ts'
import { handelsbanken } from './handelsbanken.ts'
import { handelsbankenBusiness } from './handelsbanken-business.ts'
import { handelsbankenNorway } from './handelsbanken-norway.ts'
import { handelsbankenStatement } from './handelsbanken-statement.ts'
import { ica } from './ica.ts'
import { icaWithMetadata } from './ica-with-metadata.ts'
import { kbcBusiness } from './kbc-business.ts'
import { lansforsakringar } from './lansforsakringar.ts'
import { lansforsakringarOld } from './lansforsakringar-old.ts'
import { lunar } from './lunar.ts'
import { lunarEnglish } from './lunar-english.ts'
import { lunarEnglishTimed } from './lunar-english-timed.ts'
import { n26 } from './n26.ts'
import { n26Old } from './n26-old.ts'
import { nordea } from './nordea.ts'
import { nordeaBusiness } from './nordea-business.ts'
import { nordeaBusinessPayee } from './nordea-business-payee.ts'
import { nordeaBusinessText } from './nordea-business-text.ts'
import { nordeaDenmark } from './nordea-denmark.ts'
import { nordeaFinland } from './nordea-finland.ts'
import { nordeaNorway } from './nordea-norway.ts'
import { nordeaOld } from './nordea-old.ts'
import { okq8 } from './okq8.ts'
import { paypal } from './paypal.ts'
import { paypalFrench } from './paypal-french.ts'
import { paypalGerman } from './paypal-german.ts'
import { paypalSwedish } from './paypal-swedish.ts'
import { pleo } from './pleo.ts'
import { revolutBusiness } from './revolut-business.ts'
import { revolutExpenses } from './revolut-expenses.ts'
import { revolutPersonal } from './revolut-personal.ts'
import { sebBusiness } from './seb-business.ts'
import { sebBusinessOneColumn } from './seb-business-one-column.ts'
import { sebKort } from './seb-kort.ts'
import { sebKortInvoice } from './seb-kort-invoice.ts'
import { sebKortNorway } from './seb-kort-norway.ts'
import { sebKortStatement } from './seb-kort-statement.ts'
import { sebPrivate } from './seb-private.ts'
import { skandia } from './skandia.ts'
import { sparbankenTanum } from './sparbanken-tanum.ts'
import { sparebank1 } from './sparebank1.ts'
import { sparebank1Account } from './sparebank1-account.ts'
import { swedbank } from './swedbank.ts'
import { swedbankBaltic } from './swedbank-baltic.ts'
import { wiseBalance } from './wise-balance.ts'
import { wiseTransfers } from './wise-transfers.ts'

/** A new format is one more file and one more entry here. Of several that fit a header the one that asks most of it is taken. */
export const builtInFormats: readonly BuiltInFormat[] = [
  sebKort,
  sebKortInvoice,
  sebKortNorway,
  sebKortStatement,
  eurocardPage,
  firstCard,
  firstCardInvoice,
  okq8,
  amexSe,
  amexSePlain,
  amexNorway,
  amexEnglish,
  amexForeignSpend,
  bankNorwegian,
  sebBusiness,
  sebBusinessOneColumn,
  sebPrivate,
  swedbank,
  sparbankenTanum,
  swedbankBaltic,
  handelsbanken,
  handelsbankenBusiness,
  handelsbankenStatement,
  handelsbankenNorway,
  nordea,
  nordeaOld,
  nordeaBusiness,
  nordeaBusinessPayee,
  nordeaBusinessText,
  nordeaDenmark,
  nordeaNorway,
  nordeaFinland,
  lansforsakringar,
  lansforsakringarOld,
  skandia,
  ica,
  icaWithMetadata,
  danskeBank,
  danskeBankPlain,
  revolutBusiness,
  revolutExpenses,
  revolutPersonal,
  wiseBalance,
  wiseTransfers,
  pleo,
  paypal,
  paypalSwedish,
  paypalGerman,
  paypalFrench,
  n26,
  n26Old,
  lunar,
  lunarEnglish,
  lunarEnglishTimed,
  kbcBusiness,
  dnbMastercard,
  dnbAccount,
  sparebank1,
  sparebank1Account,
]
