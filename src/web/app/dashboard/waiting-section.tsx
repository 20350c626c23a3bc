import { Link } from 'react-router'
import * as m from '#messages'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { type MarkState, StateGlyph } from '../../ui/state-mark.tsx'
import { outcomeText } from '../imports/sources/outcome-text.ts'
import { RecentText } from './recent-text.tsx'
import type { Waiting } from './waiting.ts'

/** What needs a person, each with the one thing to do about it. */
export function WaitingSection({ waiting, isRunning }: { waiting: readonly Waiting[]; isRunning: boolean }) {
  const none = isRunning ? m.activity_dashboard_waiting_running() : m.activity_dashboard_waiting_empty()
  return (
    <section aria-labelledby="waiting">
      <SectionHeader id="waiting" title={m.activity_dashboard_waiting()} />
      {waiting.length === 0 && <p className="py-4 text-ink-2">{none}</p>}
      <ul>
        {waiting.map((one) => (
          <WaitingRow key={keyOf(one)} waiting={one} />
        ))}
      </ul>
    </section>
  )
}

function WaitingRow({ waiting }: { waiting: Waiting }) {
  const { mark, title, text, action } = describe(waiting)
  return (
    <li className="grid min-h-[52px] grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule py-2 wide:grid-cols-[20px_minmax(0,1fr)_auto_112px]">
      <StateGlyph state={mark} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-strong">{title}</p>
        <p className="text-12 text-ink-2 wide:truncate">{text}</p>
      </div>
      <span className="w-24 text-12 text-ink-3 max-wide:hidden">
        {waiting.at && <RecentText instant={waiting.at} />}
      </span>
      <Button asChild>
        <Link to={action.to} aria-label={`${action.label}: ${title}`}>
          {action.label}
        </Link>
      </Button>
    </li>
  )
}

type Description = { mark: MarkState; title: string; text: string; action: { label: string; to: string } }

function describe(waiting: Waiting): Description {
  switch (waiting.kind) {
    case 'connection-lost':
    case 'connection-none':
    case 'template-none':
      return describeMissing(waiting)
    case 'import-failed':
    case 'rows':
    case 'ready':
      return describeImport(waiting)
    case 'source-failed':
      return describeSource(waiting)
    case 'refused':
      return describeRefused(waiting)
    case 'run-rejected':
    case 'run-unknown':
    case 'run-approval':
      return describeRun(waiting)
    case 'run-paused':
      return {
        mark: 'waiting',
        title: m.activity_dashboard_run_paused(),
        text: `${waiting.source}, ${waiting.target}`,
        action: { label: m.activity_dashboard_show(), to: `/app/transaction?run=${waiting.runId}` },
      }
  }
}

type Missing = Extract<Waiting, { kind: 'connection-lost' | 'connection-none' | 'template-none' }>

function describeMissing(waiting: Missing): Description {
  if (waiting.kind === 'template-none') {
    return {
      mark: 'attention',
      title: m.activity_dashboard_template_none(),
      text: m.activity_dashboard_template_none_text(),
      action: { label: m.activity_dashboard_create_template(), to: '/app/template/overview' },
    }
  }
  const { name } = waiting
  return waiting.kind === 'connection-lost'
    ? {
        mark: 'error',
        title: m.activity_dashboard_connection_lost({ name }),
        text: waiting.isSource ? m.activity_dashboard_source_lost_text() : m.activity_dashboard_connection_lost_text(),
        action: { label: m.activity_dashboard_reconnect(), to: '/app/connectors' },
      }
    : {
        mark: 'attention',
        title: m.activity_dashboard_connection_none({ name }),
        text: m.activity_dashboard_connection_none_text(),
        action: { label: m.activity_dashboard_connect(), to: '/app/connectors' },
      }
}

function describeRefused(waiting: Extract<Waiting, { kind: 'refused' }>): Description {
  const { fileName, importId, count, by, reason } = waiting
  return {
    mark: 'attention',
    title:
      count === 1
        ? m.activity_dashboard_refused_one()
        : m.activity_dashboard_refused_many({ count: groupDigits(count) }),
    text: m.activity_dashboard_refused_text({ file: fileName, name: by, reason }),
    action: { label: m.activity_dashboard_review(), to: `/app/imports/${importId}` },
  }
}

function describeSource(waiting: Extract<Waiting, { kind: 'source-failed' }>): Description {
  const { templateName, connectorId, outcome } = waiting
  return {
    mark: 'error',
    title: m.activity_dashboard_source_failed({ name: templateName }),
    text: outcomeText(connectorId, outcome),
    action: { label: m.activity_dashboard_show(), to: '/app/imports' },
  }
}

type OfImport = Extract<Waiting, { kind: 'import-failed' | 'rows' | 'ready' }>

function describeImport(waiting: OfImport): Description {
  const { fileName, templateName, importId } = waiting
  const text = m.activity_dashboard_rows_of({ file: fileName, template: templateName })
  const to = `/app/imports/${importId}`
  if (waiting.kind === 'import-failed') {
    const title = m.activity_dashboard_import_failed({ file: fileName })
    return { mark: 'error', title, text: templateName, action: { label: m.activity_dashboard_show(), to } }
  }
  const count = groupDigits(waiting.count)
  const [one, many] =
    waiting.kind === 'rows'
      ? [m.activity_dashboard_rows_one, m.activity_dashboard_rows_many]
      : [m.activity_dashboard_ready_one, m.activity_dashboard_ready_many]
  return {
    mark: waiting.kind === 'rows' ? 'attention' : 'ready',
    title: waiting.count === 1 ? one() : many({ count }),
    text,
    action: { label: m.activity_dashboard_review(), to },
  }
}

const runTexts = {
  'run-rejected': {
    mark: 'error',
    one: m.activity_dashboard_run_failed_one,
    many: m.activity_dashboard_run_failed_many,
  },
  'run-unknown': {
    mark: 'unknown',
    one: m.activity_dashboard_run_unknown_one,
    many: m.activity_dashboard_run_unknown_many,
  },
  'run-approval': {
    mark: 'attention',
    one: m.activity_dashboard_approval_one,
    many: m.activity_dashboard_approval_many,
  },
} as const

function describeRun(waiting: Extract<Waiting, { kind: keyof typeof runTexts }>): Description {
  const { kind, source, target, runId } = waiting
  const { mark, one, many } = runTexts[kind]
  return {
    mark,
    title: waiting.count === 1 ? one() : many({ count: groupDigits(waiting.count) }),
    text: `${source}, ${target}`,
    action: {
      label: kind === 'run-approval' ? m.activity_dashboard_review() : m.activity_dashboard_show(),
      to: `/app/transaction?run=${runId}`,
    },
  }
}

function keyOf(waiting: Waiting): string {
  const about =
    'importId' in waiting
      ? waiting.importId
      : 'runId' in waiting
        ? waiting.runId
        : 'name' in waiting
          ? waiting.name
          : 'templateId' in waiting
            ? waiting.templateId
            : ''
  return `${waiting.kind} ${about}`
}
