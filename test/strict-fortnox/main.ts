import { readOptions } from './options.ts'
import { serve } from './stand-in.ts'

const { port, ...options } = readOptions(process.argv.slice(2))
const url = await serve(options, port, process.env.FORTNOX_OPENAPI)
process.stdout.write(`${url}\n`)
