import {
  ArrowLeftRight,
  CircleQuestionMark,
  FileInput,
  LifeBuoy,
  type LucideIcon,
  Package,
  Plug,
  ReceiptText,
  Rows3,
  ScrollText,
  SlidersHorizontal,
  Store,
  TableProperties,
  Users,
} from 'lucide-react'
import * as m from '#messages'

export type NavigationEntry = {
  to: string
  label: () => string
  icon: LucideIcon
  /** G and then this letter goes there. */
  letter: string
  /** Opens a new group. */
  opensGroup?: true
}

/** The side navigation, in the order its users know. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/app/dashboard', label: m.shell_nav_dashboard, icon: Rows3, letter: 'd' },
  { to: '/app/template/overview', label: m.shell_nav_templates, icon: TableProperties, letter: 'm' },
  { to: '/app/imports', label: m.shell_nav_imports, icon: FileInput, letter: 'i' },
  { to: '/app/transaction', label: m.shell_nav_transactions, icon: ArrowLeftRight, letter: 't' },
  { to: '/app/settings', label: m.shell_nav_settings, icon: SlidersHorizontal, letter: 's', opensGroup: true },
  { to: '/app/mappedsuppliers', label: m.shell_nav_suppliers, icon: Store, letter: 'l' },
  { to: '/app/connectors', label: m.shell_nav_connectors, icon: Plug, letter: 'c' },
  { to: '/app/events', label: m.shell_nav_events, icon: ScrollText, letter: 'e', opensGroup: true },
  { to: '/app/users', label: m.shell_nav_users, icon: Users, letter: 'u' },
  { to: '/app/subscription', label: m.shell_nav_subscription, icon: Package, letter: 'p', opensGroup: true },
  { to: '/app/billing', label: m.shell_nav_billing, icon: ReceiptText, letter: 'b' },
  { to: '/app/faq', label: m.shell_nav_faq, icon: CircleQuestionMark, letter: 'f', opensGroup: true },
  { to: '/app/support', label: m.shell_nav_support, icon: LifeBuoy, letter: 'h' },
]

const otherPages: { path: string; label: () => string }[] = [
  { path: '/app/notifications', label: m.shell_notifications },
  { path: '/app/account-settings', label: m.shell_account_settings },
  { path: '/app/videoguides', label: m.shell_nav_videoguides },
]

/** The navigation entry a path belongs to: /app/template/{id}/mapping belongs to the templates. */
export function entryOf(pathname: string): NavigationEntry | undefined {
  const root = (path: string) => path.split('/').slice(0, 3).join('/')
  return navigation.find((entry) => root(entry.to) === root(pathname))
}

/** What a path is called in the breadcrumb and the window's title. */
export function pageName(pathname: string): string {
  const other = otherPages.find((page) => pathname.startsWith(page.path))
  return entryOf(pathname)?.label() ?? other?.label() ?? 'Radvis'
}
