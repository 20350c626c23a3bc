import { Link } from 'react-router'
import * as m from '#messages'
import type { Template } from '#templates/contract.ts'
import { missingFields } from '#templates/rules/mapping/check-mapping.ts'
import { InstantText } from '../../ui/date-text.tsx'
import type { LedgerColumn } from '../../ui/ledger-table.tsx'
import { NarrowWord } from '../../ui/narrow-word.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { flowText } from './flow-text.ts'
import { granularityName } from './granularities.ts'
import { type AskedOfTemplate, TemplateActions } from './template-actions.tsx'

/** Made anew for each list: its dialogs stand beside it. */
export const templateColumns = (onAsk: (asked: AskedOfTemplate) => void): LedgerColumn<Template>[] => [
  {
    id: 'name',
    header: m.templates_column_name(),
    width: 'minmax(200px, 2fr)',
    cell: ({ id, name, isShared, sharedBy }) => (
      <span className="flex w-full min-w-0 items-baseline gap-2">
        <Link to={`/app/template/${id}/mapping`} className="truncate font-strong hover:underline wide:max-w-[75%]">
          {name}
        </Link>
        {(sharedBy || isShared) && (
          <span className="truncate text-12 text-ink-3 max-wide:hidden">{sharingText(sharedBy)}</span>
        )}
      </span>
    ),
    narrow: 'title',
  },
  {
    id: 'bank',
    header: m.templates_column_bank(),
    width: 'minmax(120px, 1fr)',
    cell: ({ bank, mapping, isShared, sharedBy }) => (
      <span className="truncate">
        {missingFields(mapping).length > 0 && (
          <NarrowWord className="text-attention">{missingText(mapping)}</NarrowWord>
        )}
        {bank}
        {(sharedBy || isShared) && <span className="wide:hidden"> · {sharingText(sharedBy)}</span>}
      </span>
    ),
    narrow: 'text',
  },
  {
    id: 'flow',
    header: m.templates_column_flow(),
    width: '176px',
    from: 832,
    cell: (template) => <span className="truncate">{flowText(template)}</span>,
  },
  {
    id: 'granularity',
    header: m.templates_column_granularity(),
    width: '112px',
    from: 944,
    cell: (template) => (template.movement === 'import' ? granularityName(template) : ''),
  },
  {
    id: 'state',
    header: m.templates_column_state(),
    width: '136px',
    cell: (template) => <TemplateState template={template} />,
    narrow: 'mark',
  },
  {
    id: 'changed',
    header: m.templates_column_changed(),
    width: '136px',
    from: 656,
    cell: ({ updatedAt }) => <InstantText instant={updatedAt} />,
    narrow: 'meta',
  },
  {
    id: 'actions',
    header: <span className="sr-only">{m.templates_column_actions()}</span>,
    width: '64px',
    align: 'right',
    cell: (template) => <TemplateActions template={template} onAsk={onAsk} />,
    narrow: 'amount',
  },
]

const sharingText = (sharedBy: Template['sharedBy']) =>
  sharedBy ? m.templates_shared_by({ firm: sharedBy.name }) : m.templates_shared_with_clients()

/** The phone has only room for the mark of a ready one. */
const missingText = (mapping: Template['mapping']) =>
  m.templates_state_missing({ count: String(missingFields(mapping).length) })

function TemplateState({ template }: { template: Template }) {
  if (missingFields(template.mapping).length === 0) {
    return (
      <StateMark state="ready" hidesWordWhenNarrow>
        {m.templates_state_ready()}
      </StateMark>
    )
  }
  return (
    <StateMark state="attention" hidesWordWhenNarrow>
      {missingText(template.mapping)}
    </StateMark>
  )
}
