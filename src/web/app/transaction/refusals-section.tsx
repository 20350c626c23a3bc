import * as m from '#messages'
import type { Refusal, RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { PostingActions } from './posting-actions.tsx'
import { stepAnswerText, stepProblemText } from './posting-problem-text.ts'
import { stoppedAtWord } from './posting-state.ts'
import { useRefusals } from './use-postings.ts'

/** Why invoices stand still, each reason with how many it holds up and what may be done about all of them. */
export function RefusalsSection({ run }: { run: RunSummary }) {
  const { data } = useRefusals(run)
  if (run.rejected === 0 || !data || data.items.length === 0) return null
  return (
    <section aria-labelledby="refusals-title" className="border-t border-rule px-4 py-4 wide:px-6">
      <h2 id="refusals-title" className="pb-1 font-strong">
        {m.posting_refusals_title()}
      </h2>
      <ul>
        {data.items.map((refusal) => (
          <RefusalItem
            key={JSON.stringify([refusal.step, refusal.code, refusal.serviceCode, refusal.about])}
            {...{ run, refusal }}
          />
        ))}
      </ul>
    </section>
  )
}

/** What is bookkept can no longer be cancelled over there. */
const madeText = (step: Refusal['step']) =>
  step === 'bookkeep' ? m.posting_refusal_made_unbooked : m.posting_refusal_made

function RefusalItem({ run, refusal }: { run: RunSummary; refusal: Refusal }) {
  const { step, code, serviceCode, about, message, answersDiffer, params, invoices, returnable, choices } = refusal
  const row = { step, state: 'rejected' as const, problem: { code, serviceCode, message, params } }
  const answer = stepAnswerText(row, run.target)
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)] content-start gap-x-2.5 gap-y-1 border-b border-rule py-3 last:border-b-0 broad:grid-cols-[14px_minmax(0,1fr)_auto]">
      <StateGlyph state="error" className="mt-[3px]" />
      <p className="font-strong">
        {m.posting_refusal_count({ state: stoppedAtWord(step), count: groupDigits(invoices) })}
      </p>
      <p className="col-start-2 max-w-[64ch]">{stepProblemText(row, run.target)}</p>
      {answer !== null && (
        <p className="col-start-2 max-w-[80ch] text-12 wrap-anywhere text-ink-2">
          {answersDiffer ? `${answer} ${m.posting_answers_differ()}` : answer}
        </p>
      )}
      {step !== 'create' && returnable === 0 && (
        <p className="col-start-2 max-w-[64ch] text-12 text-ink-2">{madeText(step)({ target: run.target })}</p>
      )}
      <div className="col-start-2 pt-1 broad:col-start-3 broad:ml-6 broad:row-span-4 broad:row-start-1 broad:pt-0">
        <PostingActions
          run={run}
          chosen={{ refusal: { step, code, serviceCode, about } }}
          choices={choices}
          count={invoices}
          returnable={returnable}
        />
      </div>
    </li>
  )
}
