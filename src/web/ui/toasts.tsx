import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner'
import * as m from '#messages'
import { readSession, useSession } from '../session.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Kbd } from './kbd.tsx'
import { type MarkState, StateGlyph } from './state-mark.tsx'
import { giveFocusBack, hasLostFocus, leadToToasts } from './toast-key.ts'
import { gravestOf, makeRoomFor, seenOf, takeRoom, toastGap, watchWidth } from './toast-room.ts'

export type ToastType = 'success' | 'error' | 'warn' | 'info'
export type Toast = {
  type: ToastType
  /** What happened. */
  title: string
  text?: ReactNode
  link?: { to: string; label: string }
  action?: { label: string; run: () => void }
  /** A toast with the id of one that is open replaces it. */
  id?: string
  /** Of a state that lasts, not of something that happened: what failed just before it stays in sight. */
  isOfState?: boolean
}

/** Presses that follow so soon are one. */
const doublePressMs = 1_000
const marks: Record<ToastType, MarkState> = { success: 'done', error: 'error', warn: 'attention', info: 'duplicate' }
const words: Record<ToastType, () => string> = {
  success: m.shell_toast_success,
  error: m.shell_toast_error,
  warn: m.shell_toast_warn,
  info: m.shell_toast_info,
}

/** The newest of each id. */
const shown = new Map<string | number, Toast>()

type Company = { id: string; name: string } | null
let toldOf: Company = null

/** Tells what happened; stays until closed. It is of the company that is current, unless `toastsOf` says another. */
export function showToast(toast: Toast): void {
  const id = toast.id ?? crypto.randomUUID()
  const company = toldOf ?? readSession()?.company ?? null
  shown.set(id, toast)
  const show = () => {
    // One that has been replaced may yet be told of a new width, and would take the place of what replaced it.
    if (shown.get(id) !== toast) return
    sonner.custom(
      (key) => <ToastBody toast={toast} company={company} onClose={() => sonner.dismiss(key)} onResize={show} />,
      { id, duration: Number.POSITIVE_INFINITY, onDismiss: () => void (shown.get(id) === toast && shown.delete(id)) },
    )
  }
  show()
}

/** Of what is no longer so. */
export const closeToast = (id: string): void => void sonner.dismiss(id)

/** Toasts shown while `tell` runs are of that company, whichever is current by then. */
export function toastsOf<Told>(company: Company, tell: () => Told): Told {
  toldOf = company
  try {
    return tell()
  } finally {
    toldOf = null
  }
}

/** `onResize`: it is shown anew, whereby those below it are placed anew. */
type BodyProps = { toast: Toast; company: Company; onClose: () => void; onResize: () => void }

/** What Sonner puts around a toast is a stop for Tab where nothing can be pressed, and from there on Tab led back to where it came from. */
const leaveToTab = (body: Element | null): void => body?.closest('li')?.removeAttribute('tabindex')

function ToastBody({ toast, company, onClose, onResize }: BodyProps) {
  const body = useRef<HTMLDivElement>(null)
  const resize = useEffectEvent(onResize)
  useLayoutEffect(() => (body.current ? watchWidth(body.current, () => resize()) : undefined), [])
  useEffect(() => takeRoom(body.current), [])
  useLayoutEffect(() => leaveToTab(body.current), [])
  useEffect(() => () => void (hasLostFocus() && giveFocusBack()), [])
  const current = useSession()?.company
  // In another company its link would lead astray, and its action be that company's.
  const isElsewhere = company !== null && current !== null && current !== undefined && company.id !== current.id
  const { link, action } = isElsewhere ? {} : toast
  const usedAt = useRef(Number.NEGATIVE_INFINITY)
  return (
    // Sonner would take the focus back from whatever it goes on to, and a menu that is opened then would close at once.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, only not told on
    <div
      ref={body}
      onFocus={(event) => event.stopPropagation()}
      role={toast.type === 'error' ? 'alert' : undefined}
      className="grid w-(--toast-width) max-wide:w-[calc(100vw-2rem)] font-sans grid-cols-[14px_minmax(0,1fr)_24px] gap-x-3 gap-y-0.5 rounded-3 bg-float py-3 pr-2 pl-3.5 text-13 shadow-float [--hole:var(--float)]"
    >
      <StateGlyph state={marks[toast.type]} className="mt-[3px]" />
      <p className="font-strong wrap-anywhere">
        <span className="sr-only">{words[toast.type]()}: </span>
        {toast.title}
      </p>
      {isElsewhere && <p className="col-start-2 text-12 text-ink-3">{company.name}</p>}
      {(toast.text !== undefined || link || action) && (
        <p className="col-start-2 wrap-anywhere text-ink-2">
          {toast.text}{' '}
          {link && (
            <Link to={link.to} className="link" onClick={onClose}>
              {link.label}
            </Link>
          )}
          {action && (
            <button
              type="button"
              className="link"
              onClick={({ timeStamp }) => {
                // It stays: what is told next may take its place, and where it failed it can be taken again.
                if (timeStamp - usedAt.current < doublePressMs) return
                usedAt.current = timeStamp
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          {(link || action) && (
            <span aria-hidden className="ml-2">
              <Kbd>Alt T</Kbd>
            </span>
          )}
        </p>
      )}
      <IconButton
        label={m.shell_close()}
        withTooltip={false}
        className="col-start-3 row-start-1 size-6"
        onClick={onClose}
      >
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}

/** Where toasts are shown (--toast-top and -right in theme.css): newest on top, the others once all are asked for. Once, in the app's layout. */
export function Toaster() {
  const { toasts } = useSonner()
  useEffect(leadToToasts, [])
  const [showsAll, setShowsAll] = useState(false)
  const told = toasts.map(({ id }) => shown.get(id))
  const seen = seenOf(told)
  // With one button alone it would be half empty, and each toast has a button that closes it.
  const hasBar = toasts.length > seen
  useLayoutEffect(() => makeRoomFor(seen), [seen])
  const hidden = gravestOf(told.slice(seen).map((toast) => toast?.type))
  return (
    <>
      {hasBar && (
        <div className="fixed top-16 right-4 z-[60] flex w-(--toast-width) items-center justify-end gap-2 rounded-3 bg-float p-1.5 shadow-float max-wide:left-4 max-wide:w-auto wide:top-(--toast-top) wide:right-(--toast-right) broad:top-px broad:right-[30rem] broad:w-auto">
          {!showsAll && hidden && <StateGlyph state={marks[hidden]} className="ml-1.5" />}
          <Button onClick={() => setShowsAll(!showsAll)} className="mr-auto">
            {showsAll ? m.shell_toast_show_fewer() : m.shell_toast_show_all({ count: String(toasts.length) })}
          </Button>
          <Button onClick={() => sonner.dismiss()}>{m.shell_toast_close_all()}</Button>
        </div>
      )}
      <Sonner
        position="top-right"
        expand
        gap={toastGap}
        visibleToasts={showsAll ? 100 : seen}
        offset={{
          top: hasBar ? 'calc(var(--toast-top) + var(--toast-bar))' : 'var(--toast-top)',
          right: 'var(--toast-right)',
        }}
        mobileOffset={{ top: hasBar ? 132 : 64, right: 16, left: 16 }}
        hotkey={[]}
        customAriaLabel={`${m.shell_toast_region()} Alt T`}
        // Above dialogs; below a menu that is opened where they are.
        style={{ '--width': 'var(--toast-width)', zIndex: 60 } as React.CSSProperties}
      />
    </>
  )
}
