import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/**
 * A dialog that was left by mouse gives the focus back to what opened it: there nobody asked what that is, and the text would
 * lie over the row below, whose buttons could not be pressed.
 */
function keepClosed(event: FocusEvent): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/** Says more about what is pointed at or focused. Props: text, side, children (one element that takes focus). */
export function Tooltip({
  text,
  side = 'bottom',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild onFocus={keepClosed}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-70 max-w-72 floating-in rounded-3 bg-ink px-2 py-1 text-12 wrap-anywhere text-paper drawn"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
