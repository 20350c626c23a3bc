import type { NewEvent } from '#activity/index.ts'
import type { OpenPosting } from './step-store.ts'

type About = Pick<OpenPosting, 'supplierName' | 'invoiceNumber' | 'runId' | 'rowNumber' | 'text'>
type Told = Pick<NewEvent, 'type' | 'activity' | 'params' | 'actorId'> & { invoiceNumber?: string | null }

/** An event about one invoice of a run. */
export function eventAbout(
  { supplierName: subject, invoiceNumber, runId, rowNumber: row, text }: About,
  event: Told,
): NewEvent {
  return { subject, invoiceNumber, runId, ...event, params: { row, text, ...event.params } }
}
