import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'
import { StateGlyph } from './state-mark.tsx'

/** What Field hands to its control: spread it on TextInput, Select, Combobox or any other. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** What is wrong and what to do. */
  error?: string | null | undefined
  /** Beside the label, right: a link, "optional". */
  aside?: ReactNode
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, the control, then help or error. Props: label, help, error, aside, children(control) => the control with `{...control}`. */
export function Field({ label, help, error, aside, className, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const hasMessage = Boolean(error) || help !== undefined
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1.5', className)}>
      <label htmlFor={id} className="row-start-1 font-strong">
        {label}
      </label>
      <div className="col-span-2 row-start-2 grid grid-cols-[minmax(0,1fr)]">
        {children({ id, ...(hasMessage && { 'aria-describedby': messageId }), ...(error && { 'aria-invalid': true }) })}
      </div>
      {/* Stands beside the label and comes after the control for the keyboard. */}
      {aside !== undefined && <div className="col-start-2 row-start-1">{aside}</div>}
      {error ? (
        <p id={messageId} className="col-span-2 row-start-3 flex items-start gap-1.5 text-12 text-error">
          <StateGlyph state="error" className="mt-0.5 size-3" />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={messageId} className="col-span-2 row-start-3 text-12 text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  )
}
