import { Download, ListFilter } from 'lucide-react'
import { Link } from 'react-router'
import { type ImportSummary, mostInWorkbook, type RowGroups } from '#imports/contract.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { problemKindText, problemText } from '../../../problem-text.ts'
import { Amount, groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { localParts } from '../../../ui/date-text.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { editProblemText } from './cell-editor.tsx'
import { SharedMend } from './problem-help.tsx'
import { Jump } from './row-jump.tsx'
import type { View } from './use-view.ts'

/** In its own words where all rows share them. */
function kindText({ problem, isOne }: RowGroups['problems'][number]): string {
  return isOne ? problemText(problem) : problemKindText(problem)
}

function groupText(group: RowGroups['problems'][number]): string {
  const problem = kindText(group)
  return group.rows === 1
    ? m.imports_group_one({ problem })
    : m.imports_group_many({ rows: groupDigits(group.rows), problem })
}

/** That another import waits with the same rows, or with what they were or became in their source: told by when it was read too, since it often has the same name. */
function elsewhereText({
  rows,
  fileName,
  createdAt,
  isOtherVersion,
}: Omit<RowGroups['elsewhere'][number], 'importId'>): string {
  const { date, time } = localParts(createdAt)
  const at = `${date} ${time}`
  if (isOtherVersion)
    return rows === 1
      ? m.imports_elsewhere_version({ fileName, at })
      : m.imports_elsewhere_versions({ rows: groupDigits(rows), fileName, at })
  return rows === 1
    ? m.imports_elsewhere_one({ fileName, at })
    : m.imports_elsewhere({ rows: groupDigits(rows), fileName, at })
}

/** What is to be mended, in kinds: a press shows those rows. */
export function ProblemGroups({ importId, groups, view }: { importId: string; groups: RowGroups; view: View }) {
  if (groups.problems.length + groups.notes.length + groups.elsewhere.length === 0) return null
  return (
    <>
      {groups.elsewhere.map(({ importId, ...twin }) => (
        <p
          key={`${importId} ${twin.isOtherVersion}`}
          className="flex items-start gap-2 border-b border-rule bg-attention-soft px-4 py-2 wide:px-6 [--hole:var(--attention-soft)]"
        >
          <StateGlyph state="attention" className="mt-[3px]" />
          <span className="min-w-0 wrap-anywhere">
            {elsewhereText(twin)}{' '}
            <Link className="link" to={`/app/imports/${importId}`}>
              {m.imports_elsewhere_open()}
            </Link>
          </span>
        </p>
      ))}
      {groups.problems.length > 0 && (
        <ul
          aria-label={m.imports_groups_label()}
          className="flex flex-wrap gap-x-5 gap-y-1 border-b border-rule px-4 py-2 wide:px-6"
        >
          {groups.problems.slice(0, 6).map((group) => {
            const isOn = view.filter.problem === group.problem.code
            return (
              <li key={group.problem.code} className="flex flex-wrap items-center gap-x-2">
                <button
                  type="button"
                  aria-pressed={isOn}
                  onClick={() => view.set({ problem: isOn ? null : group.problem.code })}
                  className="py-1 text-left text-attention underline decoration-1 underline-offset-3 aria-pressed:font-strong aria-pressed:decoration-2"
                >
                  {groupText(group)}
                </button>
                <Amount minor={group.sum} className="text-12 text-ink-3" />
                <SharedMend importId={importId} problem={group.problem} />
              </li>
            )
          })}
        </ul>
      )}
      {groups.notes.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 border-b border-rule px-4 py-2 text-ink-2 wide:px-6">
          {groups.notes.slice(0, 4).map((group) => (
            <li key={group.problem.code} className="flex items-start gap-2">
              <StateGlyph state="attention" className="mt-[3px]" />
              {groupText(group)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Filter, go to a row, and the files. */
export function RowTools({
  record: { id: importId, totals },
  groups,
  view,
  onJump,
}: {
  record: Pick<ImportSummary, 'id' | 'totals'>
  groups: RowGroups | undefined
  view: View
  onJump: (row: number) => void
}) {
  const { filter } = view
  const active = [filter.problem, filter.supplier, filter.account, filter.edited].filter(Boolean).length
  return (
    <div className="flex items-center gap-2 max-wide:flex-wrap">
      <Jump importId={importId} view={view} onJump={onJump} />
      <Menu
        trigger={
          <Button title={m.imports_filter()}>
            <ListFilter size={16} strokeWidth={1.5} aria-hidden />
            <span className="sr-only">{m.imports_filter()}</span>
            {active > 0 && <span className="figures">{active}</span>}
          </Button>
        }
        entries={filterEntries(groups, view)}
        className="max-w-80"
      />
      <Menu
        trigger={
          <Button aria-label={m.imports_download()} title={m.imports_download()}>
            <Download size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        }
        entries={downloadEntries(importId, totals)}
      />
    </div>
  )
}

function filterEntries(groups: RowGroups | undefined, { filter, set, clear }: View): MenuEntry[] {
  const option = (key: string, value: string, name: string, rows: number, isChecked: boolean): MenuEntry => ({
    kind: 'action',
    label: name,
    hint: groupDigits(rows),
    isChecked,
    onSelect: () => set({ [key]: isChecked ? null : value }),
  })
  const entries: MenuEntry[] = []
  const section = (label: string, options: MenuEntry[]) => {
    if (options.length > 0) entries.push({ kind: 'label', label }, ...options)
  }
  section(
    m.imports_filter_problem(),
    (groups?.problems ?? []).map((group) => {
      const { code } = group.problem
      return option('problem', code, kindText(group), group.rows, filter.problem === code)
    }),
  )
  section(
    m.imports_filter_supplier(),
    (groups?.suppliers ?? [])
      .slice(0, 50)
      .map(({ number, name, rows }) => option('supplier', number, name, rows, filter.supplier === number)),
  )
  section(
    m.imports_filter_account(),
    (groups?.accounts ?? [])
      .slice(0, 50)
      .map(({ account, rows }) =>
        option('account', String(account), String(account), rows, filter.account === account),
      ),
  )
  return [
    ...entries,
    { kind: 'line' },
    {
      kind: 'action',
      label: m.imports_filter_edited(),
      isChecked: filter.edited ?? false,
      onSelect: () => set({ edited: filter.edited ? null : '1' }),
    },
    { kind: 'action', label: m.imports_filter_clear(), onSelect: clear },
  ]
}

/** A workbook is offered of as many rows as fit in one. */
function downloadEntries(importId: string, totals: ImportSummary['totals']): MenuEntry[] {
  const entry = (label: string, path: string, format: 'csv' | 'xlsx'): MenuEntry => ({
    kind: 'action',
    label,
    onSelect: () => {
      api
        .download(`/imports/${importId}/${path}`, { query: { format } })
        .catch((error: unknown) =>
          showToast({ type: 'error', title: m.imports_download_failed(), text: editProblemText(error) }),
        )
    },
  })
  const [all, troubled] = [totals?.read.count ?? 0, totals?.attention.count ?? 0]
  const [problems, rows] = ['problem-rows', 'all-rows']
  return [
    ...(troubled > 0 && troubled <= mostInWorkbook
      ? [entry(m.imports_download_problems_xlsx(), problems, 'xlsx')]
      : []),
    ...(troubled > 0 ? [entry(m.imports_download_problems_csv(), problems, 'csv')] : []),
    ...(all <= mostInWorkbook ? [entry(m.imports_download_all_xlsx(), rows, 'xlsx')] : []),
    entry(m.imports_download_all_csv(), rows, 'csv'),
  ]
}
