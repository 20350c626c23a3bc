import type { FieldError } from '#kernel/errors.ts'
import type { FileEncoding } from '#kernel/file-encodings.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import type { MappingPreview, TemplateSample } from '../sample-contract.ts'
import { describeHeader, describeSample, emptyMapping } from './describe-sample.ts'
import { type FoundDrift, findDrift } from './find-drift.ts'
import { type HeaderChoice, keptChoice } from './layout/choose-header.ts'
import { lookedAt } from './layout/choose-sheets.ts'
import { linesOf, type SheetLines } from './layout/sheet-lines.ts'
import { type MatchedTemplate, matchTemplates } from './match-templates.ts'
import { openQuestions } from './open-questions.ts'
import { previewMapping } from './preview-mapping.ts'
import type { Recognition } from './recognition.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

type Described = {
  fileName: string
  bank: string
  mapping: TemplateMapping
  /** Another encoding or header row, which a person tries. */
  encoding: FileEncoding | 'auto' | undefined
  header: HeaderChoice | undefined
  today: LocalDate
}

/**
 * What is asked about a file that a template is made of or looked up for. It goes over as many rows as the file has, so
 * it is done in the thread that holds them (sample-thread.ts), never where requests are answered.
 */
export const sampleWork = {
  /** That the file can be read is all that was asked. */
  check: (_spreadsheet: Spreadsheet, _asked: object): null => null,

  /** What a new template maps: all of a known format, nothing of what a person has to say. */
  begin(spreadsheet: Spreadsheet, asked: { today: LocalDate; called?: string }): TemplateMapping {
    const found = suggestMapping(spreadsheet, asked)
    return found?.format && !found.isSignOpen ? found.mapping : emptyMapping(found?.mapping ?? null)
  },

  /** The first rows are enough: see beginning.ts. */
  recognise(
    spreadsheet: Spreadsheet,
    { templates, today }: { templates: readonly MatchedTemplate[]; today: LocalDate },
  ): Pick<Recognition, 'format' | 'matches'> {
    const format = suggestMapping(spreadsheet, { today })?.format ?? null
    return { format: format && { id: format.id, name: format.name }, matches: matchTemplates(spreadsheet, templates) }
  },

  describe(spreadsheet: Spreadsheet, { fileName, bank, mapping, encoding, header, today }: Described): TemplateSample {
    const looked = header ? spreadsheet : lookedAt(spreadsheet, mapping)
    const called = `${fileName} ${bank}`
    const found = suggestMapping(looked, { today, header: header ?? keptChoice(looked, mapping), called })
    const hasRows = found !== null && (header !== undefined || found.table.rows.length > 0)
    // A new template of such a file is to be told what its columns may be.
    const isMapped = found === null || Object.keys(mapping.fields).length > 0
    if (!hasRows && mapping.header.length > 0 && isMapped) return describeHeader(fileName, mapping)
    // What a person tries on the page is no other file.
    const drift = encoding || header ? null : findDrift(spreadsheet, mapping, null)
    const reading = found && readSource(spreadsheet, found.mapping, { today })
    const sample = describeSample(fileName, spreadsheet, found, reading)
    const asked = encoding === 'auto' ? undefined : (encoding ?? mapping.encoding)
    const suggestedMapping = { ...sample.suggestedMapping, ...(asked && { encoding: asked }) }
    return { ...sample, suggestedMapping, drift: drift && { found: drift.drift, mended: drift.mended } }
  },

  lines: (spreadsheet: Spreadsheet, asked: { sheet: number; after: number }): SheetLines => linesOf(spreadsheet, asked),

  preview: (
    spreadsheet: Spreadsheet,
    { mapping, today }: { mapping: TemplateMapping; today: LocalDate },
  ): MappingPreview => ({
    ...previewMapping(readSource(spreadsheet, mapping, { today }), mapping),
    questions: openQuestions(spreadsheet, mapping, { today }),
  }),

  openQuestions: (
    spreadsheet: Spreadsheet,
    { mapping, today }: { mapping: TemplateMapping; today: LocalDate },
  ): FieldError[] => openQuestions(spreadsheet, mapping, { today }),

  /** How another file, of which some rows are given, differs from the sample. */
  drift: (
    before: Spreadsheet,
    asked: { firstRows: Spreadsheet; mapping: TemplateMapping; warnings: readonly RowProblem[] },
  ): FoundDrift | null => findDrift(asked.firstRows, asked.mapping, before, asked.warnings),
}

export type SampleWork = typeof sampleWork
export type WorkName = keyof SampleWork
export type Asked<Name extends WorkName> = Parameters<SampleWork[Name]>[1]
export type Answered<Name extends WorkName> = ReturnType<SampleWork[Name]>
