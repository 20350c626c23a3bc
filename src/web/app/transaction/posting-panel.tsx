import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { Link } from 'react-router'
import * as m from '#messages'
import type { PostingRow, RunSummary } from '#posting/contract.ts'
import { Amount } from '../../ui/amount.tsx'
import { DateText, InstantText } from '../../ui/date-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FactList, Panel, PanelBlock } from '../../ui/panel.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { StateGlyph, StateMark } from '../../ui/state-mark.tsx'
import { type SourceSystem, textHead } from '../imports/review/source-words.ts'
import { PostingActions } from './posting-actions.tsx'
import { stepAnswerText, stepProblemText } from './posting-problem-text.ts'
import { postingState, stepMarks, stepName, stepStateWord } from './posting-state.ts'
import { undoReasonText, undoState } from './undo-texts.ts'

type Props = {
  row: PostingRow
  run: RunSummary
  source: SourceSystem
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** One invoice: each step with what became of it, in words and in the other side's own. */
export function PostingPanel({ row, run, source, onStep, onClose }: Props) {
  const { target } = run
  const { mark, word } = postingState(row)
  useShortcuts((key) => {
    if (key === 'Escape') onClose()
    return key === 'Escape'
  })
  const icon = { size: 16, strokeWidth: 1.5 }
  const bar = (
    <>
      <StateMark state={mark}>{word}</StateMark>
      <span className="flex-1" />
      <span className="mr-1.5 text-12 text-ink-3">{m.posting_panel_row({ row: String(row.rowNumber) })}</span>
      <IconButton label={m.posting_panel_previous()} className="size-7" onClick={() => onStep(-1)}>
        <ChevronUp {...icon} />
      </IconButton>
      <IconButton label={m.posting_panel_next()} className="size-7" onClick={() => onStep(1)}>
        <ChevronDown {...icon} />
      </IconButton>
      <IconButton label={m.posting_panel_close()} className="size-7" onClick={onClose}>
        <X {...icon} />
      </IconButton>
    </>
  )
  return (
    <Panel
      label={m.posting_panel_label({ row: String(row.rowNumber) })}
      bar={bar}
      className="overflow-y-auto max-broad:fixed max-broad:inset-y-0 max-broad:right-0 max-broad:top-top max-wide:top-[calc(var(--top)+var(--toast-room))] max-broad:z-30 max-wide:left-0 broad:sticky broad:top-top broad:max-h-[calc(100dvh-var(--top))] broad:self-start"
    >
      <div id="posting-panel" tabIndex={-1} className="outline-none">
        <h2 className="pb-3 text-18 font-head tracking-[-0.012em]">{row.supplierName}</h2>
        <PanelBlock title={m.posting_panel_steps()}>
          <ol>
            {row.steps.map((step) => (
              <StepItem
                key={step.step}
                step={step}
                target={target}
                isPast={row.settled !== null || row.undo !== null}
              />
            ))}
          </ol>
          {row.choices.length > 0 && (
            <div className="pt-2.5">
              <PostingActions
                run={run}
                chosen={{ ids: [row.id] }}
                choices={row.choices}
                count={1}
                returnable={row.choices.includes('return') ? 1 : 0}
              />
            </div>
          )}
        </PanelBlock>
        {row.settled && <Settled settled={row.settled} importId={run.importId} />}
        {row.undo && (
          <PanelBlock title={m.posting_panel_undo()}>
            <p className="flex items-center gap-2">
              <StateMark state={undoState(row.undo).mark}>{undoState(row.undo).word}</StateMark>
            </p>
            {row.undo.problem && <p className="pt-1">{undoReasonText(row.undo.problem.code, target)}</p>}
            {row.undo.problem?.message && (
              <p className="text-12 wrap-anywhere text-ink-2">{row.undo.problem.message}</p>
            )}
          </PanelBlock>
        )}
        <PanelBlock title={m.posting_panel_facts()}>
          <FactList rows={factsOf(row, source)} />
        </PanelBlock>
      </div>
    </Panel>
  )
}

/** Who settled the invoice, when and why. */
function Settled({ settled, importId }: { settled: NonNullable<PostingRow['settled']>; importId: string }) {
  const { as, by, at, note } = settled
  return (
    <PanelBlock title={as === 'returned' ? m.posting_step_returned() : m.posting_step_handled()}>
      {note !== null && <p className="wrap-anywhere">{note}</p>}
      <p className="text-12 text-ink-2">
        {m.posting_settled_by({ name: by })} <InstantText instant={at} />
      </p>
      {as === 'returned' && (
        <Link to={`/app/imports/${importId}?problem=sent-back`} className="link">
          {m.posting_returned_go()}
        </Link>
      )}
    </PanelBlock>
  )
}

/** `isPast`: the invoice was settled or is taken back; what the other side answered stays, what to do about it does not. */
function StepItem({ step, target, isPast }: { step: PostingRow['steps'][number]; target: string; isPast: boolean }) {
  const problem = isPast ? null : stepProblemText(step, target)
  const answer = stepAnswerText(step, target)
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)_auto] gap-x-2.5 border-b border-rule py-1.5 last:border-b-0">
      <StateGlyph state={stepMarks[step.state]} className="mt-[3px]" />
      <span>{stepName(step.step)}</span>
      <span className="text-12 leading-5 text-ink-2">{stepStateWord(step.state)}</span>
      {problem !== null && (
        <p
          className={
            step.state === 'rejected' ? 'col-span-2 col-start-2 text-error' : 'col-span-2 col-start-2 text-ink-2'
          }
        >
          {problem}
        </p>
      )}
      {answer !== null && <p className="col-span-2 col-start-2 text-12 wrap-anywhere text-ink-2">{answer}</p>}
    </li>
  )
}

function takesBackText({ state, number }: NonNullable<PostingRow['takesBack']>): string {
  if (state === 'named') return m.posting_takes_back_named({ number: number ?? '' })
  return state === 'waiting' ? m.posting_takes_back_waiting() : m.posting_takes_back_without()
}

function factsOf(row: PostingRow, source: SourceSystem) {
  const figures = (text: string | null) => <span className="figures">{text ?? '–'}</span>
  return [
    { name: m.posting_fact_invoice(), value: figures(row.invoiceNumber) },
    { name: m.posting_fact_voucher(), value: figures(row.voucher) },
    ...(row.steps.some(({ step }) => step === 'create-payment')
      ? [{ name: m.posting_fact_payment(), value: figures(row.paymentNumber) }]
      : []),
    ...(row.takesBack ? [{ name: m.posting_takes_back(), value: takesBackText(row.takesBack) }] : []),
    ...(row.undo?.creditNumber ? [{ name: m.posting_fact_credit(), value: figures(row.undo.creditNumber) }] : []),
    { name: m.posting_fact_supplier(), value: `${row.supplierNumber} ${row.supplierName}` },
    { name: m.posting_fact_date(), value: <DateText date={row.invoiceDate} /> },
    { name: m.posting_fact_amount(), value: <Amount minor={row.amount} /> },
    { name: textHead(source), value: <span className="raw wrap-anywhere">{row.text}</span> },
    { name: m.posting_fact_reference(), value: <span className="wrap-anywhere">{row.reference}</span> },
  ]
}
