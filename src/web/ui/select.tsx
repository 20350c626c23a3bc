import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import * as m from '#messages'
import type { ListFailure } from '../list-failure.ts'
import { cn } from './class-names.ts'
import { guardClosing } from './double-press.ts'
import type { ControlProps } from './field.tsx'

export type SelectOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  isDisabled?: boolean
}
export type SelectProps<Value extends string> = Partial<ControlProps> & {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  /** The options are on their way. */
  isLoading?: boolean
  /** They could not be fetched: that is told in their place. */
  failure?: ListFailure | null
  size?: 'normal' | 'large'
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

/** Choose one of a few. Props: value, onChange, options {value, label, hint, isDisabled}[], placeholder, isLoading, failure, size normal|large, disabled, control props of Field. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  isLoading = false,
  failure = null,
  size = 'large',
  disabled = false,
  className,
  ...control
}: SelectProps<Value>) {
  function choose(chosen: string): void {
    guardClosing()
    onChange(chosen as Value)
  }
  return (
    <Radix.Root
      value={value ?? ''}
      onValueChange={choose}
      onOpenChange={(opens) => opens && failure?.retry()}
      disabled={disabled}
    >
      <Radix.Trigger
        {...control}
        className={cn(
          'flex w-full items-center justify-between gap-2 rounded-2 border border-edge bg-sheet text-left focus-visible:-outline-offset-1 aria-invalid:border-error data-[placeholder]:text-ink-3',
          'disabled:cursor-not-allowed disabled:border-rule-strong disabled:bg-sunk disabled:text-ink-3',
          size === 'large' ? 'h-control-l px-3 text-14' : 'h-control px-2.5',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder ?? m.shell_choose()} />
        </span>
        <ChevronDown size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-70 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) floating-in overflow-hidden rounded-3 bg-float shadow-float"
        >
          <Radix.Viewport className="py-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled ?? false}
                className="flex min-h-[34px] cursor-default items-center gap-2.5 px-3 py-1 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:lit"
              >
                <span className="w-4 flex-none text-fir">
                  <Radix.ItemIndicator>
                    <Check size={16} strokeWidth={1.5} />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.hint !== undefined && <span className="ml-auto pl-4 text-12 text-ink-3">{option.hint}</span>}
              </Radix.Item>
            ))}
            {isLoading && <p className="px-3 py-2 text-ink-2">{m.shell_loading()}</p>}
            {failure && (
              <p role="alert" className="max-w-80 px-3 py-2 text-error">
                {failure.text}
              </p>
            )}
            {options.length === 0 && !isLoading && !failure && (
              <p className="px-3 py-2 text-ink-2">{m.shell_nothing_to_choose()}</p>
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
