import * as m from '#messages'
import { text, type Value } from './problem-params.ts'

/** A part of the accounting system (connections/rules.ts, RegisterArea). */
const areaNames: Record<string, () => string> = {
  company: m.problems_area_company,
  'financial-years': m.problems_area_financial_years,
  'locked-period': m.problems_area_locked_period,
  accounts: m.problems_area_accounts,
  'modes-of-payment': m.problems_area_modes_of_payment,
  'predefined-accounts': m.problems_area_predefined_accounts,
  currencies: m.problems_area_currencies,
  'cost-centers': m.problems_area_cost_centers,
  projects: m.problems_area_projects,
  invoices: m.problems_area_invoices,
  payments: m.problems_area_payments,
  suppliers: m.problems_area_suppliers,
}

export const areaName = (area: Value) => areaNames[text(area)]?.() ?? text(area)
