import type { Line, LineOptions } from '#connections/index.ts'
import { createTokenKeeper, type TokenKeeper } from '#connections/keep-tokens.ts'
import { openTurns } from '#connections/turns.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { createFortnoxConnector } from '#connectors/fortnox/index.ts'
import { createPacer, type Pacer } from '#connectors/pacer.ts'
import { createSharedPacers, type PaceStore } from '#connectors/shared-pacer.ts'
import type { CheckInvoices } from '#imports/index.ts'
import { AppError } from '#kernel/errors.ts'
import { createLog } from '#platform/log.ts'
import { cancelTwins } from '../../lane/cancel-twins.ts'
import { workChecked } from '../../lane/check-runs.ts'
import type { LaneEnd } from '../../lane/lane.ts'
import { holdLease, type Lease } from '../../lane/lease.ts'
import { away, drawDatabaseOutages, type Link, openDatabaseLink } from './database-link.ts'
import type { Memory } from './memory-store.ts'
import type { createNetwork, Limit } from './network.ts'
import { type Plant, spoilSession, spoilStore, spoilTokens } from './plants.ts'
import { createLife, type Life, type Operation } from './process-life.ts'
import type { Random } from './random.ts'
import { connectionKey, epoch, type TokenServer } from './token-server.ts'

/** Everything that disturbs ends after this; what is left must then come to its end. */
export const troubleMs = 120_000
export const patienceMs = 3_600_000

export type World = {
  time: { now(): number; sleep(ms: number): Promise<void> }
  random: Random
  memory: Memory
  network: ReturnType<typeof createNetwork>
  tokens: TokenServer
  plant: Plant | null
  limit: Limit
  paceStore(operation: Operation): PaceStore
  /** So long after it was given up a request is waited for. */
  settleMs: number
  /** What a check of a run reads is away meanwhile. */
  isUnreadable(): boolean
  /** Whether a check of a run refuses some of its invoices. */
  refusesInChecks: boolean
  /** When some workers do not get at the database is drawn from here. */
  ofOutages: Random
  /** Everything has come to rest, and nobody will do anything any more. */
  isOver(): boolean
  tell(line: string): void
}

/** A worker that dies now and then and is started again, until everything has come to rest. */
export async function runWorker(world: World, name: string): Promise<void> {
  const { time, random, tell } = world
  const skewMs = random.between(-20_000, 20_000)
  const deaths = random.chance(0.6) ? random.between(1, 4) : 0
  const outages = drawDatabaseOutages(world.ofOutages, troubleMs)
  for (let start = 0; time.now() < patienceMs && !world.isOver(); start++) {
    const life = createLife(`${name}.${start}`, () => time.sleep(random.between(0, 15)))
    if (start < deaths)
      void time.sleep(random.between(200, 20_000)).then(() => {
        tell(`${name} dies`)
        life.die()
      })
    const link = openDatabaseLink({ time, random: world.ofOutages, outages }, life)
    const isEnded = await Promise.race([workOn(world, life, { skewMs, link }), life.died])
    if (isEnded === 'ended') return
    await time.sleep(random.between(500, 10_000))
  }
}

/** As index.ts looks for connections with something left to do. */
const sweepEveryMs = 60_000

type Own = { skewMs: number; link: Link }

async function workOn(world: World, life: Life, { skewMs, link }: Own): Promise<'ended'> {
  const { time, random, memory } = world
  const clock = () => time.now() + skewMs
  const sleep = (ms: number) => life.operation(() => time.sleep(ms))
  const line = openLine(world, life, { clock, link })
  let sweptAt = Number.NEGATIVE_INFINITY
  for (let turn = 0; time.now() < patienceMs; turn++) {
    await sleep(random.between(50, 3_000))
    if (world.isOver()) return 'ended'
    const isSwept = !memory.hasWork()
    if (isSwept && (!memory.hasTwins() || time.now() - sweptAt < sweepEveryMs)) continue
    if (isSwept) sweptAt = time.now()
    await takeTurn(world, life, { holder: `${life.name}.${turn}`, clock, sleep, link, line }).catch(unlessAway)
  }
  return 'ended'
}

/** The job fails, and another is begun. */
function unlessAway(error: unknown): void {
  if (error !== away) throw error
}

type Turn = {
  holder: string
  clock(): number
  sleep(ms: number): Promise<void>
  link: Link
  line: ReturnType<typeof openLine>
}

/** As post-connection.ts. */
async function takeTurn(world: World, life: Life, { holder, clock, sleep, link, line }: Turn): Promise<void> {
  const { time, random, memory, plant, tell } = world
  const [stopping, lost] = [new AbortController(), new AbortController()]
  const lease = await holdLease({
    store: memory.openLeases(link.ask('prompt'), plant === 'lease-for-everybody'),
    holder,
    startWatch: () => {
      const begun = time.now()
      return () => time.now() - begun
    },
    every: (ms, work) => repeat(time.sleep, life, ms, work),
    onLost() {
      tell(`${holder} gives up`)
      lost.abort()
    },
  })
  if (!lease) return
  tell(`${holder} has the lane`)
  // post-connection.ts lets go after a minute; shorter turns pass the lane on at full pace.
  void time.sleep(time.now() < troubleMs ? random.between(500, 60_000) : 60_000).then(() => stopping.abort())
  const store = memory.openLane(holder, link.ask('rest'), clock)
  const signals = { lost: lost.signal, signal: AbortSignal.any([stopping.signal, lost.signal]) }
  const end = await workUnder(world, life, { lease, store, line, clock, sleep, ...signals }).finally(lease.release)
  if (end !== 'stopped') await store.end()
}

async function workUnder(
  world: World,
  life: Life,
  {
    lease: { mayStillSend },
    store,
    line,
    clock,
    sleep,
    lost,
    signal,
  }: Omit<Turn, 'holder' | 'link'> & {
    lease: Lease
    store: ReturnType<Memory['openLane']>
    lost: AbortSignal
    signal: AbortSignal
  },
): Promise<LaneEnd> {
  const { memory, tokens, plant, settleMs } = world
  await store.begin()
  if (tokens.memory.isLost()) return 'connection-lost'
  const to = line.open({ mayStillSend, ...(plant !== 'outlives-its-lease' && { signal: lost }) })
  const end = await workChecked({
    checkRun: () => checkRun(world, life),
    log,
    onAsked: (asked) => memory.onAsked(() => !life.isDead() && asked()),
    store: plant === null ? store : spoilStore(store, plant, memory),
    ...to,
    mayStillSend,
    now: clock,
    ...{ sleep, signal, settleMs },
  })
  if (end !== 'emptied' || plant === 'twins-stay') return end
  const twins = plant === 'asked-again-stays' ? { ...store.twins, noteAskedAgain: async () => undefined } : store.twins
  await cancelTwins(twins, to.session, new Date(world.time.now())).catch((error: unknown) => {
    const isExpected = error === away || error instanceof ConnectorError || error instanceof AppError
    if (!isExpected) throw error
  })
  return end
}

/** The accounting system is away now and then when a run is checked, or would refuse some of its invoices. */
async function checkRun(world: World, life: Life): Promise<CheckInvoices> {
  const { time, random, network, tell } = world
  await life.operation(() => time.sleep(random.between(20, 500)))
  const isTrouble = time.now() < troubleMs
  if (network.isAway() || world.isUnreadable() || (isTrouble && random.chance(0.3)))
    throw new ConnectorError('unavailable', 'safe')
  const [refusedPercent, picks] = [isTrouble && world.refusesInChecks ? random.between(0, 40) : 0, random]
  return async (held) =>
    life.operation(async () =>
      held.map(({ reference, left }) => {
        if (picks.between(1, 100) > refusedPercent) return null
        tell(`${reference} is held back before ${left[0]}`)
        return { code: 'account-inactive', params: { account: 6110 } }
      }),
    )
}

function openPace({ time, plant, limit, paceStore }: World, life: Life, { clock: now, link }: Way): Pacer {
  if (plant === 'pace-of-its-own') return createPacer({ ...limit, now, sleep: time.sleep })
  return createSharedPacers({
    store: paceStore(link.ask('prompt')),
    holder: life.name,
    now,
    sleep: (ms) => life.operation(() => time.sleep(ms)),
    every: (ms, work) => repeat(time.sleep, life, ms, work),
  }).paceOf('far', plant === 'wide-pace' ? { ...limit, requests: 60 } : limit)
}

/** The web process, which never posts: what it reads counts in the same limit, and it keeps tokens fresh too. */
export async function readRegisters(world: World): Promise<void> {
  const { time, random, tokens } = world
  const life = createLife('web', async () => undefined)
  const line = openLine(world, life, { clock: time.now, link: openDatabaseLink({ time, random, outages: [] }, life) })
  const { session } = line.open({ mayStillSend: () => true })
  while (time.now() < troubleMs) {
    await time.sleep(random.between(500, 20_000))
    if (tokens.memory.isLost()) continue
    if (random.chance(0.2)) await line.keeper.renew(connectionKey.companyId, connectionKey.id).catch(() => undefined)
    else await Promise.allSettled(Array.from({ length: random.between(1, 6) }, () => session.listPayments('0')))
  }
}

function repeat(sleep: (ms: number) => Promise<void>, life: Life, ms: number, work: () => void): () => void {
  let isOn = true
  void (async () => {
    for (;;) {
      await sleep(ms)
      if (!isOn || life.isDead()) return
      work()
    }
  })()
  return () => {
    isOn = false
  }
}

type Way = { clock(): number; link: Link }

/** One process's way to the other side, as connections/index.ts opens it: one pace and one keeper of tokens for all sessions. */
function openLine(world: World, life: Life, way: Way) {
  const { network, time, plant, limit } = world
  const { clock } = way
  const pacer = openPace(world, life, way)
  const connector = createFortnoxConnector({
    ...{ clientId: 'id', clientSecret: 'secret', apiUrl: 'http://far', authUrl: 'http://far', rateLimit: limit },
    ...{ fetch: network.fetchFor(life), now: () => epoch + clock(), sleep: time.sleep },
  })
  const keeper = keepTokens(world, life, way, connector)
  const { companyId, id } = connectionKey
  function open({ mayStillSend, signal }: LineOptions): Line {
    const readToken = (options?: { refused?: string }) => keeper.accessToken(companyId, id, options)
    const pace = () => life.operation(() => pacer.pace())
    const turn = openTurns({ readToken, clock: { now: () => new Date(epoch + clock()) }, pace, mayStillSend })
    const session = connector.openSession({ turn, signal })
    return { session: plant === null ? session : spoilSession(session, plant), untilTurn: pacer.untilTurn }
  }
  return { open, keeper }
}

const log = createLog('silent')

function keepTokens(
  { tokens, time, random, plant }: World,
  life: Life,
  { clock, link }: Way,
  system: Parameters<typeof spoilTokens>[0]['system'],
): TokenKeeper {
  const store = tokens.memory.openStore(link.ask('rest'))
  const sleep = (ms: number) => life.operation(() => time.sleep(ms))
  const deps = {
    ...{ clock: { now: () => new Date(epoch + clock()) }, log, sleep, system },
    ...{ encryption: { seal: (plain: string) => plain, open: (sealed: string) => sealed } },
    store: {
      ...store,
      /** Now and then a process sleeps at the worst moment. */
      async takeLease(...given: Parameters<typeof store.takeLease>) {
        const held = await store.takeLease(...given)
        if (held && time.now() < troubleMs && random.chance(0.1)) await sleep(random.between(1_000, 60_000))
        return held
      },
      /** What a process cannot save, nobody can refresh from after it. */
      async save(...given: Parameters<typeof store.save>) {
        if (link.isAway('rest')) tokens.loseLast(life)
        try {
          return await store.save(...given)
        } catch (error) {
          tokens.loseLast(life)
          throw error
        }
      },
    },
  }
  const spoilt = plant === null ? deps : spoilTokens(deps, plant)
  return createTokenKeeper({ ...spoilt, system: () => spoilt.system })
}
