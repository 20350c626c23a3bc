/** What happened in a company, told to people: every thing done, refused or lost is one event. */
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase, Database } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import type { JobDefinition, JobHandler } from '#platform/jobs.ts'
import type { EventType } from './contract.ts'
import { activityRoutes } from './routes.ts'
import { insertEvents } from './store.ts'

/** `activity` names a text in messages/activity (`invoice-created` → `activity_invoice_created`), filled with `params`. */
export type NewEvent = {
  type: EventType
  activity: string
  /** What it was done to, as a person would say it: supplier, file, template. */
  subject: string
  /** The invoice's number in the accounting system. */
  invoiceNumber?: string | null | undefined
  runId?: string | null | undefined
  actorId?: string | null | undefined
  params?: Record<string, string | number> | undefined
}

export type Activity = {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
  /** Writes events in the caller's transaction: they exist if and only if what they tell of does. */
  record(tx: CompanyDatabase, companyId: string, events: readonly NewEvent[]): Promise<void>
}

type ActivityDeps = {
  db: Database
  clock: Clock
  /** Where events are shown: a person's name, null when the person is gone. */
  nameOf?: (userId: string) => Promise<string | null>
}

export function createActivity(deps: ActivityDeps): Activity {
  return {
    routes: activityRoutes({ nameOf: async () => null, ...deps }),
    jobs: { definitions: [], handlers: [] },
    async record(tx, companyId, events) {
      const at = deps.clock.now()
      const rows = events.map((event) => ({
        companyId,
        id: newId(),
        at,
        type: event.type,
        activity: event.activity,
        subject: event.subject,
        invoiceNumber: event.invoiceNumber ?? null,
        runId: event.runId ?? null,
        actorId: event.actorId ?? null,
        params: event.params ?? {},
      }))
      await insertEvents(tx, rows)
    },
  }
}
