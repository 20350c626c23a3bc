import { expect, test } from 'vitest'
import { createSharedPacers, type PaceLimit, type PaceStore } from './shared-pacer.ts'
import { createSimulatedTime } from './testing/simulated-time.ts'

const limit = { requests: 25, seconds: 5 }

/** A process whose regular renewals only come when they are told to, as under a load that leaves no room for them. */
function openScene({ answerMs }: { answerMs: number }) {
  const time = createSimulatedTime()
  const asked: string[] = []
  const limits: PaceLimit[] = []
  let [holder, heldUntil]: [string | null, number] = [null, 0]
  let left = { busyMs: [] as readonly number[], at: 0 }
  let renew = () => {}
  const store: PaceStore = {
    hear: () => () => undefined,
    async take(_key, mine, { ms, limit: given }) {
      asked.push('take')
      limits.push(given)
      if (holder !== null && holder !== mine && heldUntil >= time.now()) return null
      // Of a holder that died every place counts as used when its hold ended.
      const sinceMs = time.now() - left.at
      const busy =
        holder === null || holder === mine
          ? left.busyMs.map((ms) => ms - sinceMs).filter((ms) => ms > 0)
          : Array<number>(limit.requests).fill(heldUntil + 5_000 - time.now())
      holder = mine
      heldUntil = time.now() + ms
      return busy
    },
    async keep(mine, held, ms) {
      asked.push('keep')
      const isOurs = holder === mine
      if (isOurs) heldUntil = time.now() + ms
      await time.sleep(answerMs)
      return isOurs ? held.map(({ key }) => ({ key, isWanted: false })) : []
    },
    async release(_key, _mine, busyMs) {
      asked.push('release')
      await time.sleep(answerMs)
      holder = null
      left = { busyMs, at: time.now() }
    },
  }
  const every = (_ms: number, work: () => void) => {
    renew = work
    return () => undefined
  }
  const { paceOf } = createSharedPacers({ store, holder: 'us', ...time, every })
  async function send(key = 'fortnox 1'): Promise<number> {
    const answered = await paceOf(key, limit).pace()
    const at = time.now()
    await time.sleep(100)
    answered({ isRateLimited: false })
    return at
  }
  return {
    ...{ time, asked, limits, send, paceOf },
    renew: () => renew(),
    giveTo: (other: string) => {
      holder = other
      heldUntil = time.now() - 1
    },
  }
}

test('a hold that ran out while nobody else wanted it costs no wait: the places are known', async () => {
  const scene = openScene({ answerMs: 50 })
  const sent = await scene.time.run(
    (async () => {
      await scene.send()
      await scene.time.sleep(10_000)
      const askedAt = scene.time.now()
      return (await scene.send()) - askedAt
    })(),
  )
  expect(sent).toBe(50)
  expect(scene.asked).toEqual(['take', 'keep'])
})

test('after somebody else had it meanwhile every place counts as used', async () => {
  const scene = openScene({ answerMs: 0 })
  const sent = await scene.time.run(
    (async () => {
      await scene.send()
      await scene.time.sleep(10_000)
      scene.giveTo('them')
      const askedAt = scene.time.now()
      return (await scene.send()) - askedAt
    })(),
  )
  expect(sent).toBeGreaterThan(4_900)
  expect(scene.asked.slice(0, 3)).toEqual(['take', 'keep', 'take'])
})

test('holds that ran out together are renewed by one write', async () => {
  const scene = openScene({ answerMs: 50 })
  const keys = Array.from({ length: 20 }, (_, number) => `fortnox ${number}`)
  const waited = await scene.time.run(
    (async () => {
      await Promise.all(keys.map(scene.send))
      await scene.time.sleep(10_000)
      const askedAt = scene.time.now()
      return (await Promise.all(keys.map(scene.send))).map((at) => at - askedAt)
    })(),
  )
  expect(new Set(waited)).toEqual(new Set([50]))
  expect(scene.asked.filter((one) => one === 'keep')).toHaveLength(1)
})

const keptUnused = 10
/** Renewals without a request in between: six seconds later the pace is let go of. */
async function keepUnused({ time, renew }: ReturnType<typeof openScene>): Promise<void> {
  for (let renewal = 0; renewal < keptUnused; renewal++) {
    await time.sleep(1_900)
    renew()
  }
}

test('an answer that comes after a pace was let go of brings no hold back: what is sent then is counted', async () => {
  const scene = openScene({ answerMs: 500 })
  const { time, send } = scene
  const sent = await time.run(
    (async () => {
      await send()
      await keepUnused(scene)
      await time.sleep(2_900)
      scene.renew() // not unused for long enough yet
      await time.sleep(3_000)
      scene.renew()
      await time.sleep(150)
      scene.renew() // now it is
      await time.sleep(1_000)
      const many = Promise.all(Array.from({ length: limit.requests }, () => send()))
      await time.sleep(3_000)
      return [...(await many), await send()]
    })(),
  )
  expect(scene.asked.slice(keptUnused, keptUnused + 4)).toEqual(['keep', 'keep', 'keep', 'release'])
  expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(limit.seconds * 1000)
})

test('a pace that is wanted while it is given back is asked for when that was heard, and what is sent then is counted', async () => {
  const scene = openScene({ answerMs: 500 })
  const { time, send } = scene
  const sent = await time.run(
    (async () => {
      await send()
      await keepUnused(scene)
      await time.sleep(3_500)
      scene.renew()
      await time.sleep(2_600)
      scene.renew() // gives it back
      await time.sleep(100)
      const many = Promise.all(Array.from({ length: limit.requests }, () => send()))
      await time.sleep(3_500)
      return [...(await many), await send()]
    })(),
  )
  expect(scene.asked.slice(keptUnused, keptUnused + 4)).toEqual(['keep', 'keep', 'release', 'take'])
  expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(limit.seconds * 1000)
})

test('whoever sends all that a window holds at once, and nothing until the next, keeps the pace in between', async () => {
  const scene = openScene({ answerMs: 10 })
  const { time } = scene
  await time.run(
    (async () => {
      for (let window = 0; window < 3; window++) {
        await Promise.all(Array.from({ length: limit.requests }, () => scene.send()))
        for (let second = 0; second < 4; second++) {
          await time.sleep(1_000)
          scene.renew()
        }
      }
    })(),
  )
  expect(new Set(scene.asked.slice(1))).toEqual(new Set(['keep']))
})

test('of a long window no more begins untold than others have to wait for when the holder dies', async () => {
  const time = createSimulatedTime()
  const told: number[] = []
  let begun = 0
  let most = 0
  const store: PaceStore = {
    hear: () => () => undefined,
    take: async () => [],
    async keep(_mine, held) {
      told.push(held[0]?.busyMs?.length ?? Number.NaN)
      await time.sleep(20)
      return held.map(({ key }) => ({ key, isWanted: false }))
    },
    release: async () => undefined,
  }
  const { paceOf } = createSharedPacers({ store, holder: 'us', ...time, every: () => () => undefined })
  await time.run(
    Promise.all(
      Array.from({ length: 40 }, async () => {
        const answered = await paceOf('google-sheets', { requests: 60, seconds: 60 }).pace()
        begun += 1
        most = Math.max(most, begun - (told.at(-1) ?? 0))
        await time.sleep(100)
        answered({ isRateLimited: false })
      }),
    ),
  )
  expect(told).toEqual([12, 24, 36])
  expect(most).toBeLessThanOrEqual(12)
})

/** Processes that share one store; their renewals come every second. `latest` is what the other side counts. */
function openRivals(names: readonly string[], given: PaceLimit) {
  const time = createSimulatedTime()
  const kept = new Map<string, { holder: string | null; heir: string | null; freeAt: number[] }>()
  const heard = new Map<string, () => void>()
  const openStore = (): PaceStore => ({
    hear(mine, wanted) {
      heard.set(mine, wanted)
      return () => void heard.delete(mine)
    },
    async take(key, mine) {
      const one = kept.get(key) ?? { holder: null, heir: null, freeAt: [] }
      kept.set(key, one)
      if (one.holder !== null || (one.heir ?? mine) !== mine) {
        const isNew = one.heir === null
        one.heir ??= mine
        if (isNew && one.holder !== null) heard.get(one.holder)?.()
        return null
      }
      Object.assign(one, { holder: mine, heir: null })
      return one.freeAt.map((at) => at - time.now()).filter((ms) => ms > 0)
    },
    async keep(mine, held) {
      const ours = held.filter(({ key }) => kept.get(key)?.holder === mine)
      return ours.map(({ key }) => ({ key, isWanted: kept.get(key)?.heir !== null }))
    },
    async release(key, _mine, busyMs) {
      Object.assign(kept.get(key) ?? {}, { holder: null, freeAt: busyMs.map((ms) => time.now() + ms) })
    },
  })
  const every = (ms: number, work: () => void) => {
    let isOn = true
    const again = async (): Promise<void> => {
      await time.sleep(ms)
      if (!isOn) return
      work()
      await again()
    }
    void again()
    return () => {
      isOn = false
    }
  }
  const sent: { by: string; at: number }[] = []
  const paces = names.map((holder) => ({
    holder,
    ...createSharedPacers({ store: openStore(), holder, ...time, every }),
  }))
  async function send(by: string, { beforeMs = 0 } = {}): Promise<void> {
    const pacer = paces.find(({ holder }) => holder === by)?.paceOf('one', given)
    const answered = await pacer?.pace()
    await time.sleep(beforeMs)
    sent.push({ by, at: time.now() })
    await time.sleep(100)
    answered?.({ isRateLimited: false })
  }
  const most = () =>
    Math.max(...sent.map(({ at }) => sent.filter((one) => one.at >= at && one.at < at + given.seconds * 1000).length))
  return { time, sent, send, most }
}

test('two processes that both want all of a long window come to as much of it each, and never over the limit', async () => {
  const { time, sent, send, most } = openRivals(['a', 'b'], { requests: 4, seconds: 60 })
  const untilNow = time.run(
    (async () => {
      const work = async (by: string) => {
        while (time.now() < 1_200_000) await send(by)
      }
      // The first fills the window, places come free far apart, and the second comes late.
      const first = (async () => {
        for (let number = 0; number < 4; number++) {
          await send('a')
          await time.sleep(12_000)
        }
        await work('a')
      })()
      await Promise.all([first, work('a'), time.sleep(20_000).then(() => work('b'))])
    })(),
  )
  await untilNow
  const of = (name: string) => sent.filter(({ by }) => by === name).length
  expect(most()).toBe(4)
  expect(of('a') + of('b')).toBeGreaterThan(70)
  expect(of('b') / of('a')).toBeGreaterThan(0.8)
})

test('a pace whose requests wait for another one before they leave is handed on when they are answered', async () => {
  const { time, sent, send, most } = openRivals(['a', 'b'], { requests: 3, seconds: 10, waitsForAnother: true })
  await time.run(
    (async () => {
      const first = [send('a', { beforeMs: 15_000 }), send('a', { beforeMs: 15_000 })]
      await time.sleep(500)
      const second = Array.from({ length: 3 }, () => send('b'))
      await time.sleep(2_000)
      await Promise.all([...first, ...second, send('a')])
    })(),
  )
  expect(most()).toBe(3)
  // What the first process wants after it was asked comes after the second's turn.
  expect(sent.map(({ by }) => by).join('')).toMatch(/^aab/)
})

test('a pace that rests is handed on as soon as its holder hears that it is wanted, not with the next renewal', async () => {
  const { time, sent, send } = openRivals(['a', 'b'], { requests: 25, seconds: 5 })
  await time.run(
    (async () => {
      await send('a')
      await time.sleep(200)
      await send('b')
    })(),
  )
  const [first, second] = sent.map(({ at }) => at)
  expect((second ?? 0) - (first ?? 0)).toBeLessThan(400)
})

test('a pace that nobody has used for an hour is forgotten, and is one also for whoever kept it', async () => {
  const scene = openScene({ answerMs: 0 })
  const { time, limits, paceOf } = scene
  const kept = paceOf('fortnox 1', limit)
  const sent: number[] = []
  const send = async (pacer: typeof kept) => {
    const answered = await pacer.pace()
    sent.push(time.now())
    answered({ isRateLimited: false })
  }
  await time.run(
    (async () => {
      await send(kept)
      await keepUnused(scene)
      await time.sleep(30_000)
      scene.renew()
      await time.sleep(3_700_000)
      paceOf('fortnox 2', limit)
      const anew = paceOf('fortnox 1', { requests: 1, seconds: 5 })
      await Promise.all([send(kept), send(anew)])
    })(),
  )
  expect(limits.map(({ requests }) => requests)).toEqual([25, 1])
  expect((sent[2] ?? 0) - (sent[1] ?? 0)).toBeGreaterThanOrEqual(5_000)
})
