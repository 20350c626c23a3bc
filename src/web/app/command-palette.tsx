import { Command } from 'cmdk'
import { Building2, Languages, LogOut, Moon, Plus, Search, Sun } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { changeLanguage } from '../change-language.ts'
import { useSession } from '../session.ts'
import { useSignOut } from '../sign-out.ts'
import { setTheme, useTheme } from '../theme-choice.ts'
import { Kbd } from '../ui/kbd.tsx'
import { createFocusReturn } from '../ui/leave-focus.ts'
import { useGoToCompany } from './go-to-company.ts'
import { useGoToPage } from './go-to-page.ts'
import { navigation } from './navigation.ts'

type PaletteCommand = { id: string; label: string; icon: ReactNode; keys?: string; run: () => void }
type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

const groupClasses =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3'

/** Ctrl K: goes anywhere and does what is done often. Props: isOpen, onOpenChange. */
export function CommandPalette({ isOpen, onOpenChange }: Props) {
  useControlK(() => onOpenChange(!isOpen))
  const [focus] = useState(createFocusReturn)
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 floating-in bg-[oklch(0.2_0.01_150/0.35)]" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed top-[14vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-3 bg-float shadow-float"
        >
          <Dialog.Title className="sr-only">{m.shell_palette_title()}</Dialog.Title>
          <Commands onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Commands({ onDone }: { onDone: () => void }) {
  const destinations = useDestinations()
  const actions = useActions()
  return (
    <Command loop label={m.shell_palette_title()}>
      <div className="flex h-11 items-center gap-2.5 border-b border-rule px-3 text-ink-3">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <Command.Input
          placeholder={m.shell_palette_placeholder()}
          className="h-full w-full bg-transparent text-14 text-ink outline-none"
        />
      </div>
      <Command.List label={m.shell_palette_title()} className="max-h-[min(26rem,60vh)] overflow-y-auto pb-1.5">
        <Command.Empty className="px-3 py-3 text-ink-2">{m.shell_palette_none()}</Command.Empty>
        {[
          { heading: m.shell_palette_go(), commands: destinations },
          { heading: m.shell_palette_do(), commands: actions },
        ].map(({ heading, commands }) => (
          <Command.Group key={heading} heading={heading} className={groupClasses}>
            {commands.map((command) => (
              <Command.Item
                key={command.id}
                value={command.id}
                keywords={[command.label]}
                onSelect={() => {
                  onDone()
                  command.run()
                }}
                className="flex h-[34px] cursor-default items-center gap-2.5 px-3 select-none data-[selected=true]:lit max-wide:h-11 [&>svg]:text-ink-3"
              >
                {command.icon}
                <span className="truncate">{command.label}</span>
                {command.keys && (
                  <span className="ml-auto">
                    <Kbd>{command.keys}</Kbd>
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

function useDestinations(): PaletteCommand[] {
  const goToPage = useGoToPage()
  return navigation.map(({ to, label, icon: Icon, letter }) => ({
    id: to,
    label: label(),
    icon: <Icon size={16} strokeWidth={1.5} aria-hidden />,
    keys: `G ${letter.toUpperCase()}`,
    run: () => goToPage(to),
  }))
}

function useActions(): PaletteCommand[] {
  const goToPage = useGoToPage()
  const session = useSession()
  const theme = useTheme()
  const signOut = useSignOut()
  const goToCompany = useGoToCompany()
  const other = getLocale() === 'sv' ? 'en' : 'sv'
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
  const companies = (session?.companies ?? []).filter((company) => company.id !== session?.company?.id)
  return [
    {
      id: 'new-import',
      label: m.shell_palette_new_import(),
      icon: <Plus {...icon} />,
      run: () => goToPage('/app/imports'),
    },
    ...companies.map((company) => ({
      id: company.id,
      label: m.shell_palette_company({ name: company.name }),
      icon: <Building2 {...icon} />,
      run: () => void goToCompany(company),
    })),
    theme === 'dark'
      ? { id: 'theme', label: m.shell_palette_theme_light(), icon: <Sun {...icon} />, run: () => setTheme('light') }
      : { id: 'theme', label: m.shell_palette_theme_dark(), icon: <Moon {...icon} />, run: () => setTheme('dark') },
    {
      id: 'language',
      label: m.shell_palette_language(),
      icon: <Languages {...icon} />,
      run: () => void changeLanguage(other),
    },
    { id: 'sign-out', label: m.shell_sign_out(), icon: <LogOut {...icon} />, run: () => void signOut() },
  ]
}

function useControlK(toggle: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
