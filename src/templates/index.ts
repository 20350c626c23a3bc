/** How the columns of a source become the fields of an invoice: recognised, suggested, mapped, and read by. */
import type { FileEncoding } from '#kernel/file-encodings.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { Api } from '#platform/http.ts'
import type { JobDefinition, JobHandler } from '#platform/jobs.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import {
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  getReadable,
  listReadable,
  saveMapping,
  shareTemplate,
} from './change-template.ts'
import { createTemplate, type TemplateDeps, toTemplate } from './create-template.ts'
import { exportTemplate, importTemplate } from './exchange-template.ts'
import { headerSheet } from './header-sample.ts'
import { createSampleReader } from './read-sample.ts'
import { recogniseFile } from './recognise-file.ts'
import { replaceSample } from './replace-sample.ts'
import { type TemplateCalls, templateRoutes } from './routes.ts'
import { keptChoice } from './rules/choose-header.ts'
import { lookedAt } from './rules/choose-sheets.ts'
import { describeHeader, describeSample } from './rules/describe-sample.ts'
import { type FoundDrift, findDrift } from './rules/find-drift.ts'
import { openQuestions } from './rules/open-questions.ts'
import { previewMapping } from './rules/preview-mapping.ts'
import { readSource } from './rules/read-source.ts'
import { linesOf } from './rules/sheet-lines.ts'
import { suggestMapping } from './rules/suggest-mapping.ts'

export { missingFields } from './rules/check-mapping.ts'
export { findDrift } from './rules/find-drift.ts'
export { readAmountByHand, readDateByHand } from './rules/read-by-hand.ts'
export { readSource } from './rules/read-source.ts'
export { suggestMapping } from './rules/suggest-mapping.ts'
export { createHeaderTest } from './rules/table-columns.ts'

export type Templates = TemplateCalls & {
  /** How a file differs from what a template was made for, by its first rows and what was said when it was read. */
  findDrift(
    companyId: string,
    id: string,
    file: { firstRows: Spreadsheet; warnings: readonly RowProblem[] },
  ): Promise<FoundDrift | null>
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
}

export function createTemplates(deps: TemplateDeps): Templates {
  const samples = createSampleReader(deps.files, deps.limits ?? {})
  const today = () => dayInSweden(deps.clock.now())
  const templates: Omit<Templates, 'routes' | 'jobs'> = {
    listTemplates: (companyId) => listReadable(deps, companyId),
    async getTemplate(companyId, id) {
      const { record, sharedBy } = await getReadable(deps, companyId, id)
      return toTemplate(record, sharedBy)
    },
    createTemplate: (request) => createTemplate(deps, request),
    changeTemplate: (key, change) => changeTemplate(deps, key, change),
    async saveMapping(key, mapping, version) {
      const { record, spreadsheet } = await readSpreadsheetOf(key.companyId, key.id, mapping.encoding ?? 'auto')
      const questions = record.movement === 'import' ? openQuestions(spreadsheet, mapping, { today: today() }) : []
      if (mapping.sheets && record.sourceSystem !== 'file') questions.push({ path: 'sheets', code: 'sheet-of-source' })
      return saveMapping(deps, key, mapping, { openQuestions: questions, version })
    },
    recogniseFile: (companyId, file) => recogniseFile(deps, { companyId, file, today: today() }),
    shareTemplate: (key, isShared) => shareTemplate(deps, key, isShared),
    exportTemplate: (companyId, id) => exportTemplate(deps, companyId, id),
    importTemplate: (request) => importTemplate(deps, request),
    duplicateTemplate: (key) => duplicateTemplate(deps, key),
    async deleteTemplate(key) {
      samples.forget((await deleteTemplate(deps, key)).sampleFileKey)
    },
    async readSample(companyId, id, { encoding, header }) {
      const { record, spreadsheet } = await readSpreadsheetOf(companyId, id, encoding)
      const looked = header ? spreadsheet : lookedAt(spreadsheet, record.mapping)
      const found = suggestMapping(looked, { today: today(), header: header ?? keptChoice(looked, record.mapping) })
      const hasRows = found !== null && (header !== undefined || found.table.rows.length > 0)
      if (!hasRows && record.mapping.header.length > 0) return describeHeader(record.sampleFileName, record.mapping)
      // What a person tries on the page is no other file.
      const drift = encoding || header ? null : findDrift(spreadsheet, record.mapping, null)
      const sample = describeSample(
        record.sampleFileName,
        spreadsheet,
        found,
        found && readSource(spreadsheet, found.mapping, { today: today() }),
      )
      const asked = encoding === 'auto' ? undefined : (encoding ?? record.mapping.encoding)
      const suggestedMapping = { ...sample.suggestedMapping, ...(asked && { encoding: asked }) }
      return { ...sample, suggestedMapping, drift: drift && { found: drift.drift, mended: drift.mended } }
    },
    async readLines(companyId, id, { encoding, ...asked }) {
      return linesOf((await readSpreadsheetOf(companyId, id, encoding)).spreadsheet, asked)
    },
    async findDrift(companyId, id, { firstRows, warnings }) {
      const { record, spreadsheet: before } = await readSpreadsheetOf(companyId, id)
      return findDrift(firstRows, record.mapping, before, warnings)
    },
    async replaceSample(key, file) {
      const before = (await getReadable(deps, key.companyId, key.id)).record.sampleFileKey
      const changed = await replaceSample(deps, key, file)
      samples.forget(before)
      return changed
    },
    async preview(companyId, id, mapping) {
      const { spreadsheet } = await readSpreadsheetOf(companyId, id, mapping.encoding ?? 'auto')
      return previewMapping(readSource(spreadsheet, mapping, { today: today() }))
    },
  }
  /** A firm's sample holds the firm's own rows, so that its clients see the headings only. */
  async function readSpreadsheetOf(companyId: string, id: string, asked?: FileEncoding | 'auto') {
    const { record, sharedBy } = await getReadable(deps, companyId, id)
    const encoding = asked === 'auto' ? undefined : (asked ?? record.mapping.encoding)
    const spreadsheet = sharedBy
      ? headerSheet(record.mapping.header)
      : await samples.read(record.sampleFileKey, encoding)
    return { record, spreadsheet }
  }
  return { routes: templateRoutes(templates), jobs: { definitions: [], handlers: [] }, ...templates }
}
