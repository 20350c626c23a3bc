import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { Amount, groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { sticksToFoot } from '../../../ui/foot-room.ts'
import { Sum } from '../../../ui/sum.tsx'
import { cellOfSum } from '../../cell-of-sum.ts'
import { confirmLabel, useForecast } from './awaited-approval.tsx'
import { useOptions } from './use-import.ts'

/** Whether the file agrees with itself, what is to be done (on the phone: in the options), and the one button that does it. */
export function ReviewFooter({ record, onConfirm }: { record: ImportSummary; onConfirm: () => void }) {
  const change = useOptions(record.id)
  const forecast = useForecast(record)
  const { steps, invoices, options } = record
  return (
    <section
      ref={sticksToFoot}
      aria-label={m.imports_foot_label()}
      className="print:hidden sticky bottom-0 z-20 mt-auto flex min-h-[72px] flex-wrap items-center gap-x-8 gap-y-3 border-t border-ink bg-paper px-4 py-3 wide:px-6 low:min-h-0 low:py-1.5 low:max-medium:static"
    >
      <ControlSums record={record} />
      <span className="flex-1" />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 max-wide:hidden">
        <Checkbox
          checked={steps.bookkeep}
          onChange={(bookkeep) => change.mutate({ bookkeep })}
          disabled={change.isPending}
          label={m.imports_option_bookkeep()}
        />
        <Checkbox
          checked={steps.pay}
          onChange={(pay) => change.mutate({ pay })}
          disabled={change.isPending || !steps.bookkeep}
          label={
            <>
              {m.imports_option_pay()} {options.paymentDate && <DateText date={options.paymentDate} />}
            </>
          }
        />
      </div>
      <Button
        variant="primary"
        size="large"
        className="max-wide:w-full low:medium:w-auto"
        disabled={invoices === 0 || change.isPending}
        onClick={onConfirm}
      >
        {confirmLabel(invoices, forecast.data?.need ?? null)}
      </Button>
    </section>
  )
}

/** How many of the totals printed in the file are what was counted. */
export function agreeText(sums: ImportSummary['controlSums']): string {
  const agreeing = sums.filter(({ agrees }) => agrees).length
  return m.imports_foot_sums_agree({ agreeing: groupDigits(agreeing), all: groupDigits(sums.length) })
}

/** Totals printed in the file against what was counted; the double rule only where they agree. */
function ControlSums({ record: { controlSums, totals } }: { record: ImportSummary }) {
  if (!totals) return null
  const failing = controlSums.find(({ agrees }) => !agrees)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 max-wide:gap-x-5">
      {failing ? (
        <>
          <Fact name={`${failing.label} (${cellOfSum(failing)})`}>
            <Amount minor={failing.printed} />
          </Fact>
          <Fact name={m.imports_foot_counted()}>
            <Sum minor={failing.counted} agrees={false} />
          </Fact>
          <Fact name={m.imports_foot_difference()} className="max-wide:hidden">
            <Amount minor={failing.counted - failing.printed} className="text-attention" />
          </Fact>
        </>
      ) : (
        <Fact name={m.imports_foot_of_rows()}>
          <Sum minor={totals.read.sum} agrees={controlSums.length === 0 ? undefined : true} />
        </Fact>
      )}
      {controlSums.length > 0 && (
        <Fact name={m.imports_foot_sums()}>
          <span className={failing ? 'text-attention' : 'text-fir'}>{agreeText(controlSums)}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children, className }: { name: string; children: React.ReactNode; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="figures text-14 font-head">{children}</dd>
    </div>
  )
}
