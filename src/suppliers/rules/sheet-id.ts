import { createHash } from 'node:crypto'
import { withLostLetters } from '#kernel/lost-letter.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import { matchKinds, type NewDesignation, type SheetProblem } from '../contract.ts'
import type { MatchKind } from './designations.ts'

/** A row of the sheet as it was read; what has no column there stays as it is. */
export type SheetEntry = {
  /** 1-based, as the spreadsheet program shows it. */
  row: number
  number: string
  /** Of the supplier, which the accounting system keeps; where a row has an id it says the name it was written with. */
  name?: string
  texts: Partial<Record<MatchKind, readonly string[]>>
  account?: number | null
  vatType?: VatType | null
  isRemoved: boolean
  problems: SheetProblem[]
  /** As its cell says. */
  id?: string
  /** Of what the mapping was when the row was written; a row that a person has added has none. */
  seal?: string
}

type Content = { account: number | null; vatType: VatType | null; designations: readonly NewDesignation[] }
type Known = Content & { id: string; supplierNumber: string }

/** A text as it stands in a cell: on one line, without what an XLSX file cannot hold. */
export function cellText(text: string): string {
  return withLostLetters(text.toWellFormed())
    .replace(/[\p{Cc}\s\p{Noncharacter_Code_Point}]+/gu, ' ')
    .trim()
}

/** The same for equal contents, in whatever order their texts stand. */
export function contentSeal({ account, vatType, designations }: Content): string {
  const texts = designations
    .map(({ match, text }) => ({ match, text: cellText(text) }))
    .flatMap(({ match, text }) => (text === '' ? [] : `${match} ${text}`))
  const content = JSON.stringify([account, vatType, [...new Set(texts)].sort()])
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

/** What the id cell of a mapped supplier says: which mapping, and how it was when the sheet was written. */
export function idText(id: string, content: Content): string {
  return `${id}/${contentSeal(content)}`
}

const idPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{12})$/
/** Spreadsheet programs take the zeros from the front of a number. */
const withoutZeros = (number: string) => number.replace(/^0+(?=.)/, '')

/**
 * Says of each row which supplier it is about: by its id, or by its number, where that has lost the zeros before it too.
 * Rows with one id are one row that went on, as a cell holds only so many texts.
 */
export function identifyRows(
  entries: readonly SheetEntry[],
  known: { mapped: readonly Known[]; numbers: Iterable<string> },
): SheetEntry[] {
  const byId = new Map(known.mapped.map((one) => [one.id, one]))
  const numbers = new Set(known.numbers)
  const shortened = Map.groupBy(numbers, withoutZeros)
  const first = new Map<string, SheetEntry>()
  const identified: SheetEntry[] = []
  for (const entry of entries) {
    const begun = entry.id ? first.get(entry.id) : undefined
    if (begun && goesOn(begun, entry)) continue
    const one = entry.id ? byItsId(entry, entry.id, byId) : byItsNumber(entry, numbers, shortened)
    if (entry.id) first.set(entry.id, one)
    identified.push(one)
  }
  return identified
}

function byItsId(entry: SheetEntry, id: string, byId: ReadonlyMap<string, Known>): SheetEntry {
  const [, key, seal] = idPattern.exec(id.toLowerCase()) ?? []
  const mapping = key === undefined ? undefined : byId.get(key)
  const refused = (column: 'id' | 'number', value: string, code: SheetProblem['code'], params = {}): SheetEntry => ({
    ...entry,
    problems: [...entry.problems, { row: entry.row, column, value, code, params }],
  })
  if (key === undefined || seal === undefined) return refused('id', id, 'sheet-id-unreadable')
  if (!mapping) return entry.isRemoved ? entry : refused('id', id, 'sheet-mapping-gone')
  const { supplierNumber } = mapping
  if (entry.number !== '' && withoutZeros(entry.number) !== withoutZeros(supplierNumber))
    return refused('number', entry.number, 'sheet-number-differs', { supplierNumber })
  return { ...entry, number: supplierNumber, seal }
}

function byItsNumber(
  entry: SheetEntry,
  numbers: ReadonlySet<string>,
  shortened: ReadonlyMap<string, string[]>,
): SheetEntry {
  if (numbers.has(entry.number)) return entry
  const [only, ...others] = shortened.get(withoutZeros(entry.number)) ?? []
  return only !== undefined && others.length === 0 ? { ...entry, number: only } : entry
}

/** Adds the texts of the row to those of the one it goes on from; false where they say different things. */
function goesOn(begun: SheetEntry, entry: SheetEntry): boolean {
  if (begun.account !== entry.account || begun.vatType !== entry.vatType || begun.isRemoved !== entry.isRemoved)
    return false
  for (const match of matchKinds) {
    const texts = entry.texts[match]
    if (texts) begun.texts[match] = [...(begun.texts[match] ?? []), ...texts]
  }
  begun.problems.push(...entry.problems)
  return true
}

/** Whether the row is as it was written; what has been changed elsewhere since then stays. */
export function isUnedited({ seal, texts, account, vatType, isRemoved, problems }: SheetEntry): boolean {
  if (seal === undefined || isRemoved || problems.length > 0 || account === undefined || vatType === undefined)
    return false
  const designations = matchKinds.flatMap((match) => (texts[match] ?? []).map((text) => ({ match, text })))
  return matchKinds.every((match) => texts[match]) && seal === contentSeal({ account, vatType, designations })
}
