import { Link } from 'react-router'
import * as m from '#messages'
import { cn } from '../../ui/class-names.ts'

/** Into the accounting system, or out of it. */
export function MovementTabs({ isExports }: { isExports: boolean }) {
  const tabs = [
    { to: '/app/imports', label: m.exports_tab_imports(), isCurrent: !isExports },
    { to: '/app/imports?tab=exports', label: m.exports_tab_exports(), isCurrent: isExports },
  ]
  return (
    <nav aria-label={m.exports_tabs()} className="mb-6 flex gap-6 border-b border-rule-strong px-4 wide:px-6">
      {tabs.map(({ to, label, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-10 flex-none items-center border-b-3 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-wide:h-11',
            isCurrent && 'border-ink font-strong text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
