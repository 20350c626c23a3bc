import type { RowProblem } from '#kernel/row-problem.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { PostingStep } from '../contract.ts'
import type { ConnectionState, PostingGround } from './posting-ground.ts'

type Planned = { invoice: SupplierInvoice; payment: InvoicePayment | null; steps: readonly PostingStep[] }

/** What stands in the way whatever the row says: the connection, what it may not do, what was refused over it before. */
export function checkConnection(planned: Planned, { connection }: PostingGround): RowProblem[] {
  const { name } = connection
  if (connection.isLost) return [{ code: 'connection-lost', params: { name } }]
  const refused = connection.refused.find(({ area }) => concerns(area, planned))
  if (refused) return [{ code: codeOf[refused.kind], params: { name, area: refused.area, ...answerOf(refused) } }]
  const met = checkObstacles(planned, connection)
  const { awaitingApproval: invoices } = connection
  if (invoices === 0 || !planned.steps.includes('bookkeep') || met.some(({ code }) => code === 'approval-invoice'))
    return met
  return [...met, { code: 'approval-likely', params: { name, invoices } }]
}

/** What was refused over it before. */
function checkObstacles(planned: Planned, { name, obstacles }: ConnectionState): RowProblem[] {
  return obstacles.flatMap((obstacle) => {
    const { kind, step, day } = obstacle
    if (!planned.steps.some((one) => one === step)) return []
    if (kind === 'missing-scope' || kind === 'missing-licence')
      return [{ code: codeOf[kind], params: { name, area: areaOf(step), ...answerOf(obstacle) } }]
    if (kind === 'approval-required')
      return [{ code: isOfPayment(step) ? 'approval-payment' : 'approval-invoice', params: { name } }]
    const own = isOfPayment(step) ? planned.payment?.paymentDate : planned.invoice.invoiceDate
    return day !== null && own !== undefined && own <= day
      ? [{ code: 'period-locked-there', params: { name, date: own, until: day, ...answerOf(obstacle) } }]
      : []
  })
}

const codeOf = { 'missing-scope': 'scope-missing', 'missing-licence': 'licence-missing' } as const

export const isOfPayment = (step: string) => step === 'create-payment' || step === 'bookkeep-payment'
const areaOf = (step: string) => (isOfPayment(step) ? 'payments' : 'invoices')

/** The other side's own words, kept for whoever is to mend it. */
function answerOf({ serviceCode, message }: { serviceCode: string | null; message: string | null }) {
  return { ...(serviceCode !== null && { serviceCode }), ...(message !== null && { message }) }
}

/** Cost centres, projects, currencies and payments are closed only to who uses them. */
function concerns(area: string, { invoice, payment }: Planned): boolean {
  if (area === 'payments' || area === 'modes-of-payment') return payment !== null
  if (area === 'currencies') return invoice.currency !== 'SEK'
  if (area === 'cost-centers') return invoice.rows.some(({ costCenter }) => costCenter !== undefined)
  if (area === 'projects') return invoice.rows.some(({ project }) => project !== undefined)
  return true
}
