import { z } from 'zod'

/** `build.json`: the build that is served now, and the addresses of its signed-in pages' code (src/rendered-web.ts). */
const buildFile = z.object({ id: z.string(), pages: z.array(z.string()) })
export type BuildFile = z.infer<typeof buildFile>

/** Null when it cannot be told now. */
export async function readBuildFile(): Promise<BuildFile | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store' })
    return buildFile.parse(await response.json())
  } catch {
    return null
  }
}
