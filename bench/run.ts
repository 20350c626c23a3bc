import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run bench -- NAME [--json]`: runs bench/NAME.ts, which prints what it measured. */
const [name = '', ...args] = process.argv.slice(2)
const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
if (!/^[a-z-]+$/.test(name) || !existsSync(path)) {
  process.stderr.write(`usage: npm run bench -- import|posting|newcomer|recognition|kill|strict [--json]\n`)
  process.exit(2)
}
const { run } = (await import(path)) as {
  run(options: { json: boolean; args: string[] }): Promise<Record<string, unknown>>
}
const result = await run({ json: args.includes('--json'), args })
if (args.includes('--json')) process.stdout.write(`${JSON.stringify(result)}\n`)
else
  for (const [key, value] of Object.entries(result))
    process.stdout.write(`${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`)
process.exit(0)
