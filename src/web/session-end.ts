import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession, type Session } from './session.ts'

type Over = { settled: Promise<void>; settle(): void }

/** Whether a page is shown that can ask to sign in again without being left. */
let askers = 0
let over: Over | null = null
const listeners = new Set<() => void>()

/** While a page that can ask for it is shown. Answers how to withdraw. */
export function offerToSignInAgain(): () => void {
  askers++
  return () => {
    askers--
    if (askers === 0) stopWaiting()
  }
}

/**
 * The server refuses this session's token: resolves when the person has signed in again, here or in another tab, and
 * what was refused may be sent once more, or when it is clear that they will not. Null where nobody can be asked.
 */
export function waitToSignInAgain(refused: Session): Promise<void> | null {
  if (askers === 0) return null
  if (over === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const forget = onSessionChange(() => readSession()?.token !== refused.token && stopWaiting())
    over = {
      settled: promise,
      settle() {
        forget()
        over = null
        resolve()
        tell()
      },
    }
    tell()
  }
  return over.settled
}

/** The question is settled, or closed by who was asked: the calls that wait go on, or fail. */
export function stopWaiting(): void {
  over?.settle()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsSessionOver(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => over !== null,
    () => false,
  )
}
