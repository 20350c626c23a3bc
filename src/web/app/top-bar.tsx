import { Bell, ChevronRight, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages'
import { useSession } from '../session.ts'
import { useSignOut } from '../sign-out.ts'
import { Sheet } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LocaleSwitch } from '../ui/locale-switch.tsx'
import { Menu } from '../ui/menu.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { useCurrentBreadcrumb } from './breadcrumb.ts'
import { entryOf, pageName } from './navigation.ts'
import { NavigationBody } from './side-navigation.tsx'

/** Breadcrumb, palette, language, theme, notifications, account; on the phone the menu's button and the name. Props: onPalette. */
export function TopBar({ onPalette }: { onPalette: () => void }) {
  return (
    <header className="z-20 flex print:hidden h-14 flex-none items-center gap-1 border-b border-rule bg-sheet pr-2 pl-1 max-wide:sticky max-wide:top-0 wide:h-12 wide:pr-5 wide:pl-6">
      <MenuDrawer />
      <Link to="/app/dashboard" className="ml-1 wide:hidden">
        <Wordmark />
      </Link>
      <Breadcrumb />
      <span className="flex-1" />
      <button
        type="button"
        onClick={onPalette}
        className="mr-2 flex h-[30px] w-[264px] items-center gap-2 rounded-2 border border-edge pr-1.5 pl-2.5 text-ink-3 hover:border-ink-2 max-wide:hidden"
      >
        <Search size={14} strokeWidth={1.5} aria-hidden />
        <span className="min-w-0 flex-1 truncate text-left">{m.shell_palette_open()}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <IconButton label={m.shell_palette_search()} onClick={onPalette} className="wide:hidden">
        <Search size={16} strokeWidth={1.5} />
      </IconButton>
      <LocaleSwitch className="max-wide:hidden" />
      <ThemeSwitch className="max-wide:hidden" />
      <IconButton asChild label={m.shell_notifications()}>
        <Link to="/app/notifications">
          <Bell size={16} strokeWidth={1.5} />
        </Link>
      </IconButton>
      <AccountMenu />
    </header>
  )
}

function Breadcrumb() {
  const { pathname } = useLocation()
  const last = useCurrentBreadcrumb()
  const name = pageName(pathname)
  const home = entryOf(pathname)?.to ?? pathname
  return (
    <nav aria-label={m.shell_you_are_here()} className="flex min-w-0 items-center gap-2 text-ink-3 max-wide:hidden">
      {last === null ? (
        <span className="font-strong text-ink">{name}</span>
      ) : (
        <>
          <Link to={home} className="hover:text-ink">
            {name}
          </Link>
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden className="flex-none text-rule-strong" />
          <span className="truncate font-strong text-ink">{last}</span>
        </>
      )}
    </nav>
  )
}

function MenuDrawer() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label={m.shell_menu()} onClick={() => setIsOpen(true)} withTooltip={false} className="wide:hidden">
        <MenuIcon size={16} strokeWidth={1.5} />
      </IconButton>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={m.shell_menu()}
        side="left"
        className="w-[min(20rem,calc(100vw-3rem))]"
      >
        <div className="flex min-h-full flex-col pb-4">
          <NavigationBody onNavigate={() => setIsOpen(false)} />
          <div className="mx-3 mt-4 flex items-center justify-between border-t border-rule pt-2">
            <LocaleSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </Sheet>
    </>
  )
}

function AccountMenu() {
  const user = useSession()?.user
  const signOut = useSignOut()
  if (!user) return null
  const name = `${user.firstName} ${user.lastName}`
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="ml-1 grid size-8 flex-none place-items-center rounded-full bg-fir-soft text-11 font-head text-fir max-wide:mx-1 wide:ml-2 wide:size-[26px]"
        >
          <span aria-hidden="true">{initials(user.firstName, user.lastName)}</span>
          <span className="sr-only">{m.shell_account_of({ name })}</span>
        </button>
      }
      entries={[
        { kind: 'label', label: `${name}, ${user.email}` },
        {
          kind: 'link',
          to: '/app/account-settings',
          label: m.shell_account_settings(),
          icon: <UserRound size={16} strokeWidth={1.5} className="text-ink-3" />,
        },
        { kind: 'line' },
        {
          kind: 'action',
          label: m.shell_sign_out(),
          icon: <LogOut size={16} strokeWidth={1.5} className="text-ink-3" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  )
}

function initials(firstName: string, lastName: string): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase()
}
