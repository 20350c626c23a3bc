import { columnLetter, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow, Spreadsheet } from '#spreadsheets/index.ts'
import type { ColumnRef, FieldSource, JoinPart, TargetField, TemplateMapping } from '../contract.ts'
import type { DriftReason, TemplateDrift } from '../sample-contract.ts'
import { isBlank, normaliseLabel } from './cells/cell-text.ts'
import { currencyOfName } from './cells/stated-currency.ts'
import { type ColumnProfile, profileColumns } from './columns/profile-columns.ts'
import { findSheetDrift } from './find-sheet-drift.ts'
import { namesIn } from './layout/choose-header.ts'
import { chosenOf, searchedRows } from './layout/choose-sheets.ts'
import { holdsFigures, locateTable } from './layout/locate-table.ts'
import { bindFields } from './mapping/bind-fields.ts'
import { requiredFields } from './mapping/check-mapping.ts'
import { columnsOfSource } from './mapping/columns-of-source.ts'
import { type ColumnFinder, createColumnFinder } from './mapping/find-again.ts'
import { columnsOf, createHeaderTest, findColumn, type NamedColumn, refOf } from './mapping/table-columns.ts'
import { layOutRows } from './rows/lay-out-rows.ts'
import { alikeRoles, areAlike, type RoleGroups } from './words/alike-roles.ts'
import type { ColumnRole } from './words/header-words.ts'

/** The drift, and the mapping with the proposed mend applied. */
export type FoundDrift = { drift: TemplateDrift; mended: TemplateMapping }

/**
 * How a file differs from what a template was made for: chosen sheets that it lacks, and columns gone, renamed, moved or
 * new. `before` is the template's own sample; `told` what was said when the file was read, where `spreadsheet` is not all
 * of it. Null: the file fits, or has nothing to compare.
 */
export function findDrift(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  before: Spreadsheet | null,
  told: readonly RowProblem[] = whatReadingSays(spreadsheet, mapping),
): FoundDrift | null {
  const sheets = findSheetDrift(mapping, told, before)
  const columns = findColumnDrift(chosenOf(spreadsheet, mapping), mapping, before && chosenOf(before, mapping))
  if (!sheets) return columns
  const { drift, mended } = columns ?? { drift: nothing, mended: mapping }
  return {
    drift: { ...drift, canMend: drift.canMend || sheets.drift.renamed !== null, sheets: sheets.drift },
    mended: { ...mended, sheets: sheets.mended },
  }
}

const nothing: TemplateDrift = {
  gone: [],
  renamed: [],
  moved: [],
  added: [],
  canMend: false,
  lostHeader: null,
  sheets: null,
}

function whatReadingSays(spreadsheet: Spreadsheet, mapping: TemplateMapping): RowProblem[] {
  if (!mapping.sheets) return []
  const { rows, found } = layOutRows(spreadsheet.sheets, mapping)
  for (const _ of rows); // what is said is known when every row was met
  return [...spreadsheet.warnings, ...found().warnings]
}

/**
 * How a file's columns differ from what a template was made for: columns gone, renamed, moved or new. A renamed one is
 * known by where it stands, what it is called and what it holds; `before` is the template's own sample, whose columns'
 * contents it is compared with. Null: the file fits, or has no header to compare.
 */
function findColumnDrift(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  before: Spreadsheet | null,
): FoundDrift | null {
  if (mapping.columnsByPlace || spreadsheet.sheets.length === 0) return null
  const exact = findHeader(spreadsheet, mapping.header)
  const found = exact ?? findLikest(spreadsheet, mapping.header, before)
  if (!found && !mapping.header.some((name) => !isBlank(name))) return null
  const now = found ? named(profileColumns(found.header, found.rows)) : []
  const was = columnsThatWere(mapping)
  const find = createColumnFinder(mapping.header, columnsOf(found?.header.cells ?? []))
  const placed = was.map((column) => ({ column, place: find(refOf(column)) }))
  const present = new Map(placed.map(({ column, place }) => [column, now.find(({ index }) => index === place) ?? null]))
  const gone = was.filter((column) => present.get(column) === null)
  const met = new Set(present.values())
  const added = now.filter((column) => !met.has(column))
  const moved = was.filter((column) => (present.get(column)?.index ?? column.index) !== column.index)
  const lostHeader = exact ? null : lostOf(mapping, found)
  if (gone.length === 0 && added.length === 0 && moved.length === 0 && !lostHeader) return null
  const { currency } = mapping
  const untold = gone.filter((column) => added.some((one) => isNamedAlike(one, column)))
  const known = gone.filter((column) => !untold.includes(column))
  const areMoved = moved.length * 2 > placed.length - gone.length
  const renamed = pairUp(known, added, { present, was, contents: contentsOf(before, mapping), currency, areMoved })
  const fieldsOf = (column: NamedColumn) => fieldsFrom(mapping, column)
  const isRenamed = (column: NamedColumn) => renamed.some(({ from, to }) => from === column || to === column)
  const isLeftOpen = untold.some((column) => fieldsOf(column).length > 0) || losesUnnamed(mapping, find)
  const mended =
    !found || isLeftOpen
      ? mapping
      : {
          ...mapping,
          header: [...found.header.cells],
          fields: swapColumns(mapping.fields, [...renamed, ...stayed(present)], find),
        }
  return {
    drift: {
      gone: gone
        .filter((column) => !isRenamed(column))
        .map((column) => ({ ...place(column), fields: fieldsOf(column) })),
      renamed: renamed.map(({ from, to, reasons }) => ({
        ...place(from),
        to: place(to),
        fields: fieldsOf(from),
        reasons,
      })),
      moved: moved.map((column) => ({
        ...place(column),
        to: place(present.get(column) ?? column),
        fields: fieldsOf(column),
      })),
      added: added.filter((column) => !isRenamed(column)).map(place),
      canMend:
        !isLeftOpen &&
        (renamed.some(({ from }) => fieldsOf(from).length > 0) ||
          (lostHeader !== null && found !== null && readsRows(mended, found.header.cells))),
      lostHeader,
      sheets: null,
    },
    mended,
  }
}

/** Nothing that a purchase needs is lost with the columns that are gone: what else they filled is told, and stays empty. */
function readsRows(mapping: TemplateMapping, cells: readonly string[]): boolean {
  const { missing } = bindFields(mapping, columnsOf(cells))
  const needed: ReadonlySet<string> = new Set([...requiredFields(mapping), 'amountIn'])
  return !missing.some(({ field }) => needed.has(field))
}

/** Of one name there are fewer now, and which of them is left cannot be told. */
function isNamedAlike(one: NamedColumn, other: NamedColumn): boolean {
  return isSameColumn(refOf(one), { ...other, occurrence: one.occurrence })
}

function losesUnnamed({ fields }: TemplateMapping, find: ColumnFinder): boolean {
  const refs = Object.values(fields).flatMap((source) => (source ? columnsOfSource(source) : []))
  return refs.some((ref) => ref.kind === 'column' && isBlank(ref.name) && find(ref) === null)
}

/** Those that are there; one of several of a name may be another in turn now, where it stood all the time. */
function stayed(present: ReadonlyMap<NamedColumn, NamedColumn | null>): { from: NamedColumn; to: NamedColumn }[] {
  return [...present].flatMap(([from, to]) => (to ? [{ from, to }] : []))
}

/** The columns of the template's header, and those that a field is still taken from although no header has them. */
function columnsThatWere({ header, fields }: TemplateMapping): NamedColumn[] {
  const columns = named(columnsOf(header))
  for (const source of Object.values(fields)) {
    for (const ref of source ? columnsOfSource(source) : []) {
      if (ref.kind !== 'column' || isBlank(ref.name) || columns.some((column) => isSameColumn(ref, column))) continue
      columns.push({ index: ref.index, name: ref.name, occurrence: ref.occurrence })
    }
  }
  return columns
}

type FoundHeader = { sheet: string; header: SheetRow; rows: SheetRow[] }

function findHeader({ sheets }: Spreadsheet, header: readonly string[]): FoundHeader | null {
  const isHeader = createHeaderTest(header)
  for (const { name, rows } of sheets) {
    const index = rows.slice(0, searchedRows).findIndex(({ cells }) => isHeader(cells))
    const row = rows[index]
    if (row) return { sheet: name, header: row, rows: rows.slice(index + 1) }
  }
  return null
}

/**
 * The row that may have become the header, where none is it: with most of its names, or what any file's header looks
 * like, or what stands where the sample had it and is as wide.
 */
function findLikest(
  spreadsheet: Spreadsheet,
  header: readonly string[],
  before: Spreadsheet | null,
): FoundHeader | null {
  const table = locateTable(spreadsheet)
  let best: FoundHeader | null = table?.header
    ? { sheet: table.sheet.name, header: table.header, rows: table.rows }
    : null
  const wanted = header.filter((name) => !isBlank(name)).length
  const earlier = before && findHeader(before, header)?.header
  for (const { name, rows } of spreadsheet.sheets) {
    for (const [index, row] of rows.slice(0, searchedRows).entries()) {
      const names = namesIn(row, header)
      const isLiker = names >= 2 && names > (best ? namesIn(best.header, header) : 0)
      const stands = !best && row.number === earlier?.number && isAsWide(row, wanted)
      if (isLiker || stands) best = { sheet: name, header: row, rows: rows.slice(index + 1) }
    }
  }
  return best
}

function isAsWide(row: SheetRow, width: number): boolean {
  return !holdsFigures(row.cells) && row.cells.filter((cell) => !isBlank(cell)).length === width
}

function lostOf({ header }: TemplateMapping, found: FoundHeader | null): TemplateDrift['lostHeader'] {
  const names = header.filter((name) => !isBlank(name))
  if (names.length === 0) return null
  return { names: names.join(', '), sheet: found?.sheet ?? '', row: found?.header.number ?? null }
}

function named<Column extends NamedColumn>(columns: readonly Column[]): Column[] {
  return columns.filter(({ name }) => !isBlank(name))
}

function at<Column extends NamedColumn>(columns: readonly Column[], wanted: NamedColumn): Column | null {
  const found = findColumn(columns, refOf(wanted))
  return columns.find((column) => column.index === found) ?? null
}

function place({ name, index }: NamedColumn): { column: string; letter: string } {
  return { column: name, letter: columnLetter(index) }
}

const isSameColumn = (ref: ColumnRef | JoinPart, { name, occurrence }: NamedColumn) =>
  ref.kind === 'column' && ref.occurrence === occurrence && normaliseLabel(ref.name) === normaliseLabel(name)

function fieldsFrom({ fields }: TemplateMapping, column: NamedColumn): TargetField[] {
  return (Object.entries(fields) as [TargetField, FieldSource | undefined][])
    .filter(([, source]) => source && columnsOfSource(source).some((ref) => isSameColumn(ref, column)))
    .map(([field]) => field)
}

/** What kind of values the columns of the template's sample hold, by name. */
function contentsOf(
  before: Spreadsheet | null,
  { header }: TemplateMapping,
): (column: NamedColumn) => ColumnProfile | null {
  const found = before && (findHeader(before, header) ?? findLikest(before, header, null))
  const profiles = found ? profileColumns(found.header, found.rows) : []
  return (column) => at(profiles, column)
}

/** `holdsSame`: most of its texts are texts that the other held. */
type Pair = { from: NamedColumn; to: ColumnProfile; reasons: DriftReason[]; holdsSame: boolean; score: number }
type Ground = {
  present: ReadonlyMap<NamedColumn, ColumnProfile | null>
  was: readonly NamedColumn[]
  contents: (column: NamedColumn) => ColumnProfile | null
  /** Of the template's amounts. */
  currency: string
  /** Most columns stand elsewhere now: what stands where another stood says nothing. */
  areMoved: boolean
}

/** Names that one column may have had in turn; of all others a known name says that it is another column. */
const renamedRoles: RoleGroups = [
  ...alikeRoles,
  ['reference', 'providerId', 'invoiceNumber', 'other'],
  ['amount', 'amountOut'],
  ['card', 'accountNumber'],
  ['type', 'direction', 'status'],
]

/** `Förfallodatum` is no new name for `Datum`, nor `Saldo` for `Belopp`, wherever they stand. */
function isOtherMeaning(was: ColumnRole | null, now: ColumnRole | null): boolean {
  return was !== null && now !== null && !areAlike(was, now, renamedRoles)
}

/** `Belopp (EUR)` is no new name for `Belopp` of kronor. */
function isInOther(was: string, now: string, own: string): boolean {
  const code = currencyOfName(now)
  return code !== null && code !== (currencyOfName(was) ?? own)
}

/** The likeliest pairs first; a column is taken once. */
function pairUp(gone: readonly NamedColumn[], added: readonly ColumnProfile[], ground: Ground): Pair[] {
  const pairs = gone.flatMap((from) => {
    const found = added.map((to) => compare(from, to, ground))
    const likely = found.filter(({ score }) => score >= needed)
    // `Inköpsdag` is what `Datum` was, and not `Bokföringsdatum` in its place.
    const alike = likely.filter(({ reasons }) => reasons.includes('meaning'))
    const left = alike.length > 0 ? alike : likely
    const same = left.filter(({ holdsSame }) => holdsSame) // of `Beskrivning` and `Leverantör` the one with the shops
    return same.length > 0 ? same : left
  })
  const chosen: Pair[] = []
  for (const pair of pairs.sort((a, b) => b.score - a.score))
    if (!chosen.some(({ from, to }) => from === pair.from || to === pair.to)) chosen.push(pair)
  return chosen.sort((a, b) => a.from.index - b.from.index)
}

/** Weights of the marks; one alone is not enough, and contents that differ refute all others. */
const needed = 0.5
const weights: Record<DriftReason, number> = { place: 0.35, name: 0.4, meaning: 0.4, content: 0.25 }
const weightOfSame = 0.4

function compare(from: NamedColumn, to: ColumnProfile, { present, was, contents, currency, areMoved }: Ground): Pair {
  const held = contentKind(contents(from))
  const holds = contentKind(to)
  const likeness = nameLikeness(from.name, to.name)
  const role = contents(from)?.role ?? profileColumns({ number: 1, cells: [from.name] }, [])[0]?.role ?? null
  const left = was.filter(({ index }) => index < from.index).at(-1)
  const follows = left !== undefined && present.get(left)?.index === to.index - 1
  const marks: Record<DriftReason, boolean> = {
    place: (from.index === to.index && !areMoved) || follows,
    name: likeness >= 0.4,
    meaning: role !== null && role === to.role,
    content: held !== null && held === holds,
  }
  const reasons = (Object.keys(marks) as DriftReason[]).filter((mark) => marks[mark])
  const holdsSame = held === 'texts' && holds === 'texts' && holdsTextsOf(to, contents(from))
  const marked = reasons.reduce((sum, mark) => sum + weights[mark] * (mark === 'name' ? 0.5 + likeness / 2 : 1), 0)
  const score = marked + (holdsSame ? weightOfSame : 0)
  const isOther = isOtherMeaning(role, to.role) || isInOther(from.name, to.name, currency)
  const isRefuted = (held !== null && holds !== null && held !== holds) || isOther
  return { from, to, reasons, holdsSame, score: isRefuted ? 0 : score }
}

/** A company buys in the same shops from month to month: most cells of each hold a text of the other's. */
function holdsTextsOf(now: ColumnProfile, before: ColumnProfile | null): boolean {
  const areMostIn = (some: readonly string[], others: ReadonlySet<string>) =>
    some.filter((text) => others.has(text)).length * 2 >= some.length
  const [texts, earlier] = [now.values.map(normaliseLabel), before?.values.map(normaliseLabel) ?? []]
  return areMostIn(texts, new Set(earlier)) && areMostIn(earlier, new Set(texts))
}

function contentKind(profile: ColumnProfile | null): 'dates' | 'figures' | 'currencies' | 'texts' | null {
  if (!profile || profile.filled === 0) return null
  // A name in three capitals (ICA) looks like a currency: only a column of nothing else is one.
  if (profile.currencies === profile.filled) return 'currencies'
  const texts = profile.texts + profile.currencies
  if (texts >= profile.dates && texts >= profile.figures) return 'texts'
  return profile.dates > profile.figures ? 'dates' : 'figures'
}

/** Dice's coefficient over pairs of letters: 1 for the same name, 0 for nothing in common. */
function nameLikeness(a: string, b: string): number {
  const pairs = (text: string) => {
    const plain = normaliseLabel(text).replace(/[^\p{L}\p{N}]/gu, '')
    return Array.from({ length: Math.max(0, plain.length - 1) }, (_, i) => plain.slice(i, i + 2))
  }
  const [left, right] = [pairs(a), pairs(b)]
  const rest = [...right]
  let common = 0
  for (const pair of left) {
    const found = rest.indexOf(pair)
    if (found < 0) continue
    common++
    rest.splice(found, 1)
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length)
}

/** The fields with each column taken from where it stands now. */
function swapColumns(
  fields: TemplateMapping['fields'],
  swaps: readonly { from: NamedColumn; to: NamedColumn }[],
  findUnnamed: ColumnFinder,
): TemplateMapping['fields'] {
  const swap = <Ref extends ColumnRef | JoinPart>(ref: Ref): Ref => {
    if (ref.kind === 'column' && isBlank(ref.name)) return { ...ref, index: findUnnamed(ref) ?? ref.index }
    const found = swaps.find(({ from }) => isSameColumn(ref, from))
    if (!found) return ref
    const { index, name, occurrence } = found.to
    return { ...ref, index, name, occurrence }
  }
  const swapped = (Object.entries(fields) as [TargetField, FieldSource][]).map(([field, source]) => [
    field,
    swapSource(source, swap),
  ])
  return Object.fromEntries(swapped) as TemplateMapping['fields']
}

function swapSource(source: FieldSource, swap: <Ref extends ColumnRef | JoinPart>(ref: Ref) => Ref): FieldSource {
  switch (source.kind) {
    case 'constant':
      return source
    case 'choose':
      return {
        ...source,
        rules: source.rules.map((rule) => ({ ...rule, from: swap(rule.from) })),
        otherwise: source.otherwise && swap(source.otherwise),
      }
    case 'join':
      return { ...source, from: source.from.map(swap) }
    case 'first':
    case 'sum':
      return { ...source, from: source.from.map(swap) }
    case 'source': {
      const { swapped } = source
      const other = swapped && { ...swapped, by: swap(swapped.by), from: swapped.from && swap(swapped.from) }
      return { ...source, from: swap(source.from), ...(other && { swapped: other }) }
    }
    default:
      return { ...source, from: swap(source.from) }
  }
}
