import * as m from '#messages'
import type { RecognisedSupplier, SupplierSuggestion } from '#suppliers/contract.ts'

const hows: Record<RecognisedSupplier['how'], (about: { text: string }) => string> = {
  exact: m.suppliers_why_exact,
  'starts-with': m.suppliers_why_starts_with,
  contains: m.suppliers_why_contains,
  spelling: m.suppliers_why_spelling,
  'cut-short': m.suppliers_why_cut_short,
}

/** Why a text means its supplier without anybody being asked. */
export function recognisedWhy({ how, designation }: Pick<RecognisedSupplier, 'how' | 'designation'>): string {
  return hows[how]({ text: designation })
}

const reasons: Record<SupplierSuggestion['reason'], () => string> = {
  'same-name': m.suppliers_reason_same_name,
  'other-spelling': m.suppliers_reason_other_spelling,
  'other-country': m.suppliers_reason_other_country,
  'other-city': m.suppliers_reason_other_city,
  'same-beginning': m.suppliers_reason_same_beginning,
  'all-words': m.suppliers_reason_all_words,
  misspelled: m.suppliers_reason_misspelled,
  'common-words': m.suppliers_reason_common_words,
}

/** Why a supplier is suggested: `Samma butik i en annan stad: ICA MAXI LUND`. */
export function suggestionReason({ reason, like, isTaught }: SupplierSuggestion): string {
  return isTaught ? m.suppliers_reason_taught({ reason: reasons[reason](), text: like }) : reasons[reason]()
}

export function percentOf(confidence: number): string {
  return m.suppliers_percent({ percent: String(Math.round(confidence * 100)) })
}
