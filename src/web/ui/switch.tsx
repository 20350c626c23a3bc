import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

export type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

/** Something that is on or off, at once; in forced colours only what has one of the system's is seen. Props: checked, onChange, label, help, disabled. */
export function Switch({ checked, onChange, label, help, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <span className="grid">
        <label htmlFor={id} className="font-strong select-none">
          {label}
        </label>
        {help !== undefined && (
          <span id={`${id}-help`} className="max-w-prose text-ink-2">
            {help}
          </span>
        )}
      </span>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
        className="h-6 w-10 flex-none rounded-full border border-edge bg-sheet p-0.5 transition-colors disabled:cursor-not-allowed disabled:border-rule-strong disabled:bg-sunk data-[state=checked]:border-fir data-[state=checked]:bg-fir forced-colors:data-[state=checked]:bg-[color:Highlight]"
      >
        <Radix.Thumb className="block size-[18px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-fir forced-colors:bg-[color:ButtonText] forced-colors:data-[state=checked]:bg-[color:HighlightText]" />
      </Radix.Root>
    </div>
  )
}
