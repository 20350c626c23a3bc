import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { eventList } from '#activity/contract.ts'
import { importList } from '#imports/contract.ts'
import { runSummary } from '#posting/contract.ts'
import { template } from '#templates/contract.ts'
import { api } from '../../api-client.ts'
import { listEveryMs } from '../imports/list-pace.ts'
import { useSources } from '../imports/sources/use-sources.ts'
import { useConnectors } from '../use-connectors.ts'
import { useSettings } from '../use-settings.ts'
import { isBeginning, type Overview as OverviewToJudge } from './waiting.ts'

export type TemplateSummary = z.infer<typeof templateSummary>
export type Overview = OverviewToJudge & { templates: readonly TemplateSummary[] }

/** Only what is shown of a template. */
const templateSummary = template.pick({ id: true, name: true, bank: true })
const templateList = z.object({ items: z.array(templateSummary) })
const runList = z.object({ items: z.array(runSummary) })

const calmMs = 30_000
const busyMs = 2_000

/** Everything the dashboard shows, asked for at once; more often while something is under way. */
export function useOverview(): { overview: Overview | null; error: Error | null; retry: () => void } {
  const connectors = useConnectors()
  const templates = useQuery({
    queryKey: ['templates', 'list', 'dashboard'],
    queryFn: async ({ signal }) => (await api.get('/templates', { schema: templateList, signal })).items,
  })
  const imports = useQuery({
    queryKey: ['imports', 'list', 'dashboard'],
    queryFn: async ({ signal }) => (await api.get('/imports', { schema: importList, signal })).items,
    refetchInterval: ({ state }) => listEveryMs(state.data ?? []),
  })
  const runs = useQuery({
    queryKey: ['runs', 'list', 'dashboard'],
    queryFn: async ({ signal }) => (await api.get('/runs', { schema: runList, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.finishedAt === null) ? busyMs : calmMs),
  })
  const sources = useSources(() => calmMs)
  const begins = imports.data && runs.data && isBeginning({ imports: imports.data, runs: runs.data })
  const settings = useSettings({ enabled: begins === true })
  const answers = [connectors, templates, imports, runs, settings]
  return {
    overview:
      connectors.data && templates.data && imports.data && runs.data && (settings.data || !begins)
        ? {
            ...{ connectors: connectors.data, templates: templates.data, imports: imports.data, runs: runs.data },
            ...{ sources: sources.data ?? [], settings: settings.data ?? null },
          }
        : null,
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

/** The invoices bookkept last, followed while a run is under way. */
export function useLatestBookkept(isRunning: boolean) {
  const { data } = useQuery({
    queryKey: ['events', 'latest bookkept'],
    queryFn: ({ signal }) => api.get('/events', { query: { activity: 'invoice-bookkept' }, schema: eventList, signal }),
    refetchInterval: isRunning ? busyMs : calmMs,
  })
  return data?.items.slice(0, 5) ?? null
}
