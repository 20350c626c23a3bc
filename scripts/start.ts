import { buildIfChanged } from './build.ts'

buildIfChanged()
const { main } = await import('../src/main.ts')
await main()
