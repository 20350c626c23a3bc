import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

export type CheckboxProps = {
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  /** Beside the box; without it give `aria-label`. */
  label?: ReactNode
  help?: ReactNode
  disabled?: boolean
  'aria-label'?: string
  /** -1 where another key does the same, as in a grid. */
  tabIndex?: -1
  className?: string
}

/** A box to tick. Props: checked (true|false|'indeterminate'), onChange, label, help, disabled, aria-label. */
export function Checkbox({ checked, onChange, label, help, disabled = false, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cn('flex items-start gap-2', className)}>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
        disabled={disabled}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
        {...rest}
        className="mt-0.5 grid size-4 flex-none place-items-center rounded-1 border border-edge bg-sheet text-on-fir transition-colors before:absolute before:size-6 disabled:cursor-not-allowed disabled:border-rule-strong disabled:bg-sunk data-[state=checked]:border-fir data-[state=checked]:bg-fir data-[state=indeterminate]:border-fir data-[state=indeterminate]:bg-fir"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? <Minus size={12} strokeWidth={2} /> : <Check size={12} strokeWidth={2} />}
        </Radix.Indicator>
      </Radix.Root>
      {label !== undefined && (
        <span className="grid">
          <label htmlFor={id} className={cn('select-none', disabled && 'text-ink-3')}>
            {label}
          </label>
          {help !== undefined && (
            <span id={`${id}-help`} className="text-12 text-ink-3">
              {help}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
