import type { BuiltInFormat } from './built-in-format.ts'

const account = { dateOrder: 'ymd', signRule: 'inverted', account: 'bank', currency: 'SEK' } as const

/** SEB's business account: money in and out in columns of their own, the latter with a minus already. */
const sebBusiness: BuiltInFormat = {
  ...account,
  id: 'seb-business',
  name: 'SEB',
  signature: ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar', 'Uttag', 'Bokfört saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Bokförd'] },
    amountIn: { columns: ['Insättningar'] },
    amountOut: { columns: ['Uttag'] },
    type: { columns: ['Typ'] },
  },
  signRule: 'two-columns',
}

const sebBusinessOneColumn: BuiltInFormat = {
  ...account,
  id: 'seb-business-one-column',
  name: 'SEB',
  signature: ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar/uttag', 'Bokfört saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Bokförd'] },
    total: { columns: ['Insättningar/uttag'] },
    type: { columns: ['Typ'] },
  },
}

const sebPrivate: BuiltInFormat = {
  ...account,
  id: 'seb-private',
  name: 'SEB',
  signature: ['Bokföringsdatum', 'Valutadatum', 'Verifikationsnummer', ['Text', 'Text/mottagare'], 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text', 'Text/mottagare'] },
    invoiceDate: { columns: ['Bokföringsdatum'] },
    total: { columns: ['Belopp'] },
  },
}

/** Swedbank and the savings banks. `Radnummer` starts again in each export, so it is no id. */
const swedbank: BuiltInFormat = {
  ...account,
  id: 'swedbank',
  name: 'Swedbank',
  signature: [
    ['Radnummer', 'Radnr'],
    ['Clearingnummer', 'Clnr'],
    ['Kontonummer', 'Kontonr'],
    'Valuta',
    ['Transaktionsdag', 'Transdag'],
    ['Beskrivning', 'Text'],
    'Belopp',
  ],
  fields: {
    merchant: { columns: ['Beskrivning', 'Text'] },
    invoiceDate: { columns: ['Transaktionsdag', 'Transdag'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    status: { columns: ['Bokföringsdag', 'Bokfdag'] },
    card: { columns: ['Kontonummer', 'Kontonr'] },
  },
}

/** A row that is not booked yet has no `Reskontradatum`. */
const handelsbanken: BuiltInFormat = {
  ...account,
  id: 'handelsbanken',
  name: 'Handelsbanken',
  signature: ['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Transaktionsdatum'] },
    total: { columns: ['Belopp'] },
    status: { columns: ['Reskontradatum'] },
  },
}

const nordeaOld: BuiltInFormat = {
  ...account,
  id: 'nordea-old',
  name: 'Nordea',
  signature: ['Datum', 'Transaktion', 'Kategori', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Transaktion'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
  },
}

/** `Rubrik` says who; the own account's number stands in `Avsändare` or `Mottagare`. */
const nordea: BuiltInFormat = {
  ...account,
  id: 'nordea',
  name: 'Nordea',
  signature: ['Bokföringsdag', 'Belopp', 'Avsändare', 'Mottagare', 'Namn', 'Rubrik', 'Saldo', 'Valuta'],
  fields: {
    merchant: { columns: ['Rubrik'] },
    invoiceDate: { columns: ['Bokföringsdag'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
  },
}

const nordeaBusiness: BuiltInFormat = {
  ...account,
  id: 'nordea-business',
  name: 'Nordea',
  signature: [
    'Datum',
    'Belopp',
    'Avsändare',
    'Mottagare',
    'Namn',
    'Ytterligare detaljer',
    'Meddelande',
    'Saldo',
    'Valuta',
  ],
  fields: {
    merchant: { columns: ['Ytterligare detaljer'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    comments: { columns: ['Egna anteckningar'] },
  },
}

/** The table follows a block about the account; the message holds merchant, place and country. */
const lansforsakringar: BuiltInFormat = {
  ...account,
  id: 'lansforsakringar',
  name: 'Länsförsäkringar',
  signature: ['Bokföringsdatum', 'Transaktionsdatum', 'Transaktionstyp', 'Meddelande', 'Belopp'],
  fields: {
    merchant: { columns: ['Meddelande'] },
    invoiceDate: { columns: ['Transaktionsdatum'] },
    total: { columns: ['Belopp'] },
    type: { columns: ['Transaktionstyp'] },
    status: { columns: ['Bokföringsdatum'] },
  },
}

const ica: BuiltInFormat = {
  ...account,
  id: 'ica',
  name: 'ICA Banken',
  signature: ['Datum', 'Text', 'Typ', 'Budgetgrupp', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    type: { columns: ['Typ'] },
  },
}

export const swedishBanks: readonly BuiltInFormat[] = [
  sebBusiness,
  sebBusinessOneColumn,
  sebPrivate,
  swedbank,
  handelsbanken,
  nordeaOld,
  nordea,
  nordeaBusiness,
  lansforsakringar,
  ica,
]
