import { buildIfChanged } from '../scripts/build.ts'

/** Before processes are started, each of which would build what is not built yet. */
export const setup = buildIfChanged
