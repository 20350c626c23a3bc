/** What a row that is no purchase says, in short. */
export function rowText(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 4)
    .join('  ')
    .slice(0, 200)
}
