/** `Kort 'mars'` → `'Kort ''mars'''`, then `!A1:G1000`. Rows and columns count from 0, the ends are not included. */
export function rangeAddress(
  title: string,
  area: { fromRow: number; toRow: number; fromColumn: number; toColumn: number },
): string {
  const quoted = `'${title.replaceAll("'", "''")}'`
  return `${quoted}!${columnName(area.fromColumn)}${area.fromRow + 1}:${columnName(area.toColumn - 1)}${area.toRow}`
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
