import * as m from '#messages'
import { PageHeader } from '../../ui/page-header.tsx'

export default function DashboardPage() {
  return <PageHeader title={m.shell_nav_dashboard()} />
}
