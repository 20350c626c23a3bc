/** How many a list shows at a time. */
export const pageSize = 50

/** Of rows that were read with one more than fit a page: those that do, and the last of them where others follow. */
export function cutPage<Row>(rows: readonly Row[], size = pageSize): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, size)
  return { page, last: rows.length > size ? page.at(-1) : undefined }
}
