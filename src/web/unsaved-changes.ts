import { useEffect, useSyncExternalStore } from 'react'

/** The forms on the page that hold something unsaved. */
const forms = new Set<symbol>()
type Question = { answer(mayLeave: boolean): void }
let question: Question | null = null
const listeners = new Set<() => void>()

/** The browser's own words, for a closed tab and a reload: no page may put its own there. */
const askBrowser = (event: Event) => event.preventDefault()

/** A form holds something unsaved. Answers how to take that back, once it is saved or gone. */
export function markUnsaved(): () => void {
  const form = Symbol()
  forms.add(form)
  window.addEventListener('beforeunload', askBrowser)
  tell()
  return () => {
    forms.delete(form)
    if (forms.size === 0) window.removeEventListener('beforeunload', askBrowser)
    tell()
  }
}

/** For each form that is filled in to be saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? markUnsaved() : undefined), [isUnsaved])
}

export const hasUnsaved = () => forms.size > 0

export const useHasUnsaved = () => useSyncExternalStore(subscribe, hasUnsaved, () => false)

/** What every way on within the app saves, as a cell that is written in: only a tab that is closed meanwhile would lose it. */
export function useLostWithTab(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: Event) => event.preventDefault() // a listener of its own: the forms take theirs away
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/** The person gives up what is unsaved: nothing asks about it on the way out. */
export function giveUpUnsaved(): void {
  forms.clear()
  window.removeEventListener('beforeunload', askBrowser)
  tell()
}

/**
 * To be asked before anything that takes a form away without a change of page: another language, another company, signing out,
 * the drawer that it stands in. True at once where nothing is unsaved, otherwise what the person answers.
 */
export function mayLeave(): Promise<boolean> {
  if (forms.size === 0) return Promise.resolve(true)
  question?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  question = {
    answer(mayLeave) {
      question = null
      if (mayLeave) giveUpUnsaved()
      resolve(mayLeave)
      tell()
    },
  }
  tell()
  return promise
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLeaveQuestion(): Question | null {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  )
}
