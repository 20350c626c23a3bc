import { Link } from 'react-router'
import * as m from '#messages'
import { SectionHeader } from '../../ui/page-header.tsx'
import type { TemplateSummary } from './use-overview.ts'

const shown = 6

/** The templates at hand, each leading to its mapping. */
export function TemplatesSection({ templates }: { templates: readonly TemplateSummary[] }) {
  return (
    <section aria-labelledby="templates">
      <SectionHeader
        id="templates"
        title={m.activity_dashboard_templates()}
        aside={
          <Link to="/app/template/overview" className="link">
            {m.activity_dashboard_templates_all()}
          </Link>
        }
      />
      {templates.length === 0 && <p className="py-4 text-ink-2">{m.activity_dashboard_templates_empty()}</p>}
      <ul>
        {templates.slice(0, shown).map(({ id, name, bank }) => (
          <li key={id} className="flex min-h-row items-center justify-between gap-4 border-b border-rule">
            <Link to={`/app/template/${id}/mapping`} className="truncate hover:text-fir">
              {name}
            </Link>
            <span className="flex-none text-12 text-ink-3">{bank}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
