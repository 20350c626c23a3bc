import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadPurchase, TargetField } from '#templates/contract.ts'
import type { Edited, Origin } from '../contract.ts'

type Found = Pick<ReadPurchase, 'cellsOf' | 'byTemplate'> & Edited

/**
 * Where the value of the first of the fields that the row filled came from: its cells, and the template where a rule of
 * it gave or changed the text; or a person wrote it. Nothing read at all means that the template alone says it.
 */
export function originOf({ cellsOf, byTemplate, edited }: Found, ...fields: TargetField[]): Origin[] {
  if (fields.some((field) => edited?.includes(field))) return [{ kind: 'edited' }]
  const field = fields.find((one) => (cellsOf[one]?.length ?? 0) > 0)
  if (!field) return [{ kind: 'template' }]
  const cell: Origin = { kind: 'cell', cells: cellsOf[field] ?? [] }
  return byTemplate?.includes(field) ? [cell, { kind: 'template' }] : [cell]
}

/** The problem with the cell that it is about. */
export function locate(problem: RowProblem, { cellsOf }: Found, ...fields: TargetField[]): RowProblem {
  const cell = fields.map((field) => cellsOf[field]?.[0]).find((found) => found !== undefined)
  return cell === undefined ? problem : { ...problem, cell }
}
