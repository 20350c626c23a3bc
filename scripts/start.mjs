// Plain JavaScript: Node.js would load what strips types, 15 MB that stay, for this one file before it knows where stripped
// files are kept.
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// glibc gives threads pools of memory of their own, up to eight a core, and what is free in one serves no other. With two a
// process holds some 20 MB less. It looks for the number once, when a process begins: so this one begins anew as itself, unless it would lose a channel to the
// process that began it.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.channel === undefined)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: '2',
  })

// V8's bridge from WebAssembly to JavaScript is compiled anew after a thousand calls, and freeing the old one
// may reach into memory of a thread that has ended: the process dies (decisions/046). It is never compiled anew.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')

// V8 lets the heap's young part grow to tens of megabytes while modules load and keeps it: 450 MB resident when idle. Held
// small until all is loaded it is half of that; threads that read files start with a larger one, since they make little else
// than short-lived rows.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--min-semi-space-size=4')
// Of places where what was made lived on for a while, such as the first rows of a file, V8 makes all that follows old from the
// start: a thread that reads a million rows grew to 170 MB by rows that nobody held any more. Without it, 50 MB.
setFlagsFromString('--no-allocation-site-pretenuring')

// What was compiled, TypeScript's types stripped, is kept for the next start: it comes up in two thirds of the time and a
// worker holds some 60 MB less, since nothing that strips types is loaded. Threads look for it in the environment.
const cache = fileURLToPath(new URL('../build/compiled', import.meta.url))
process.env.NODE_COMPILE_CACHE ??= cache
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// To learn that a package's file is a module Node.js 24 copies and parses the whole of the package's package.json for each
// import of each file. Drizzle's has 180 kB: 230 MB of garbage and a third of the time that a process takes to start.
registerHooks({
  resolve(specifier, context, resolveNext) {
    const isOfDrizzle = /^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.includes('/node_modules/drizzle-orm/')
    if (!isOfDrizzle) return resolveNext(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})

const { buildIfChanged } = await import('./build.ts')
await buildIfChanged()
const { main } = await import('../src/main.ts')
await main()
// A third of the heap is what loading left behind. V8 would come round to it only under load, and would then keep the half
// empty pages: the last resort before memory runs out gives those back too, 30 MB.
const { collectGarbage } = await import('../src/platform/collect-garbage.ts')
collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
// What comes now is work: held small any longer, the young part costs a busy worker a third of its time in collections.
setFlagsFromString('--semi-space-growth-factor=2')
// Much of a file's reading is done a few times each: every shop of it is looked up once. Compiled plainly at its first call it
// costs a worker a tenth less than interpreted until it is called often enough; done from the start it would hold 15 MB more.
setFlagsFromString('--always-sparkplug')
flushCompileCache() // now, since a process may be killed
