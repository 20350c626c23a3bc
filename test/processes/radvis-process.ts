import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}: ${said}`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return child
    if (Date.now() > giveUpAt) throw new Error(`${script} does not answer: ${said}`)
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
