import { Link } from 'react-router'
import * as m from '#messages'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/state-mark.tsx'

type Step = { title: string; text: string; isDone: boolean; action: { label: string; to: string } }

type Done = { isConnected: boolean; knowsPayment: boolean; hasTemplate: boolean }

/** The way to the first import as numbered rows; the next one to take has the primary button. */
export function FirstSteps({ isConnected, knowsPayment, hasTemplate }: Done) {
  const steps: Step[] = [
    {
      title: m.activity_dashboard_step_connect(),
      text: m.activity_dashboard_step_connect_text(),
      isDone: isConnected,
      action: { label: m.activity_dashboard_connect(), to: '/app/connectors' },
    },
    {
      title: m.activity_dashboard_step_payment(),
      text: m.activity_dashboard_step_payment_text(),
      isDone: knowsPayment,
      action: { label: m.activity_dashboard_choose_payment(), to: '/app/settings' },
    },
    {
      title: m.activity_dashboard_step_template(),
      text: m.activity_dashboard_step_template_text(),
      isDone: hasTemplate,
      action: { label: m.activity_dashboard_create_template(), to: '/app/template/overview?new=import' },
    },
    {
      title: m.activity_dashboard_step_import(),
      text: m.activity_dashboard_step_import_text(),
      isDone: false,
      action: { label: m.activity_dashboard_import(), to: '/app/imports' },
    },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="border-b border-rule">
      {steps.map(({ title, text, isDone, action }, position) => (
        <li
          key={action.to}
          className="grid grid-cols-[var(--gutter)_minmax(0,1fr)] border-b border-rule last:border-b-0"
        >
          <span
            aria-hidden="true"
            className={cn(
              'figures margin-line-r -mb-px flex justify-end pt-5 pr-2.5 text-14',
              position === next ? 'font-head text-fir' : 'text-ink-3',
            )}
          >
            {position + 1}
          </span>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 py-5 pr-4 pl-4 wide:pr-6">
            <div className="min-w-0 flex-1 basis-72">
              <h2 className="text-14 font-head">{title}</h2>
              <p className="mt-0.5 max-w-[64ch] text-ink-2">{text}</p>
            </div>
            {isDone ? (
              <StateMark state="done">{m.activity_dashboard_step_done()}</StateMark>
            ) : (
              <Button asChild variant={position === next ? 'primary' : 'normal'} className="min-w-32">
                <Link to={action.to}>{action.label}</Link>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
