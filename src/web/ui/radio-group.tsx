import { RadioGroup as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  help?: ReactNode
  isDisabled?: boolean
}
export type RadioGroupProps<Value extends string> = {
  label: ReactNode
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  isInline?: boolean
}

/** Choose one of two to five, all seen. Props: label, value, onChange, options {value, label, help, isDisabled}[], isInline. */
export function RadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
  isInline = false,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="font-strong">
        {label}
      </span>
      <Radix.Root
        aria-labelledby={`${id}-label`}
        value={value ?? ''}
        onValueChange={(chosen) => onChange(chosen as Value)}
        className={cn('flex gap-x-6 gap-y-2', !isInline && 'flex-col')}
      >
        {options.map((option) => (
          <div key={option.value} className="flex items-start gap-2">
            <Radix.Item
              id={`${id}-${option.value}`}
              value={option.value}
              disabled={option.isDisabled ?? false}
              className="mt-0.5 grid size-4 flex-none place-items-center rounded-full border border-edge bg-sheet disabled:bg-sunk data-[state=checked]:border-fir"
            >
              <Radix.Indicator className="block size-2 rounded-full bg-fir forced-colors:bg-[color:ButtonText]" />
            </Radix.Item>
            <span className="grid">
              <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
              {option.help !== undefined && <span className="text-12 text-ink-3">{option.help}</span>}
            </span>
          </div>
        ))}
      </Radix.Root>
    </div>
  )
}
