import * as m from '#messages'
import type { Granularity } from '#templates/contract.ts'

const texts: Record<Granularity, { name: () => string; help: () => string }> = {
  row: { name: m.templates_granularity_row, help: m.templates_granularity_row_help },
  sheet: { name: m.templates_granularity_sheet, help: m.templates_granularity_sheet_help },
  supplier: { name: m.templates_granularity_supplier, help: m.templates_granularity_supplier_help },
  card: { name: m.templates_granularity_card, help: m.templates_granularity_card_help },
}

export function granularityName(granularity: Granularity): string {
  return texts[granularity].name()
}

/** What one invoice is made of, to choose among. */
export function granularityOptions(): { value: Granularity; label: string; help: string }[] {
  return (Object.entries(texts) as [Granularity, (typeof texts)[Granularity]][]).map(([value, { name, help }]) => ({
    value,
    label: name(),
    help: help(),
  }))
}
