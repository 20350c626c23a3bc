import type { Replacement, TargetField, TemplateMapping, TextPattern } from '../contract.ts'

/** Where a field stands in a format's file; columns by name, the first of the alternatives that the file has. */
export type FormatSource =
  | {
      columns: readonly string[]
      /** Of columns of one name the last: of two `Valuta` the one behind the amount abroad. */
      isLast?: boolean
      replace?: readonly Replacement[]
      when?: 'domestic' | 'foreign'
      pattern?: TextPattern
      /** Left out where the file has one of these: `Total amount` already includes the fee. */
      unless?: readonly string[]
      /** In rows where column `by` says `text`, `column` is read instead, or nothing. */
      swapped?: { by: string; text: string; column: string | null }
      /** Of the state: in whatever words, a row without one of these is not booked yet. */
      pendingWithout?: readonly string[]
    }
  /** The first of these columns that holds something in the row; all of a name that repeats. */
  | { firstOf: readonly string[] }
  | { carried: 'card' | 'holder' | 'rate-note' }
  /** In files without a header columns go by place. */
  | { place: number; when?: 'domestic' | 'foreign' }

/** What a column of a file without a header holds. `day` is month and day without a year. */
export type ColumnShape = 'date' | 'day' | 'text' | 'currency' | 'figure'

/** `values`: what columns hold. `whereFilled`: the same of columns that may be empty in all rows. */
export type Layout = {
  columns: readonly string[]
  values: Readonly<Record<string, RegExp>>
  whereFilled?: Readonly<Record<string, RegExp>>
}

/** What columns of a layout hold. */
export const shapes = {
  day: /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T,].*)?$/,
  figure: /^[-+\u2212]?\d[\d\s.,']*$/,
  currency: /^[A-Z]{3}$/,
  words: /\p{L}{2}/u,
}

/** A bank's or issuer's file, known by its header. What it says was read off real files; SOURCES names them. */
export type BuiltInFormat = {
  id: string
  /** As the user knows it: the bank or issuer. */
  name: string
  /** Names that must all stand in the header; where a list stands, one of its names. Empty for files without a header. */
  signature: readonly (string | readonly string[])[]
  /** Nothing but the signature stands in the header: its names are too common to tell the bank by. */
  isWholeHeader?: boolean
  /** At least so many rows stand above the header. */
  rowsAbove?: number
  /** For files without a header: what their columns hold, in order. */
  shape?: readonly ColumnShape[]
  /**
   * The order of its columns and what values of some of them look like, whatever language the header is in: an issuer whose
   * customers have the names in theirs. One for each generation of the file.
   */
  layouts?: readonly Layout[]
  fields: Partial<Record<TargetField, FormatSource>>
  /** Holds where the file's own dates leave it open. */
  dateOrder: TemplateMapping['dateOrder']
  /** The issuer delimits its text by commas: in any other file days that may be of two orders are asked about. */
  isOfCommas?: boolean
  /** Days that the issuer writes so may be in another order: they are asked about. */
  otherDays?: RegExp
  /** Holds where the file's own figures leave it open. */
  numberFormat?: TemplateMapping['numberFormat']
  /** No figure is without öre, behind this mark: `-30.000` are three decimals and no thousands. */
  oreMark?: 'comma' | 'dot'
  /** Absent where both are known: the file's own rows then decide. */
  signRule?: TemplateMapping['signRule']
  account: 'card' | 'bank'
  /** Of the account, where no column says it. Absent where it differs from country to country: the rows say it, or a person. */
  currency?: string
  outgoingDirections?: readonly string[]
  /** Types of rows that are card purchases and what was given back on them. */
  purchaseTypes?: readonly string[]
  /** Beginnings of texts of rows that are no purchases, beside those of every account. */
  otherMovements?: readonly string[]
  purchaseSections?: readonly string[]
  /** Days in this order show that the file is another country's: most likely in this currency, and a person must say so. */
  abroad?: { dateOrder: TemplateMapping['dateOrder']; currency: string }
  /**
   * Other countries have files with the same names: most shops are in another country than `home`, or one of these columns
   * stands beside them. The currency is then asked.
   */
  elsewhere?: { country: string; home: readonly string[]; columns: readonly string[] }
  missingYear?: TemplateMapping['missingYear']
  dateFromText?: boolean
}

/** What a Swedish bank account's export has in common: ISO dates, purchases negative. */
export const bankAccount = { dateOrder: 'ymd', signRule: 'inverted', account: 'bank', currency: 'SEK' } as const

/** The minus U+2212 of an issuer's figures is no letter of Windows-1252, in which Excel saves them anew: `?1 243,01`. */
export const lostMinus: readonly Replacement[] = ['?', '\ufffd'].map((find) => ({ match: 'contains', find, put: '-' }))
