/** The sizes of a column (hundredths, profile-columns.ts), by the row that each stands in. */
export function sizesByRow({
  rows,
  sizes,
}: {
  rows: readonly number[]
  sizes: readonly number[]
}): ReadonlyMap<number, number> {
  return new Map(rows.map((row, place) => [row, sizes[place] ?? 0]))
}
