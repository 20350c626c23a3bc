import { buildIfChanged } from './build.ts'

await buildIfChanged()
const { main } = await import('../src/main.ts')
await main()
