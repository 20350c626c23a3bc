/**
 * For Radix's `onCloseAutoFocus`, which comes a moment after something closed, on a busy machine a long one: focus goes
 * back to the trigger only where nobody has taken it elsewhere meanwhile.
 */
export function leaveFocusElsewhere(event: Event): void {
  if (document.activeElement !== null && document.activeElement !== document.body) event.preventDefault()
}
