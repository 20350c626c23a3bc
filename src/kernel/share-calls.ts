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
