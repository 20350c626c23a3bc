/** How the columns of a source become the fields of an invoice: recognised, suggested, mapped, and read by. */
import type { FileEncoding } from '#kernel/file-encodings.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { Api } from '#platform/http.ts'
import type { JobDefinition, JobHandler } from '#platform/jobs.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import { createSamples, mostSampleBytes, type Sample } from './ask-sample.ts'
import {
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  getReadable,
  listReadable,
  saveMapping,
  shareTemplate,
  withSample,
} from './change-template.ts'
import { createTemplate, type TemplateDeps, toTemplate } from './create-template.ts'
import { exportTemplate, importTemplate } from './exchange-template.ts'
import { recogniseFile } from './recognise-file.ts'
import { replaceSample } from './replace-sample.ts'
import { type TemplateCalls, templateRoutes } from './routes.ts'
import type { FoundDrift } from './rules/find-drift.ts'
import type { TemplateRecord } from './store.ts'

export { isFailedFormula } from './rules/cells/cell-text.ts'
export { readAmountByHand, readDateByHand } from './rules/cells/read-by-hand.ts'
export { findDrift } from './rules/find-drift.ts'
export { missingFields } from './rules/mapping/check-mapping.ts'
export {
  amountColumns,
  carriesValues,
  columnsOfFields,
  mappedColumns,
  placesOf,
} from './rules/mapping/mapped-columns.ts'
export { createHeaderTest } from './rules/mapping/table-columns.ts'
export { type FoundTotals, findTotals } from './rules/rows/find-totals.ts'
export { readSource } from './rules/rows/read-source.ts'
export { suggestMapping } from './rules/suggest/suggest-mapping.ts'

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

type AskedAbout = { companyId: string; id: string; encoding?: FileEncoding | 'auto' | undefined }

export function createTemplates(given: TemplateDeps): Templates {
  const samples = createSamples(given.files, given.limits ?? {})
  const deps = { ...given, samples }
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
      const { companyId, id } = key
      const asked = { companyId, id, encoding: mapping.encoding ?? 'auto' } as const
      const { movement, questions } = await askAbout(asked, async (sample, { movement, sourceSystem }) => ({
        movement,
        questions: [
          ...(movement === 'import' ? await samples.ask(sample, 'openQuestions', { mapping, today: today() }) : []),
          ...(mapping.sheets && sourceSystem !== 'file' ? [{ path: 'sheets', code: 'sheet-of-source' }] : []),
        ],
      }))
      return saveMapping(deps, key, mapping, { movement, openQuestions: questions, version })
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
      return askAbout({ companyId, id, encoding }, (sample, { sampleFileName: fileName, bank, mapping }) =>
        samples.ask(sample, 'describe', { fileName, bank, mapping, encoding, header, today: today() }),
      )
    },
    async readLines(companyId, id, { encoding, ...asked }) {
      return askAbout({ companyId, id, encoding }, (sample) => samples.ask(sample, 'lines', asked))
    },
    async findDrift(companyId, id, file) {
      return askAbout({ companyId, id }, (sample, { mapping }) => samples.ask(sample, 'drift', { ...file, mapping }))
    },
    replaceSample: (key, file) => replaceSample(deps, key, file),
    async preview(companyId, id, mapping) {
      return askAbout({ companyId, id, encoding: mapping.encoding ?? 'auto' }, (sample) =>
        samples.ask(sample, 'preview', { mapping, today: today() }),
      )
    },
  }
  /** A firm's sample holds the firm's own rows, so that its clients see the headings only. */
  function askAbout<Answer>(
    { companyId, id, encoding: asked }: AskedAbout,
    ask: (sample: Sample, record: TemplateRecord) => Promise<Answer>,
  ): Promise<Answer> {
    return withSample(deps, companyId, id, ({ record, sharedBy }) => {
      const encoding = asked === 'auto' ? undefined : (asked ?? record.mapping.encoding)
      const sample: Sample = sharedBy
        ? { companyId, kind: 'headings', header: record.mapping.header }
        : { companyId, kind: 'stored', key: record.sampleFileKey, encoding }
      return ask(sample, record)
    })
  }
  return {
    routes: templateRoutes(templates, mostSampleBytes(given.limits ?? {})),
    jobs: { definitions: [], handlers: [] },
    ...templates,
  }
}
