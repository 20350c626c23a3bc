import { useEffect, useEffectEvent } from 'react'

/** Whether keys belong to what is being typed in; nobody types in a radio button, which goes by arrows and space. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input:not([type=radio]), textarea, select, [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"]',
      ) !== null)
  )
}

/** Runs on single keys pressed anywhere outside fields, menus and dialogs. Return true from the handler when the key was used. */
export function useShortcuts(handle: (key: string, event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (handle(event.key, event)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
