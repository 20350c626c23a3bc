/** One file of a template: how many rows each supplier was found for. */
export type FileUse = { importId: string; fileName: string; at: Date; suppliers: Readonly<Record<string, number>> }
type StoppedSupplier = { supplierNumber: string; files: number; last: FileUse; newest: FileUse }

/** So many files in a row make a habit. */
const habit = 3

/**
 * Suppliers that were found in each of the last files of a template but not in the newest: a text that a bank has begun to
 * write otherwise stops a rule without a word. A newest file of less than half the usual rows says nothing yet.
 * `files`: of one template, newest first.
 */
export function findStopped(files: readonly FileUse[]): StoppedSupplier[] {
  const [newest, ...before] = files.filter(({ suppliers }) => rowsOf(suppliers) > 0)
  const usual = before.slice(0, habit)
  if (!newest || usual.length < habit) return []
  const rows = usual.reduce((sum, { suppliers }) => sum + rowsOf(suppliers), 0) / habit
  if (rowsOf(newest.suppliers) * 2 < rows) return []
  const [last] = usual
  return Object.keys(last?.suppliers ?? {}).flatMap((supplierNumber) => {
    const isHabit = usual.every(({ suppliers }) => suppliers[supplierNumber])
    if (!last || !isHabit || newest.suppliers[supplierNumber]) return []
    const gap = before.findIndex(({ suppliers }) => !suppliers[supplierNumber])
    return [{ supplierNumber, files: gap === -1 ? before.length : gap, last, newest }]
  })
}

function rowsOf(suppliers: FileUse['suppliers']): number {
  return Object.values(suppliers).reduce((sum, rows) => sum + rows, 0)
}
