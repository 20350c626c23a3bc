/** What the columns that keep an identity are called by it, and the template's header when they were called so. */
export type KnownNames = { byId: Record<string, string>; header?: readonly string[] }

/**
 * The names that the template knows columns by, whatever they are called now: a field that is renamed, or swaps names with
 * another, stays the field that was mapped. Where the template has got another header since, that says what a name means.
 */
export function namesInTemplate(
  columns: readonly { id: string; name: string }[],
  known: KnownNames,
  header: readonly string[],
): string[] {
  const names = new Set(header.map(plain))
  const isSameHeader = JSON.stringify(known.header) === JSON.stringify(header)
  const kept = columns.map(({ id, name }) => {
    const before = known.byId[id]
    if (before === undefined || before === name || !names.has(plain(before))) return null
    return isSameHeader || !names.has(plain(name)) ? before : null
  })
  const taken = new Set(kept.flatMap((name) => name ?? []).map(plain))
  // Another field that took the name of one that was renamed is not the one that was mapped.
  return columns.map(({ id, name }, index) => kept[index] ?? (taken.has(plain(name)) ? `${name} (${id})` : name))
}

const plain = (name: string) => name.trim().toLowerCase()

export function namesById(ids: readonly string[], names: readonly string[]): KnownNames {
  return { byId: Object.fromEntries(ids.map((id, index) => [id, names[index] ?? ''])) }
}
