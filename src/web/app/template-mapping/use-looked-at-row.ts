import { useState } from 'react'
import type { TargetField, TemplateMapping } from '#templates/contract.ts'
import type { MappingPreview, TemplateSample } from '#templates/sample-contract.ts'
import { fieldValueText } from './target-fields.ts'

/** The row that the page looks at, and what a field holds there: as it reads, or, while only suggested, as it stands. */
export function useLookedAtRow(sample: TemplateSample, preview: MappingPreview | undefined, mapping: TemplateMapping) {
  const [chosen, setChosen] = useState<number | null>(null)
  const numbers = preview?.rows.map(({ number }) => number) ?? sample.rows.map(({ number }) => number)
  const firstPurchase = mostTelling(preview?.rows ?? [])
  const number = chosen !== null && numbers.includes(chosen) ? chosen : (firstPurchase ?? numbers[0] ?? null)
  const row = preview?.rows.find((one) => one.number === number) ?? null
  const cells = sample.rows.find((one) => one.number === number)?.cells
  return {
    number,
    row,
    look: setChosen,
    step(by: 1 | -1) {
      const next = number === null ? undefined : numbers[numbers.indexOf(number) + by]
      if (next !== undefined) setChosen(next)
    },
    readValue(field: TargetField): string {
      const read = row?.fields.find((one) => one.field === field)
      if (read) return fieldValueText(field, read.value, read.isByTemplate)
      const source = mapping.fields[field] ?? sample.suggestions.find((one) => one.field === field)?.source
      if (source?.kind === 'constant') return source.value
      if (source?.kind !== 'source' || source.when || source.replace) return ''
      if (source.from.kind === 'column') return cells?.[source.from.index] ?? ''
      return sample.rows.find((one) => one.number === number)?.carried[source.from.name] ?? ''
    },
  }
}

/** The purchase that fills most fields, the first of them: a foreign one where there is one. */
function mostTelling(rows: MappingPreview['rows']): number | undefined {
  const purchases = rows.filter(({ outcome }) => outcome === 'purchase')
  const most = Math.max(...purchases.map(({ fields }) => fields.length))
  return purchases.find(({ fields }) => fields.length === most)?.number
}
