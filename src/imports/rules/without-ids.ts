/** A purchase that was imported and not taken back since. */
export type ImportedWithoutId = { fingerprint: string; occurrence: number }

/**
 * A purchase that was imported without its id is the same with it, and would be invoiced twice: its row was mended by hand
 * where the file could not be read then, or another export has no ids. Each of those that were imported is met once.
 */
export function createWithoutIds() {
  const left = new Map<string, number[]>()
  return {
    learn(found: readonly ImportedWithoutId[]): void {
      const isNew = ({ fingerprint }: ImportedWithoutId) => !left.has(fingerprint)
      for (const [fingerprint, those] of Map.groupBy(found.filter(isNew), (one) => one.fingerprint))
        left.set(
          fingerprint,
          those.map(({ occurrence }) => occurrence).sort((one, other) => one - other),
        )
    },
    /** Which of them a purchase with an id is, by its fingerprint without it; null where it is none, or all were met. */
    meet: (fingerprint: string): number | null => left.get(fingerprint)?.shift() ?? null,
  }
}
