import * as m from '#messages'
import { type PaymentState, stateOf, unclearState } from '#templates/rules/words/payment-states.ts'

/** Those that a rule of a template may give. */
type RowState = Exclude<PaymentState, 'returned'>

/** How each is written in a template: words that a file may use too. */
export const rowStateValues: Record<RowState, string> = {
  pending: 'pending',
  void: 'declined',
  unclear: unclearState,
  done: 'booked',
}
export function rowStateOf(value: string): RowState {
  const state = stateOf(value)
  return state === 'returned' ? 'unclear' : state
}
export const rowStates = Object.keys(rowStateValues) as RowState[]

const names: Record<RowState, () => string> = {
  pending: m.templates_row_state_pending,
  void: m.templates_row_state_void,
  unclear: m.templates_row_state_unclear,
  done: m.templates_row_state_done,
}
export const rowStateName = (state: RowState) => names[state]()

/** What a rule of the template gave, in the reader's language; any other word as it stands. */
export function rowStateText(value: string): string {
  const state = rowStates.find((one) => rowStateValues[one] === value)
  return state ? rowStateName(state) : value
}
