import * as m from '#messages'
import { type PaymentState, unclearState } from '#templates/rules/row-marks.ts'

/** How each is written in a template: words that a file may use too. */
export const rowStateValues: Record<PaymentState, string> = {
  pending: 'pending',
  void: 'declined',
  unclear: unclearState,
  done: 'booked',
}
export const rowStates = Object.keys(rowStateValues) as PaymentState[]

const names: Record<PaymentState, () => string> = {
  pending: m.templates_row_state_pending,
  void: m.templates_row_state_void,
  unclear: m.templates_row_state_unclear,
  done: m.templates_row_state_done,
}
export const rowStateName = (state: PaymentState) => names[state]()

/** What a rule of the template gave, in the reader's language; any other word as it stands. */
export function rowStateText(value: string): string {
  const state = rowStates.find((one) => rowStateValues[one] === value)
  return state ? rowStateName(state) : value
}
