import { remember } from '#kernel/remember.ts'
import type { MappedColumn } from '../../contract.ts'
import { isBlank, isSameLabel, normaliseLabel } from '../cells/cell-text.ts'
import { columnsOf, findColumn, type NamedColumn, refOf } from './table-columns.ts'

export type ColumnFinder = (ref: MappedColumn) => number | null

/**
 * Where the columns of a template's header stand under a file's. One without a name is known by the named ones around it; so
 * is one of several of one name, where the file has more or fewer of that than the template. Null: it is gone, or which it
 * is cannot be told.
 */
export function createColumnFinder(header: readonly string[], columns: readonly NamedColumn[]): ColumnFinder {
  const was = columnsOf(header)
  const isSameHeader = was.length === columns.length && was.every((one, i) => isSame(one, columns[i]))
  if (isSameHeader) return (ref) => findColumn(columns, ref)
  const isAnchor = remember((name) => !isBlank(name) && [was, columns].every((some) => standsOnce(name, some)))
  const find: ColumnFinder = (ref) => {
    if (isBlank(ref.name)) return findUnnamed(ref.index, { was, columns }, isAnchor)
    const of = (some: readonly NamedColumn[]) => some.filter((one) => isSame(one, ref))
    const [before, now] = [of(was), of(columns)]
    if (before.length === 0 || now.length === 0 || before.length === now.length) return findColumn(columns, ref)
    if (before.length > now.length) return findRemaining(ref, before, now, { was, columns })
    return findAmongMore(ref, now, { was, columns })
  }
  const places = new Map(withoutOwnName(was).map((one) => [one, find(refOf(one))]))
  return (ref) => {
    const place = find(ref)
    if (place === null) return null
    const isOther = (one: NamedColumn) => !isSame(one, ref) || one.occurrence !== ref.occurrence
    const isTaken = [...places].some(([one, taken]) => taken === place && isOther(one))
    // Two columns never become one: which of them it is cannot be told.
    return isTaken ? null : place
  }
}

/** Those without a name, and those that share one. */
function withoutOwnName(was: readonly NamedColumn[]): NamedColumn[] {
  const shared = new Set(was.filter(({ occurrence }) => occurrence > 0).map(({ name }) => normaliseLabel(name)))
  return was.filter(({ name }) => isBlank(name) || shared.has(normaliseLabel(name)))
}

type Headers = { was: readonly NamedColumn[]; columns: readonly NamedColumn[] }

function isSame(one: Pick<NamedColumn, 'name'>, other: Pick<NamedColumn, 'name'> | undefined): boolean {
  return isSameLabel(normaliseLabel(one.name), normaliseLabel(other?.name ?? ''))
}

/** On how many sides a column has the neighbour that it had; an edge is one, too. */
function neighboursKept(before: NamedColumn, now: NamedColumn, { was, columns }: Headers): number {
  const isKept = (side: -1 | 1) => {
    const [one, other] = [was[before.index + side], columns[now.index + side]]
    return one === undefined || other === undefined ? one === other : isSame(one, other)
  }
  return Number(isKept(-1)) + Number(isKept(1))
}

/** The file has fewer: those that are left go to the columns which they stand most like. */
function findRemaining(
  ref: MappedColumn,
  before: readonly NamedColumn[],
  now: readonly NamedColumn[],
  headers: Headers,
): number | null {
  const own = before.find(({ occurrence }) => occurrence === ref.occurrence)
  if (!own) return null
  const found = now.filter((one) => {
    const kept = neighboursKept(own, one, headers)
    return kept > 0 && before.every((other) => other === own || neighboursKept(other, one, headers) < kept)
  })
  return found.length === 1 ? (found[0]?.index ?? null) : null
}

/** The file has more: the one that comes in its turn, unless another alone stands by a neighbour that it had. */
function findAmongMore(ref: MappedColumn, now: readonly NamedColumn[], headers: Headers): number | null {
  const own = headers.was.find((one) => one.occurrence === ref.occurrence && isSame(one, ref))
  const inTurn = findColumn(headers.columns, ref)
  const keptOf = (one: NamedColumn) => (own ? neighboursKept(own, one, headers) : 0)
  if (now.some((one) => one.index === inTurn && keptOf(one) > 0)) return inTurn
  const [best, ...others] = now.filter((one) => keptOf(one) > 0)
  return best && others.length === 0 ? best.index : inTurn
}

/** Counted from the named columns around it, as far from them as it was. `isAnchor`: a name stands once, then and now. */
function findUnnamed(index: number, { was, columns }: Headers, isAnchor: (name: string) => boolean): number | null {
  const placeBy = (anchor: NamedColumn | undefined) => {
    const now = anchor && columns.find((one) => isSame(one, anchor))
    const place = anchor && now ? now.index + index - anchor.index : -1
    return place < 0 ? null : place
  }
  const left = placeBy(was.findLast((one) => one.index < index && isAnchor(one.name)))
  const right = placeBy(was.find((one) => one.index > index && isAnchor(one.name)))
  if (left === right) {
    const place = left ?? index
    return isOneOf(was, columns[place]) ? null : place
  }
  const unnamed = [...new Set([left, right])].filter((place) => place !== null && isBlank(columns[place]?.name ?? ''))
  return unnamed.length === 1 ? (unnamed[0] ?? null) : null
}

/** It has a name of its own, then as now. */
function isOneOf(was: readonly NamedColumn[], column: NamedColumn | undefined): boolean {
  return column !== undefined && !isBlank(column.name) && was.some((one) => isSame(one, column))
}

function standsOnce(name: string, columns: readonly NamedColumn[]): boolean {
  return columns.filter((one) => isSame(one, { name })).length === 1
}
