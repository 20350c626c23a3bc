import * as m from '#messages'
import type { Granularity, Template } from '#templates/contract.ts'

type Source = Pick<Template, 'sourceSystem'>
type Texts = { name: () => string; help: () => string }

const texts: Record<Granularity, Texts> = {
  row: { name: m.templates_granularity_row, help: m.templates_granularity_row_help },
  sheet: { name: m.templates_granularity_sheet, help: m.templates_granularity_sheet_help },
  supplier: { name: m.templates_granularity_supplier, help: m.templates_granularity_supplier_help },
  card: { name: m.templates_granularity_card, help: m.templates_granularity_card_help },
}
/** A base has tables where files and spreadsheets have sheets. */
const table: Texts = { name: m.templates_granularity_table, help: m.templates_granularity_table_help }

const textsOf = (granularity: Granularity, { sourceSystem }: Source): Texts =>
  granularity === 'sheet' && sourceSystem === 'airtable' ? table : texts[granularity]

export function granularityName({ granularity, ...source }: Source & Pick<Template, 'granularity'>): string {
  return textsOf(granularity, source).name()
}

/** What one invoice is made of, to choose among. */
export function granularityOptions(source: Source): { value: Granularity; label: string; help: string }[] {
  return (Object.keys(texts) as Granularity[]).map((value) => {
    const { name, help } = textsOf(value, source)
    return { value, label: name(), help: help() }
  })
}
