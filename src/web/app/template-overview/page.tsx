import * as m from '#messages'
import { PageHeader } from '../../ui/page-header.tsx'

export default function TemplateOverviewPage() {
  return <PageHeader title={m.shell_nav_templates()} />
}
