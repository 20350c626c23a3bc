import type { z } from 'zod'
import { api } from '../api-client.ts'

const followAgainMs = 2_000

/** Server-sent events until the signal aborts; a stream that ends or breaks is taken up again, and tells of now at once. */
export async function followEvents<Schema extends z.ZodType>(
  path: string,
  options: { schema: Schema; signal: AbortSignal; onEvent: (event: z.infer<Schema>) => void },
): Promise<void> {
  const { signal } = options
  while (!signal.aborted) {
    await api.events(path, options).catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, followAgainMs))
  }
}
