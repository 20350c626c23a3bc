import { Link } from 'react-router'
import { cn } from './class-names.ts'

/** Parts of one page, each with its own address. Props: label (of the group), tabs {to, label, isCurrent}[]. */
export function PageTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; label: string; isCurrent: boolean }[]
}) {
  return (
    <nav aria-label={label} className="mb-6 flex print:hidden gap-6 border-b border-rule-strong px-4 wide:px-6">
      {tabs.map(({ to, label: text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-10 flex-none items-center border-b-3 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-wide:h-11',
            isCurrent ? 'border-ink font-strong text-ink' : 'forced-colors:border-b-0',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
