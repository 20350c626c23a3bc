import { Link, NavLink, useLocation } from 'react-router'
import * as m from '#messages'
import { useSession } from '../session.ts'
import { cn } from '../ui/class-names.ts'
import { StateMark } from '../ui/state-mark.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import { entryOf, navigation } from './navigation.ts'
import { useConnectors } from './use-connectors.ts'

/** The navigation beside the work on a wide screen. */
export function SideNavigation() {
  return (
    <aside className="sticky top-0 flex print:hidden h-dvh flex-col overflow-y-auto bg-paper pb-3 max-wide:hidden">
      <Link to="/app/dashboard" className="flex h-12 flex-none items-center pl-5">
        <Wordmark />
      </Link>
      <NavigationBody />
    </aside>
  )
}

/** Company, entries and state of the connections: the same in the phone's drawer. Props: onNavigate. */
export function NavigationBody({ onNavigate }: { onNavigate?: () => void }) {
  const { pathname } = useLocation()
  const current = entryOf(pathname)
  return (
    <>
      <CompanySwitcher {...(onNavigate && { onSwitched: onNavigate })} />
      <nav aria-label={m.shell_main_menu()}>
        <ul>
          {navigation.map((entry) => {
            const Icon = entry.icon
            return (
              <li key={entry.to} className={cn(entry.opensGroup && 'mt-[9px] border-t border-rule pt-[9px]')}>
                <NavLink
                  to={entry.to}
                  aria-current={entry === current ? 'page' : undefined}
                  {...(onNavigate && { onClick: onNavigate })}
                  className={cn(
                    'relative flex h-[30px] items-center gap-2.5 pr-4 pl-5 text-ink-2 hover:bg-sunk hover:text-ink focus-visible:-outline-offset-2 max-wide:h-11',
                    entry === current &&
                      'bg-sheet font-strong text-ink before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-fir before:drawn hover:bg-sheet',
                  )}
                >
                  <Icon
                    size={16}
                    strokeWidth={1.5}
                    aria-hidden
                    className={entry === current ? 'text-fir' : 'text-ink-3'}
                  />
                  {entry.label()}
                </NavLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <ConnectionStates />
    </>
  )
}

const connectorsMs = 30_000

/** How the company's links stand: one may be lost while nobody looks at them. */
function ConnectionStates() {
  useConnectors({ everyMs: connectorsMs })
  const integrations = useSession()?.integrations ?? []
  return (
    <ul className="mt-auto grid gap-1 px-5 pt-4 text-12 [--hole:var(--paper)]">
      {integrations.map((integration) => (
        <li key={integration.connectorId}>
          {integration.state === 'connected' ? (
            <StateMark state="done">{m.shell_connected({ name: integration.displayName })}</StateMark>
          ) : (
            <Link to="/app/connectors" className="underline underline-offset-3">
              {/* Its last word is the one that matters. */}
              <StateMark state="attention" wraps>
                {m.shell_disconnected({ name: integration.displayName })}
              </StateMark>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
