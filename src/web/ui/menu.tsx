import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from './class-names.ts'
import { guardClosing } from './double-press.ts'
import { leaveFocusElsewhere, rememberMenuButton } from './leave-focus.ts'

export type MenuEntry =
  | {
      kind: 'action'
      label: ReactNode
      icon?: ReactNode
      hint?: ReactNode
      onSelect: () => void
      isDisabled?: boolean
      isChecked?: boolean
      /** Several can be switched before the menu is closed. */
      staysOpen?: boolean
      isDanger?: boolean
    }
  | { kind: 'link'; label: ReactNode; icon?: ReactNode; to: string }
  | { kind: 'label'; label: ReactNode }
  | { kind: 'line' }

const itemClasses =
  'flex min-h-[34px] cursor-default items-center gap-2.5 px-3 py-1 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:lit'

/** A list of commands under a button. Props: trigger (one button element), entries (action|link|label|line), align, className. */
export function Menu({
  trigger,
  entries,
  align = 'end',
  className,
}: {
  trigger: ReactNode
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  className?: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root modal={false} onOpenChange={(isOpen) => isOpen && rememberMenuButton(button.current)}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveFocusElsewhere}
          className={cn(
            'z-70 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-52 floating-in overflow-y-auto rounded-3 bg-float py-1 shadow-float',
            className,
          )}
        >
          {entries.map((entry, position) => (
            <MenuRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an open menu do not move
              key={position}
              entry={entry}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function MenuRow({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'line') return <Radix.Separator className="my-1 border-t border-rule" />
  if (entry.kind === 'label') return <Radix.Label className="px-3 py-1.5 text-12 text-ink-3">{entry.label}</Radix.Label>
  if (entry.kind === 'link') {
    return (
      <Radix.Item asChild onSelect={guardClosing} className={itemClasses}>
        <Link to={entry.to}>
          {entry.icon}
          {entry.label}
        </Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item
      {...(entry.isChecked !== undefined && { role: 'menuitemcheckbox', 'aria-checked': entry.isChecked })}
      onSelect={(event) => {
        if (entry.staysOpen) event.preventDefault()
        else guardClosing()
        entry.onSelect()
      }}
      disabled={entry.isDisabled ?? false}
      className={cn(itemClasses, entry.isDanger && 'text-error')}
    >
      {entry.isChecked !== undefined && (
        <span className="w-4 flex-none text-fir">
          {entry.isChecked && <Check size={16} strokeWidth={1.5} aria-hidden />}
        </span>
      )}
      {entry.icon}
      <span className="min-w-0 wrap-anywhere">{entry.label}</span>
      {entry.hint !== undefined && (
        <span className="figures ml-auto flex-none pl-4 text-12 text-ink-3">{entry.hint}</span>
      )}
    </Radix.Item>
  )
}
