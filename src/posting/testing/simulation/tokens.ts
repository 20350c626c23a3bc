import { AppError } from '#kernel/errors.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/** One connection's tokens, kept as keep-tokens.ts promises to: one refresh at a time, and lost when it is refused. */
export function createTokens(time: Time, lifeMs: number) {
  let version = 1
  let diesAt = lifeMs
  let refreshing: Promise<void> | null = null
  let isLost = false
  let refusesNext = false
  let isCalm = false
  const name = () => `token-${version}`
  async function refresh(): Promise<void> {
    await time.sleep(200)
    if (refusesNext && !isCalm) {
      isLost = true
      refusesNext = false
      return
    }
    version += 1
    diesAt = time.now() + lifeMs
  }
  return {
    isGood: (token: string) => token === name() && time.now() < diesAt && !isLost,
    isLost: () => isLost,
    refuseNext: () => {
      refusesNext = true
    },
    calmDown: () => {
      isCalm = true
    },
    reconnect() {
      isLost = false
      version += 1
      diesAt = time.now() + lifeMs
    },
    async accessToken({ refused }: { refused?: string } = {}): Promise<string> {
      while (!isLost && (refused === name() || time.now() >= diesAt)) {
        refreshing ??= refresh().finally(() => {
          refreshing = null
        })
        await refreshing
      }
      if (isLost) throw new AppError('connection-lost', 'the connection is lost')
      return name()
    },
  }
}
export type TokensModel = ReturnType<typeof createTokens>
