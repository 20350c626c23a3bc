/** One file of a template: how many purchases it has, and how many rows each supplier was found for. */
export type FileUse = {
  importId: string
  fileName: string
  at: Date
  purchases: number
  suppliers: Readonly<Record<string, number>>
}
type StoppedSupplier = { supplierNumber: string; files: number; last: FileUse; newest: FileUse }

/** So many files in a row make a habit. */
const habit = 3

/**
 * Suppliers that were found in each of the last files of a template but not in the newest: a text that a bank has begun to
 * write otherwise stops a rule without a word, and one that writes all of them otherwise stops every rule. A newest file
 * of less than half the usual purchases says nothing yet. `files`: of one template, newest first.
 */
export function findStopped(files: readonly FileUse[]): StoppedSupplier[] {
  const [newest, ...earlier] = files.filter(({ purchases }) => purchases > 0)
  const before = earlier.filter(({ suppliers }) => Object.keys(suppliers).length > 0)
  const usual = before.slice(0, habit)
  if (!newest || usual.length < habit) return []
  const purchases = usual.reduce((sum, file) => sum + file.purchases, 0) / habit
  if (newest.purchases * 2 < purchases) return []
  const [last] = usual
  return Object.keys(last?.suppliers ?? {}).flatMap((supplierNumber) => {
    const isHabit = usual.every(({ suppliers }) => suppliers[supplierNumber])
    if (!last || !isHabit || newest.suppliers[supplierNumber]) return []
    const gap = before.findIndex(({ suppliers }) => !suppliers[supplierNumber])
    return [{ supplierNumber, files: gap === -1 ? before.length : gap, last, newest }]
  })
}
