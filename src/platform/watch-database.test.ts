import { createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { watchDatabase } from './watch-database.ts'

const everyMs = 40

/** A server that takes every connection and answers what `answer` says, and one who asks over a connection each. */
async function openScene(answer: (socket: Socket) => void) {
  const port = await freePort()
  const server = createServer((socket) => socket.on('error', () => undefined).on('data', () => answer(socket)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const warn = vi.fn()
  const watch = watchDatabase({ warn }, everyMs)
  const ask = () =>
    new Promise<unknown>((resolve, reject) => {
      const socket = watch.openSocket().on('error', reject).once('data', resolve)
      socket.connect(port, '127.0.0.1', () => socket.write('?'))
    })
  const stop = () => {
    watch.stop()
    server.close()
  }
  return { ask, watch, warn, stop }
}

test('who waits for a server that answers nothing is told, until it answers again; that is said once', async () => {
  let isFrozen = true
  const { ask, watch, warn, stop } = await openScene((socket) => isFrozen || socket.write('!'))
  watch.start(ask)
  await expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(watch.isSilent()).toBe(true)
  await expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  isFrozen = false
  await expect.poll(watch.isSilent).toBe(false)
  expect(warn).toHaveBeenCalledTimes(1)
  stop()
})

test('nobody waits for what was asked while the server was silent, not even the moment before it answers again', async () => {
  let isFrozen = true
  const { ask, watch, stop } = await openScene((socket) => isFrozen || socket.write('!'))
  watch.start(ask)
  await expect.poll(watch.isSilent).toBe(true)
  const asked: Promise<unknown>[] = []
  for (let count = 0; count < 30; count++) {
    asked.push(ask().catch(() => undefined))
    await new Promise((resolve) => setTimeout(resolve, everyMs / 10))
  }
  isFrozen = false
  await expect.poll(watch.isSilent).toBe(false)
  await Promise.all(asked)
  stop()
})

test('what takes long on a server that answers others is let be, and what refuses answers', async () => {
  let asked = 0
  const { ask, watch, stop } = await openScene((socket) => ++asked > 1 && socket.resetAndDestroy())
  const long = ask()
  const isOver = vi.fn()
  long.then(isOver, isOver)
  watch.start(() => ask().catch(() => Promise.reject(new Error('refused'))))
  await expect.poll(() => asked).toBeGreaterThan(5)
  expect([isOver.mock.calls.length, watch.isSilent()]).toEqual([0, false])
  stop()
})
