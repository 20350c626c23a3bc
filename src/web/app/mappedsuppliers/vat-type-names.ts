import type { VatType } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'

/** How the VAT of a purchase is treated, in words. */
export const vatTypeNames: Record<VatType, () => string> = {
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
