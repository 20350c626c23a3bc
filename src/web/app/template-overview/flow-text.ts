import * as m from '#messages'
import type { Template } from '#templates/contract.ts'

const sources = { 'google-sheets': m.templates_source_google_sheets, airtable: m.templates_source_airtable }

/** From where and to where a template's rows go. */
export function flowText({ movement, sourceSystem }: Pick<Template, 'movement' | 'sourceSystem'>): string {
  if (movement === 'export') return m.templates_flow_export()
  return sourceSystem === 'file' ? m.templates_flow() : m.templates_flow_source({ source: sources[sourceSystem]() })
}
