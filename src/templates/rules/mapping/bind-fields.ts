import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { ColumnRef, FieldSource, JoinPart, TargetField, TextPattern } from '../../contract.ts'
import { isBlank, tidyText } from '../cells/cell-text.ts'
import { namesMinorUnits } from '../cells/stated-currency.ts'
import { readPattern } from '../cells/text-patterns.ts'
import { columnsOfSource } from './columns-of-source.ts'
import { type ColumnFinder, createColumnFinder } from './find-again.ts'
import type { Section } from './reading.ts'
import { findColumn, labelOf, type NamedColumn } from './table-columns.ts'
import { createReplacer, createTextTest } from './text-rules.ts'

type BoundPart =
  | { kind: 'column'; index: number }
  | { kind: 'carried'; name: CarriedName }
  | { kind: 'text'; text: string }
type CarriedName = Extract<ColumnRef, { kind: 'carried' }>['name']

/** A field's source under one header: columns are places now. */
type BoundTaking =
  | {
      kind: 'part'
      part: BoundPart
      when: 'domestic' | 'foreign' | null
      swapped: { by: BoundPart; holds: (text: string) => boolean; part: BoundPart | null } | null
    }
  | { kind: 'pattern'; part: BoundPart; pattern: TextPattern }
  | { kind: 'join'; parts: readonly BoundPart[]; separator: string }
  | { kind: 'first'; parts: readonly BoundPart[] }
  /** `isInMinorUnits`: a part that counts öre beside one of kronor. */
  | { kind: 'sum'; parts: readonly BoundPart[]; isInMinorUnits: readonly boolean[] }
  | {
      kind: 'choose'
      rules: readonly { part: BoundPart; holds: (text: string) => boolean; value: string }[]
      otherwise: BoundPart | null
    }
  | { kind: 'constant'; value: string }
export type BoundSource = BoundTaking & { replace: ((text: string) => string) | null }

export type BoundFields = {
  fields: ReadonlyMap<TargetField, BoundSource>
  /** Mapped columns that this header lacks. */
  missing: readonly { field: TargetField; column: string }[]
}

/** `header`: the template's own, which `columns` may differ from. */
export function bindFields(
  { fields, header }: { fields: Partial<Record<TargetField, FieldSource>>; header: readonly string[] },
  columns: readonly NamedColumn[],
): BoundFields {
  const find = createColumnFinder(header, columns)
  const inTurn: ColumnFinder = (ref) => findColumn(columns, ref)
  const bound = new Map<TargetField, BoundSource>()
  const missing: { field: TargetField; column: string }[] = []
  for (const [field, source] of Object.entries(fields) as [TargetField, FieldSource | undefined][]) {
    if (!source) continue
    // Of the first of some that holds something it does not matter which of one name is left.
    const findOf = source.kind === 'first' ? inTurn : find
    const lost = columnsOfSource(source).find(
      (ref) => bindPart(ref, findOf) === null && !isOneOfSome(ref, source, findOf),
    )
    if (lost) missing.push({ field, column: lost.kind === 'column' ? labelOf(lost) : lost.name })
    else
      bound.set(
        field,
        bindSource(source, (ref) => bindPart(ref, findOf) ?? { kind: 'text', text: '' }),
      )
  }
  return { fields: bound, missing }
}

/** The second `Description` of a source that takes the first one that holds something: some of Revolut's files have one only. */
function isOneOfSome(lost: ColumnRef, source: FieldSource, find: ColumnFinder): boolean {
  if (source.kind !== 'first' || lost.kind !== 'column') return false
  return source.from.some((ref) => ref.kind === 'column' && ref.name === lost.name && find(ref) !== null)
}

function bindPart(ref: JoinPart, find: ColumnFinder): BoundPart | null {
  if (ref.kind !== 'column') return ref
  const index = find(ref)
  return index === null ? null : { kind: 'column', index }
}

function bindSource(source: FieldSource, bind: (ref: JoinPart) => BoundPart): BoundSource {
  const replace = 'replace' in source && source.replace?.length ? createReplacer(source.replace) : null
  switch (source.kind) {
    case 'constant':
      return { kind: 'constant', value: source.value, replace }
    case 'join':
      return { kind: 'join', parts: source.from.map(bind), separator: source.separator, replace }
    case 'first':
      return { kind: 'first', parts: source.from.map(bind), replace }
    case 'sum':
      return {
        kind: 'sum',
        parts: source.from.map(bind),
        isInMinorUnits: source.from.map(({ name }) => namesMinorUnits(name)),
        replace,
      }
    case 'pattern':
      return { kind: 'pattern', part: bind(source.from), pattern: source.pattern, replace }
    case 'choose':
      return {
        kind: 'choose',
        rules: source.rules.map((rule) => ({ part: bind(rule.from), holds: createTextTest(rule), value: rule.value })),
        otherwise: source.otherwise && bind(source.otherwise),
        replace,
      }
    case 'source':
      return {
        kind: 'part',
        part: bind(source.from),
        when: source.when ?? null,
        swapped: source.swapped
          ? {
              by: bind(source.swapped.by),
              holds: createTextTest({ match: 'equals', text: source.swapped.text }),
              part: source.swapped.from && bind(source.swapped.from),
            }
          : null,
        replace,
      }
  }
}

/** The column that a source takes as it stands; null for any other source. */
export function plainColumnOf(source: BoundSource | undefined): number | null {
  return source?.kind === 'part' && source.when === null ? textColumnOf(source) : null
}

/** The column whose text is what `readText` gives, whenever the field is filled by it; null for any other source. */
export function textColumnOf(source: BoundSource): number | null {
  if (source.kind !== 'part' || source.part.kind !== 'column') return null
  return source.swapped === null && source.replace === null ? source.part.index : null
}

/** Every column that a source may look at. */
export function columnsOfBound(source: BoundSource): number[] {
  return partsOf(source).flatMap((part) => (part?.kind === 'column' ? [part.index] : []))
}

function partsOf(source: BoundSource): readonly (BoundPart | null)[] {
  switch (source.kind) {
    case 'constant':
      return []
    case 'part':
      return [source.part, ...(source.swapped ? [source.swapped.by, source.swapped.part] : [])]
    case 'pattern':
      return [source.part]
    case 'choose':
      return [...source.rules.map(({ part }) => part), source.otherwise]
    default:
      return source.parts
  }
}

/** A row with what is carried down to it from around it. */
export type RowInContext = {
  row: SheetRow
  sheet: string
  section: SectionWithCells | null
  /** The note under the row, where it has one. */
  rateNote: { rate: string; cell: string } | null
}
export type SectionWithCells = Section & { cardCell: string | null; titleCell: string | null }

/**
 * What a source gives for a row: the text, whether the workbook holds it as a number, the cells it came from, and
 * whether a rule of the template gave or changed it.
 */
export type SourceText = {
  text: string
  isTyped: boolean
  cells: string[]
  isByTemplate?: boolean
  /** Of a workbook's number: what it is shown in, `kr` or `%`. */
  unit?: string
}

const nothing: SourceText = { text: '', isTyped: false, cells: [] }

/** Of a source that takes the first column that holds something, all of them. */
export function readAlternatives(
  { parts }: Extract<BoundSource, { kind: 'first' }>,
  context: RowInContext,
): readonly SourceText[] {
  return parts.map((part) => readPart(part, context))
}

/** What a row lacks, with the cell in which it should stand where that is one. */
export function lacking(code: string, source: BoundSource | undefined, { row }: RowInContext): RowProblem {
  const column = source?.kind === 'part' && source.part.kind === 'column' ? source.part.index : null
  return column === null ? { code } : { code, cell: cellName(column, row.number) }
}

/** Each part of a sum; of any other source what it gives. */
export function readParts(source: BoundSource, context: RowInContext): readonly SourceText[] {
  return source.kind === 'sum' ? source.parts.map((part) => readPart(part, context)) : [readText(source, context)]
}

export function readText(source: BoundSource, context: RowInContext): SourceText {
  const taken = take(source, context)
  if (!source.replace || taken.text === '') return taken
  const text = source.replace(taken.text)
  return text === taken.text ? taken : { text, isTyped: false, cells: taken.cells, isByTemplate: true }
}

function take(source: BoundSource, context: RowInContext): SourceText {
  switch (source.kind) {
    case 'part': {
      const { swapped } = source
      if (!swapped?.holds(readPart(swapped.by, context).text)) return readPart(source.part, context)
      return swapped.part ? readPart(swapped.part, context) : nothing
    }
    case 'constant':
      return { text: source.value, isTyped: false, cells: [], isByTemplate: true }
    case 'pattern': {
      const whole = readPart(source.part, context)
      const text = whole.text === '' ? '' : readPattern(whole.text, source.pattern)
      return text === '' ? nothing : { text, isTyped: false, cells: whole.cells }
    }
    case 'first':
      for (const part of source.parts) {
        const found = readPart(part, context)
        if (!isBlank(found.text)) return found
      }
      return nothing
    case 'choose':
      return choose(source, context)
    case 'join':
      return join(source, context)
    case 'sum':
      return join({ parts: source.parts, separator: ' + ' }, context)
  }
}

function choose(source: Extract<BoundSource, { kind: 'choose' }>, context: RowInContext): SourceText {
  for (const { part, holds, value } of source.rules) {
    const found = readPart(part, context)
    if (holds(found.text)) return { text: value, isTyped: false, cells: found.cells, isByTemplate: true }
  }
  return source.otherwise ? readPart(source.otherwise, context) : nothing
}

/** Texts of the template alone say nothing: a row in which every column is empty has no value. */
function join(
  { parts, separator }: { parts: readonly BoundPart[]; separator: string },
  context: RowInContext,
): SourceText {
  const found = parts
    .map((part) => readPart(part, context))
    .filter(({ text, isByTemplate }) => (isByTemplate ? text !== '' : !isBlank(text)))
  const hasText = found.some(({ isByTemplate }) => isByTemplate)
  if (hasText && found.every(({ isByTemplate }) => isByTemplate)) return nothing
  return {
    text: found.map(({ text, isByTemplate }) => (isByTemplate ? text : tidyText(text))).join(separator),
    isTyped: false,
    cells: found.flatMap(({ cells }) => cells),
    ...(hasText && { isByTemplate: true }),
  }
}

function readPart(part: BoundPart, context: RowInContext): SourceText {
  if (part.kind === 'carried') return readCarried(part.name, context)
  if (part.kind === 'text') return { text: part.text, isTyped: false, cells: [], isByTemplate: true }
  const { row } = context
  const text = row.cells[part.index]
  if (text === undefined || text === '') return nothing
  const unit = row.units?.[part.index]
  const found = { text, isTyped: row.kinds?.charAt(part.index) === 'n', cells: [cellName(part.index, row.number)] }
  return unit === undefined ? found : { ...found, unit }
}

function readCarried(name: CarriedName, { sheet, section, rateNote }: RowInContext): SourceText {
  if (name === 'rate-note') return rateNote ? { text: rateNote.rate, isTyped: true, cells: [rateNote.cell] } : nothing
  const text =
    name === 'sheet' ? sheet : name === 'section' ? section?.title : name === 'card' ? section?.card : section?.holder
  if (!text) return nothing
  const cell = name === 'sheet' ? null : name === 'section' ? section?.titleCell : section?.cardCell
  return { text, isTyped: false, cells: cell ? [cell] : [] }
}
