import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import * as m from '#messages'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { formatLongDate } from '../../ui/date-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestSection } from './latest-section.tsx'
import { RunsSection } from './runs-section.tsx'
import { TemplatesSection } from './templates-section.tsx'
import { type Overview, useOverview } from './use-overview.ts'
import { countGoing, findFirstSteps, findShownRuns, findWaiting } from './waiting.ts'
import { WaitingSection } from './waiting-section.tsx'

export default function DashboardPage() {
  const { overview, error, retry } = useOverview()
  if (overview) return <Dashboard overview={overview} />
  return (
    <>
      <PageHeader title={m.activity_dashboard_title()} meta={[formatLongDate(new Date())]} hasRule />
      {error ? (
        <LoadFailed title={m.activity_dashboard_load_failed()} error={error} onRetry={retry} />
      ) : (
        <SkeletonRows className="px-4 wide:px-6" columns="20px minmax(0,1fr) 90px" />
      )}
    </>
  )
}

function Dashboard({ overview }: { overview: Overview }) {
  const firstSteps = findFirstSteps(overview)
  if (firstSteps) {
    return (
      <>
        <PageHeader title={m.activity_dashboard_begin_title()} meta={[m.activity_dashboard_begin_text()]} hasRule />
        <FirstSteps {...firstSteps} />
      </>
    )
  }
  const waiting = findWaiting(overview)
  const isUnfinished = overview.runs.some(({ finishedAt }) => finishedAt === null)
  const going = countGoing(overview)
  return (
    <>
      <PageHeader
        title={waitingTitle(waiting.length)}
        meta={[formatLongDate(new Date()), ...(going > 0 ? [goingText(going)] : [])]}
        hasRule
        actions={
          <Button variant="primary" asChild>
            <Link to="/app/imports">
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              {m.activity_dashboard_new_import()}
            </Link>
          </Button>
        }
      />
      <div className="flex-1 broad:grid broad:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-8 *:min-w-0 px-4 pt-5 pb-7 wide:px-6">
          <WaitingSection waiting={waiting} isRunning={isUnfinished} />
          <RunsSection runs={findShownRuns(overview.runs)} connectors={overview.connectors} />
          <LatestSection isRunning={going > 0} />
        </div>
        <div className="grid content-start gap-8 *:min-w-0 border-rule px-4 pt-5 pb-7 max-broad:border-t wide:px-6 wide:max-broad:grid-cols-2 broad:border-l">
          <ConnectionsSection connectors={overview.connectors} />
          <TemplatesSection templates={overview.templates} />
        </div>
      </div>
    </>
  )
}

function waitingTitle(count: number): string {
  if (count === 0) return m.activity_dashboard_waiting_none()
  if (count === 1) return m.activity_dashboard_waiting_one()
  return m.activity_dashboard_waiting_many({ count: groupDigits(count) })
}

function goingText(count: number): string {
  return count === 1
    ? m.activity_dashboard_runs_going_one()
    : m.activity_dashboard_runs_going_many({ count: groupDigits(count) })
}
