/** Whoever asks for something while an answer for the same key is under way gets that answer. */
export function createSharedCalls<Answer>(): (key: string, call: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>()
  return (key, call) => {
    const known = underWay.get(key)
    if (known) return known
    const mine = call().finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}

/**
 * The same for what is read elsewhere and kept: what was read since `oldest` will do; else whoever asks while it is being read
 * gets that reading, and so does who looked at what was kept before that was kept and comes when the reading has ended. In ms.
 */
export function createSharedReadings<Kept>(readAt: (kept: Kept) => number) {
  const share = createSharedCalls<Kept>()
  let ended = 0
  return async (
    key: string,
    oldest: number,
    { find, read }: { find: () => Promise<Kept | null>; read: (kept: Kept | null) => Promise<Kept> },
  ): Promise<Kept> => {
    const endedBefore = ended
    const kept = await find()
    if (kept && readAt(kept) >= oldest) return kept
    return share(key, async () => {
      const latest = ended === endedBefore ? kept : await find()
      return latest && readAt(latest) >= oldest ? latest : read(latest).finally(() => ended++)
    })
  }
}
