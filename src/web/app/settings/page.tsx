import { Link } from 'react-router'
import type { SettingsPage as Page } from '#connections/contract.ts'
import * as m from '#messages'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useSettings } from '../use-settings.ts'
import { ApprovalSection } from './approval-section.tsx'
import { SettingsForm } from './settings-form.tsx'

export default function SettingsPage() {
  const settings = useSettings()
  return (
    <>
      <PageHeader title={m.connections_settings_title()} />
      <div className="px-4 pb-12 wide:px-6">
        {settings.isPending && <SkeletonRows rows={8} columns="180px minmax(0,1fr)" className="max-w-[46rem]" />}
        {settings.isError && !settings.data && (
          <LoadFailed title={m.connections_settings_load_failed()} error={settings.error} onRetry={settings.refetch} />
        )}
        {settings.data && <LoadedSettings page={settings.data} />}
        <ApprovalSection />
      </div>
    </>
  )
}

function LoadedSettings({ page }: { page: Page }) {
  const name = page.systemName
  if (!page.isConnected && page.accounts.length === 0) {
    return (
      <EmptyState
        title={m.connections_settings_unconnected_title()}
        lines={[m.connections_settings_unconnected_text({ name })]}
        actions={
          <Button asChild variant="primary">
            <Link to="/app/connectors">{m.connections_settings_unconnected_link()}</Link>
          </Button>
        }
      />
    )
  }
  return (
    <div className="grid gap-6">
      <div className="grid max-w-[64ch] gap-2 text-ink-2">
        <p>{m.connections_settings_intro({ name })}</p>
        {page.lockedUntil !== null && <p>{m.connections_settings_locked({ date: page.lockedUntil })}</p>}
        {!page.isConnected && (
          <StateMark state="attention" wraps>
            {m.connections_settings_lost({ name })}{' '}
            <Link className="link" to="/app/connectors">
              {m.connections_settings_unconnected_link()}
            </Link>
          </StateMark>
        )}
      </div>
      <SettingsForm page={page} />
    </div>
  )
}
