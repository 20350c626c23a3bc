import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What `npm start` runs. */
export const startScript = 'scripts/start.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const keptCharacters = 20_000
const heard = new WeakMap<ChildProcess, () => string>()

/** The last of what a process wrote: its log, and its stack where it broke. */
export function outputOf(child: ChildProcess): string {
  return heard.get(child)?.() ?? ''
}

/** A Node process of its own that is waited for until `address` answers 200. */
export async function startProcess(
  script: string,
  args: string[],
  environment: Record<string, string>,
  address: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptCharacters)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  heard.set(child, () => said)
  const giveUpAt = Date.now() + 120_000 // one that ended is told at once
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}: ${said.slice(-2000)}`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return child
    if (Date.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${script} does not answer: ${said.slice(-2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Ends a process and waits until it is gone. */
export async function endProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill(signal)
  return gone
}
