import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import * as m from '#messages'
import { cn } from './class-names.ts'
import { createOpeningGuard, guardClosing } from './double-press.ts'
import { IconButton } from './icon-button.tsx'
import { createFocusReturn } from './leave-focus.ts'

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, right; the primary one last. */
  actions?: ReactNode
  className?: string
}

const veil = 'fixed inset-0 z-40 bg-[oklch(0.2_0.01_150/0.35)] floating-in'

/** A press beside a dialog that does not close it, as the second of a double one, takes the focus nowhere. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function CloseButton() {
  // It goes with the dialog, however that is closed.
  useEffect(() => guardClosing, [])
  return (
    <Radix.Close asChild>
      <IconButton label={m.shell_close()} withTooltip={false} className="-mr-1.5">
        <X size={16} strokeWidth={1.5} />
      </IconButton>
    </Radix.Close>
  )
}

const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/** What scrolls and holds nothing that takes the focus takes it itself, also where what it holds came or grew later. */
function reachByKeyboard(body: HTMLDivElement | null): (() => void) | undefined {
  if (!body) return undefined
  const judge = () => {
    if (body.scrollHeight > body.clientHeight && !body.querySelector(stops)) body.tabIndex = 0
    else if (document.activeElement !== body) body.removeAttribute('tabindex')
  }
  const [sizes, contents] = [new ResizeObserver(judge), new MutationObserver(judge)]
  sizes.observe(body)
  contents.observe(body, { childList: true, subtree: true, characterData: true })
  return () => {
    sizes.disconnect()
    contents.disconnect()
  }
}

/**
 * React hands an event on to where the dialog was called from: a dialog's form would submit the form that it stands in too,
 * and a file imported by the template chosen there while another is being made of it.
 */
const ownForms = { onSubmit: (event: FormEvent) => event.stopPropagation() }

/** Enter that opened the question and is still held down does not answer it too. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault()
}

/** Where the focus goes, and that the press that opened it may have been a double one. */
function createOpening() {
  const [focus, { open, ...guard }] = [createFocusReturn(), createOpeningGuard()]
  return {
    ...focus,
    ...guard,
    onOpenAutoFocus(event: Event): void {
      open(event)
      focus.onOpenAutoFocus(event)
    },
  }
}

/** What is filled in is not thrown away by a press that went beside: Escape and the buttons close. */
function createFillingGuard({ onOpenAutoFocus, onPointerDownOutside, ...opening }: ReturnType<typeof createOpening>) {
  let isFilled = false
  return {
    ...opening,
    onOpenAutoFocus(event: Event): void {
      isFilled = false
      onOpenAutoFocus(event)
    },
    onInput(): void {
      isFilled = true
    },
    onPointerDownOutside(event: Parameters<typeof onPointerDownOutside>[0]): void {
      if (isFilled) event.preventDefault()
      else onPointerDownOutside(event)
    },
  }
}

/** A question that must be answered before going on. Props: isOpen, onOpenChange, title, description, children, actions. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions, className }: DialogProps) {
  const [opening] = useState(() => createFillingGuard(createOpening()))
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veil} onMouseDown={keepFocus} />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...opening}
          {...ownForms}
          onKeyDown={ignoreHeld}
          className={cn(
            'fixed top-(--dialog-top) left-1/2 z-50 grid max-h-[min(80vh,calc(100dvh-var(--dialog-top)-1rem))] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 grid-rows-[auto_minmax(0,1fr)_auto] floating-in rounded-3 bg-float wrap-anywhere shadow-float',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div>
              <Radix.Title className="text-18 font-head tracking-[-0.012em]">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <CloseButton />
          </header>
          <div ref={reachByKeyboard} className="overflow-y-auto px-5 pb-4 focus-visible:-outline-offset-2">
            {children}
          </div>
          {actions !== undefined && (
            <footer data-answers className="flex flex-wrap justify-end gap-2 border-t border-rule px-5 py-3">
              {actions}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A panel from the edge: `left` for the phone's menu, `right` for details on the phone. Props as Dialog, and side. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  actions,
  side = 'right',
  className,
}: DialogProps & { side?: 'left' | 'right' }) {
  const [opening] = useState(createOpening)
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={veil} onMouseDown={keepFocus} />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...opening}
          {...ownForms}
          className={cn(
            'fixed inset-y-0 z-50 flex w-[min(26rem,calc(100vw-3rem))] flex-col bg-paper wrap-anywhere shadow-float max-wide:pt-(--sheet-top)',
            side === 'left' ? 'left-0 drawer-in margin-line-r' : 'right-0 panel-in border-l border-rule-strong',
            className,
          )}
        >
          <header className="flex items-center justify-between gap-4 px-5 py-2">
            <Radix.Title className="text-18 font-head tracking-[-0.012em]">{title}</Radix.Title>
            <CloseButton />
          </header>
          {description !== undefined && (
            <Radix.Description className="px-5 pb-3 text-ink-2">{description}</Radix.Description>
          )}
          <div ref={reachByKeyboard} className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
            {children}
          </div>
          {actions !== undefined && (
            <footer className="flex flex-wrap gap-2 border-t border-rule px-5 py-3">{actions}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
