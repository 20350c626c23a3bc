import { cellName } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { ColumnRef, FieldSource, Section, TargetField, TextPattern } from '../contract.ts'
import { tidyText } from './cell-text.ts'
import { findColumn, type NamedColumn } from './table-columns.ts'
import { readPattern } from './text-patterns.ts'

type BoundPart = { kind: 'column'; index: number } | { kind: 'carried'; name: CarriedName }
type CarriedName = Extract<ColumnRef, { kind: 'carried' }>['name']

/** A field's source under one header: columns are places now. */
export type BoundSource =
  | { kind: 'part'; part: BoundPart; when: 'domestic' | 'foreign' | null }
  | { kind: 'pattern'; part: BoundPart; pattern: TextPattern }
  | { kind: 'join'; parts: readonly BoundPart[]; separator: string }
  | { kind: 'constant'; value: string }

export type BoundFields = {
  fields: ReadonlyMap<TargetField, BoundSource>
  /** Mapped columns that this header lacks. */
  missing: readonly { field: TargetField; column: string }[]
}

export function bindFields(
  fields: Partial<Record<TargetField, FieldSource>>,
  columns: readonly NamedColumn[],
): BoundFields {
  const bound = new Map<TargetField, BoundSource>()
  const missing: { field: TargetField; column: string }[] = []
  for (const [field, source] of Object.entries(fields) as [TargetField, FieldSource | undefined][]) {
    if (!source) continue
    const refs = source.kind === 'constant' ? [] : source.kind === 'join' ? source.from : [source.from]
    const parts = refs.map((ref) => bindPart(ref, columns))
    const lost = refs.find((_, index) => parts[index] === null)
    if (lost) missing.push({ field, column: lost.kind === 'column' ? lost.name : lost.name })
    else
      bound.set(
        field,
        withParts(
          source,
          parts.filter((part) => part !== null),
        ),
      )
  }
  return { fields: bound, missing }
}

function bindPart(ref: ColumnRef, columns: readonly NamedColumn[]): BoundPart | null {
  if (ref.kind === 'carried') return { kind: 'carried', name: ref.name }
  const index = findColumn(columns, ref)
  return index === null ? null : { kind: 'column', index }
}

function withParts(source: FieldSource, parts: readonly BoundPart[]): BoundSource {
  if (source.kind === 'constant') return { kind: 'constant', value: source.value }
  if (source.kind === 'join') return { kind: 'join', parts, separator: source.separator }
  const part = parts[0] ?? { kind: 'column', index: -1 }
  return source.kind === 'pattern'
    ? { kind: 'pattern', part, pattern: source.pattern }
    : { kind: 'part', part, when: source.when ?? null }
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

/** What a source gives for a row: the text, whether the workbook holds it as a number, and the cells it came from. */
export type SourceText = { text: string; isTyped: boolean; cells: string[] }

const nothing: SourceText = { text: '', isTyped: false, cells: [] }

export function readText(source: BoundSource, context: RowInContext): SourceText {
  if (source.kind === 'part') return readPart(source.part, context)
  if (source.kind === 'constant') return { text: source.value, isTyped: false, cells: [] }
  if (source.kind === 'pattern') {
    const whole = readPart(source.part, context)
    const text = whole.text === '' ? '' : readPattern(whole.text, source.pattern)
    return text === '' ? nothing : { text, isTyped: false, cells: whole.cells }
  }
  const found = source.parts.map((part) => readPart(part, context)).filter(({ text }) => text !== '')
  return {
    text: found.map(({ text }) => tidyText(text)).join(source.separator),
    isTyped: false,
    cells: found.flatMap(({ cells }) => cells),
  }
}

function readPart(part: BoundPart, context: RowInContext): SourceText {
  if (part.kind === 'carried') return readCarried(part.name, context)
  const { row } = context
  const text = row.cells[part.index]
  if (text === undefined || text === '') return nothing
  return { text, isTyped: row.kinds?.charAt(part.index) === 'n', cells: [cellName(part.index, row.number)] }
}

function readCarried(name: CarriedName, { sheet, section, rateNote }: RowInContext): SourceText {
  if (name === 'rate-note') return rateNote ? { text: rateNote.rate, isTyped: true, cells: [rateNote.cell] } : nothing
  const text =
    name === 'sheet' ? sheet : name === 'section' ? section?.title : name === 'card' ? section?.card : section?.holder
  if (!text) return nothing
  const cell = name === 'sheet' ? null : name === 'section' ? section?.titleCell : section?.cardCell
  return { text, isTyped: false, cells: cell ? [cell] : [] }
}
