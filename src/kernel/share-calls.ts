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
 * The same for what is read elsewhere and kept: whoever asks while it is being read gets that reading, and so does who
 * looked at what was kept before it was kept and comes when the reading has ended. `asked` in ms.
 */
export function createSharedReadings<Kept>(readAt: (kept: Kept) => number) {
  const share = createSharedCalls<Kept>()
  return (
    key: string,
    asked: number,
    { find, read }: { find: () => Promise<Kept | null>; read: (kept: Kept | null) => Promise<Kept> },
  ): Promise<Kept> =>
    share(key, async () => {
      const kept = await find()
      return kept && readAt(kept) >= asked ? kept : read(kept)
    })
}
