import { Command } from 'cmdk'
import { Check, ChevronDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import * as m from '#messages'
import type { ListFailure } from '../list-failure.ts'
import { cn } from './class-names.ts'
import { guardClosing } from './double-press.ts'
import type { ControlProps } from './field.tsx'
import { leaveFocusElsewhere } from './leave-focus.ts'
import { matchOption } from './match-option.ts'

export type ComboboxOption = {
  value: string
  label: string /** right, small */
  hint?: ReactNode /** found by these too */
  keywords?: string[]
}
export type ComboboxProps = Partial<ControlProps> & {
  value: string | null
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  placeholder?: string
  searchPlaceholder?: string
  /** Given: the caller searches (a server); the list is shown as it comes. */
  onSearch?: (text: string) => void
  isLoading?: boolean
  /** The list could not be fetched: that is told in its place. */
  failure?: ListFailure | null
  emptyText?: string
  /** Below the list, e.g. a button that creates what was not found; gets the text and a way to close. */
  footer?: (search: string, close: () => void) => ReactNode
  size?: 'normal' | 'large'
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

const triggerClasses = cn(
  'flex w-full items-center justify-between gap-2 rounded-2 border border-edge bg-sheet text-left focus-visible:-outline-offset-1 aria-invalid:border-error',
  'disabled:cursor-not-allowed disabled:border-rule-strong disabled:bg-sunk disabled:text-ink-3',
)
const itemClasses =
  'flex min-h-[34px] cursor-default items-center gap-2.5 px-3 py-1 select-none data-[selected=true]:lit'

/** Choose one of many, with a search in the list. Props: value, onChange, options {value, label, hint, keywords}[], placeholder, searchPlaceholder, onSearch (server search), isLoading, failure, emptyText, footer(search, close), size, disabled, control props of Field. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    onChange,
    options,
    placeholder,
    size = 'large',
    disabled,
    className,
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-label': label,
  } = props
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const chosen = options.find((option) => option.value === value)
  function show(opens: boolean): void {
    setIsOpen(opens)
    if (opens) props.failure?.retry()
    // Opened again its search is empty: the list is not to be that of the search before.
    if (!opens) props.onSearch?.('')
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={show}>
      <Popover.Trigger
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-label={label}
        disabled={disabled}
        className={cn(triggerClasses, size === 'large' ? 'h-control-l px-3 text-14' : 'h-control px-2.5', className)}
      >
        <span className={cn('truncate', !chosen && 'text-ink-3')}>
          {chosen?.label ?? placeholder ?? m.shell_choose()}
        </span>
        <ChevronDown size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          aria-label={props.searchPlaceholder ?? m.shell_search()}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveFocusElsewhere}
          className="z-70 w-(--radix-popover-trigger-width) min-w-64 floating-in overflow-hidden rounded-3 bg-float shadow-float"
        >
          <ComboboxList
            {...props}
            onPick={(picked) => {
              guardClosing()
              onChange(picked)
              show(false)
            }}
            onClose={() => show(false)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ComboboxList({
  value,
  options,
  searchPlaceholder,
  onSearch,
  isLoading = false,
  failure = null,
  emptyText,
  footer,
  onPick,
  onClose,
}: ComboboxProps & { onPick: (value: string) => void; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [pointed, setPointed] = useState('')
  // What a server finds arrives late: Enter takes the first of it, never one of the list before.
  const isAmong = options.some((option) => option.value === pointed)
  const foot = footer?.(search, onClose)
  const first = isLoading ? '' : (options[0]?.value ?? '')
  return (
    <>
      <Command
        shouldFilter={onSearch === undefined}
        filter={matchOption}
        loop
        label={searchPlaceholder ?? m.shell_search()}
        {...(onSearch && { value: isAmong ? pointed : first, onValueChange: setPointed })}
      >
        <div className="flex h-10 items-center gap-2.5 border-b border-rule px-3 text-ink-3">
          <Search size={16} strokeWidth={1.5} aria-hidden />
          <Command.Input
            value={search}
            onValueChange={(text) => {
              setSearch(text)
              setPointed('')
              onSearch?.(text)
            }}
            placeholder={searchPlaceholder ?? m.shell_search()}
            className="h-full w-full bg-transparent text-14 text-ink outline-none"
          />
        </div>
        {/* Ends within a row, so that it is seen that there are more. */}
        <Command.List label={searchPlaceholder ?? m.shell_search()} className="max-h-76 overflow-y-auto py-1">
          {!failure && (
            <Command.Empty className="px-3 py-2 text-ink-2">
              {isLoading ? m.shell_loading() : (emptyText ?? nothingText(search))}
            </Command.Empty>
          )}
          {options.map((option) => (
            <Command.Item
              key={option.value}
              value={option.value}
              keywords={[option.label, ...(option.keywords ?? [])]}
              onSelect={() => onPick(option.value)}
              className={itemClasses}
            >
              <span className="w-4 flex-none text-fir">
                {option.value === value && <Check size={16} strokeWidth={1.5} aria-hidden />}
              </span>
              <span className="min-w-0 truncate">{option.label}</span>
              {option.hint !== undefined && (
                <span className="ml-auto flex-none pl-4 text-12 text-ink-3">{option.hint}</span>
              )}
            </Command.Item>
          ))}
        </Command.List>
        {failure && (
          <p role="alert" className="px-3 pt-1 pb-2 text-error">
            {failure.text}
          </p>
        )}
      </Command>
      {/* Outside the list, which takes Enter for a choice. */}
      {foot && <div className="border-t border-rule p-2">{foot}</div>}
    </>
  )
}

/** An empty list has nothing, whatever is searched for. */
const nothingText = (search: string) => (search.trim() === '' ? m.shell_nothing_to_choose() : m.shell_nothing_found())
