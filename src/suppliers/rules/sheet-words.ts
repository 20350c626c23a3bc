import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { type SheetColumn, sheetColumns } from '../contract.ts'

type Locale = 'sv' | 'en'
/** In the language of the page, or in the one asked for. */
type Word = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string

/** The columns of the suppliers' sheet, in words. */
const sheetTitles: Record<SheetColumn, Word> = {
  number: m.suppliers_sheet_number,
  name: m.suppliers_column_name,
  exact: m.suppliers_sheet_exact,
  'starts-with': m.suppliers_sheet_starts_with,
  contains: m.suppliers_sheet_contains,
  account: m.suppliers_column_account,
  vat: m.suppliers_column_vat,
  remove: m.suppliers_sheet_remove,
  id: m.suppliers_sheet_id,
}
/** How the VAT of a purchase is treated, in words. */
export const vatTypeNames: Record<VatType, Word> = {
  SE25: m.suppliers_vat_se25,
  SE12: m.suppliers_vat_se12,
  SE6: m.suppliers_vat_se6,
  SE_FOOD: m.suppliers_vat_se_food,
  SE0: m.suppliers_vat_se0,
  EU_GOODS: m.suppliers_vat_eu_goods,
  EU_SERVICES: m.suppliers_vat_eu_services,
  NON_EU_SERVICES: m.suppliers_vat_non_eu_services,
  GOODS_IMPORT: m.suppliers_vat_goods_import,
  SE_REVERSE_GOODS: m.suppliers_vat_se_reverse_goods,
  SE_REVERSE_SERVICES: m.suppliers_vat_se_reverse_services,
  REPRESENTATION: m.suppliers_vat_representation,
  CAR_HIRE: m.suppliers_vat_car_hire,
  FOREIGN_VAT: m.suppliers_vat_foreign,
  NO_DEDUCTION: m.suppliers_vat_no_deduction,
}

/** As a problem of it is told: its title speaks to who writes in the sheet. */
export const sheetFieldName = (column: SheetColumn): string =>
  column === 'id' ? m.suppliers_sheet_field_id() : sheetTitles[column]()

export function sheetTitle(column: SheetColumn, locale: Locale): string {
  return sheetTitles[column]({}, { locale })
}

export function vatName(vatType: VatType, locale: Locale): string {
  return vatTypeNames[vatType]({}, { locale })
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A sheet written in one language is read by who uses the other. */
export function findColumn(title: string): SheetColumn | null {
  const wanted = fold(title)
  return (
    sheetColumns.find((one) => fold(sheetTitle(one, 'sv')) === wanted || fold(sheetTitle(one, 'en')) === wanted) ?? null
  )
}

/** By its words in either language, its code, or its rate: `25 %`, `25%`, and `25,00 %` or `0,25` as Excel and Calc write it. */
export function findVatType(text: string): VatType | null {
  const wanted = foldRate(text)
  const isIt = (words: string) => foldRate(words) === wanted
  return vatTypes.find((one) => isIt(one) || isIt(vatName(one, 'sv')) || isIt(vatName(one, 'en'))) ?? null
}

function foldRate(text: string): string {
  const folded = fold(text)
  const [, percent, part] = /^(?:(\d{1,3})(?:[.,]0+)? ?%|0[.,](\d\d)0*)$/.exec(folded) ?? []
  const rate = percent ?? part
  return rate === undefined ? folded : `${Number(rate)}%`
}
