/** How the columns of a source become the fields of an invoice: recognised, suggested, mapped, and read by. */
import { dayInSweden } from '#kernel/local-dates.ts'
import { withCompany } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import type { JobDefinition, JobHandler } from '#platform/jobs.ts'
import { changeTemplate, deleteTemplate, duplicateTemplate, getRecord, saveMapping } from './change-template.ts'
import { createTemplate, type TemplateDeps, toTemplate } from './create-template.ts'
import { createSampleReader } from './read-sample.ts'
import { type TemplateCalls, templateRoutes } from './routes.ts'
import { describeSample } from './rules/describe-sample.ts'
import { previewMapping } from './rules/preview-mapping.ts'
import { readSource } from './rules/read-source.ts'
import { suggestMapping } from './rules/suggest-mapping.ts'
import { listTemplateRecords } from './store.ts'

export { missingFields } from './rules/check-mapping.ts'
export { readSource } from './rules/read-source.ts'
export { suggestMapping } from './rules/suggest-mapping.ts'

export type Templates = TemplateCalls & {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
}

export function createTemplates(deps: TemplateDeps): Templates {
  const samples = createSampleReader(deps.files)
  const today = () => dayInSweden(deps.clock.now())
  const templates: TemplateCalls = {
    listTemplates: (companyId) =>
      withCompany(deps.db, companyId, async (tx) => (await listTemplateRecords(tx, companyId)).map(toTemplate)),
    getTemplate: async (companyId, id) => toTemplate(await getRecord(deps, companyId, id)),
    createTemplate: (request) => createTemplate(deps, request),
    changeTemplate: (key, change) => changeTemplate(deps, key, change),
    saveMapping: (key, mapping) => saveMapping(deps, key, mapping),
    duplicateTemplate: (key) => duplicateTemplate(deps, key),
    async deleteTemplate(key) {
      samples.forget((await deleteTemplate(deps, key)).sampleFileKey)
    },
    async readSample(companyId, id) {
      const record = await getRecord(deps, companyId, id)
      const spreadsheet = await samples.read(record.sampleFileKey)
      const found = suggestMapping(spreadsheet, { today: today() })
      return describeSample(
        record.sampleFileName,
        spreadsheet,
        found,
        found && readSource(spreadsheet, found.mapping, { today: today() }),
      )
    },
    async preview(companyId, id, mapping) {
      const record = await getRecord(deps, companyId, id)
      return previewMapping(readSource(await samples.read(record.sampleFileKey), mapping, { today: today() }))
    },
  }
  return { routes: templateRoutes(templates), jobs: { definitions: [], handlers: [] }, ...templates }
}
