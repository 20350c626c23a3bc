import type { JobHandler, Jobs } from '../jobs.ts'

/** A queue for tests: what is queued waits, in order, until it is worked off. */
export function holdJobs() {
  const queued: { name: string; payload: unknown }[] = []
  const jobs = {
    enqueue: async (_tx: unknown, { name }: { name: string }, payload: unknown) => void queued.push({ name, payload }),
    enqueueAll: async (_tx: unknown, { name }: { name: string }, items: readonly { payload: unknown }[]) =>
      void queued.push(...items.map(({ payload }) => ({ name, payload }))),
  } as unknown as Jobs
  return {
    queued,
    jobs: () => jobs,
    /** Works off what is queued now, as a worker would. */
    async workOff(handlers: readonly JobHandler[], signal = new AbortController().signal): Promise<void> {
      for (const { name, payload } of queued.splice(0)) {
        const handler = handlers.find(({ definition }) => definition.name === name)
        if (!handler) throw new Error(`no handler for ${name}`)
        await handler.run(payload, signal)
      }
    },
  }
}
