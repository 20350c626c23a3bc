import * as m from '#messages'
import type { ColumnRef, FieldSource, TemplateMapping } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'

export type SourceColumn = TemplateSample['columns'][number]
type CarriedName = Extract<ColumnRef, { kind: 'carried' }>['name']

const carriedNames: Record<CarriedName, () => string> = {
  card: m.templates_carried_card,
  holder: m.templates_carried_holder,
  'rate-note': m.templates_carried_rate_note,
  section: m.templates_carried_section,
  sheet: m.templates_carried_sheet,
}

/** A column apart from all others, in the address of a choice. */
export function refKey(ref: ColumnRef): string {
  return ref.kind === 'carried' ? `carried:${ref.name}` : `column:${ref.index}`
}

export function refLabel(ref: ColumnRef, columns: readonly SourceColumn[]): string {
  if (ref.kind === 'carried') return carriedNames[ref.name]()
  return columns.find((column) => refKey(column.ref) === refKey(ref))?.label || ref.name
}

/** The letter on the tag; values from around the rows have none. */
export function refLetter(ref: ColumnRef, columns: readonly SourceColumn[]): string {
  return columns.find((column) => refKey(column.ref) === refKey(ref))?.letter ?? ''
}

/** The column that says where was bought, as mapped or else as suggested: what a value mostly depends on. */
export function merchantColumn(
  { fields }: Pick<TemplateMapping, 'fields'>,
  { suggestions }: Pick<TemplateSample, 'suggestions'>,
): ColumnRef | null {
  const merchant = fields.merchant ?? suggestions.find(({ field }) => field === 'merchant')?.source
  return (merchant && columnsOfSource(merchant)[0]) ?? null
}

/** A source as the picker shows it: `C` Specifikation, `C + D` Specifikation, Ort. */
export function sourceText(
  source: FieldSource,
  columns: readonly SourceColumn[],
): { tag: string; isCell: boolean; label: string } {
  if (source.kind === 'constant')
    return { tag: '“”', isCell: false, label: source.value || m.templates_pick_constant() }
  const refs = columnsOfSource(source)
  const letters = [...new Set(refs.map((ref) => refLetter(ref, columns)).filter((letter) => letter !== ''))]
  if (source.kind === 'choose') {
    const label = m.templates_source_rules({ count: String(source.rules.length) })
    return { tag: letters.join(' + '), isCell: letters.length > 0, label }
  }
  const label = refs.map((ref) => refLabel(ref, columns)).join(', ')
  return { tag: letters.join(' + '), isCell: letters.length > 0, label }
}

type Suggestion = TemplateSample['suggestions'][number]

/** Why a column was suggested, as a sentence. */
export function reasonText({ code, params }: Suggestion['reason'], ref: ColumnRef | null): string {
  const column = String(params.column ?? '')
  const counts = { column, filled: String(params.filled ?? ''), rows: String(params.rows ?? '') }
  const format = String(params.format ?? '')
  switch (code) {
    case 'known-format':
      return m.templates_reason_known({ format, column })
    case 'known-format-foreign':
    case 'combined-foreign':
      return m.templates_reason_known_foreign({ column })
    case 'known-format-domestic':
    case 'combined-vat':
      return m.templates_reason_known_domestic({ column })
    case 'text-pattern':
      return m.templates_reason_pattern({ column })
    case 'rate-note':
      return m.templates_reason_rate_note()
    case 'carried':
      return m.templates_reason_carried()
    case 'booked-date':
      return m.templates_reason_booked({ column })
    case 'sum-of-parts':
      return m.templates_reason_sum({ column })
    case 'content-dates':
      return counts.rows === '1' ? m.templates_reason_dates_one(counts) : m.templates_reason_dates(counts)
    case 'content-amounts':
      return m.templates_reason_amounts({ column })
    case 'content-texts':
      return m.templates_reason_texts({ column })
    case 'content-currencies':
      return m.templates_reason_currencies({ column })
    case 'content-directions':
      return m.templates_reason_directions({ column })
    case 'content-ids':
      return m.templates_reason_ids({ column })
    default:
      if (ref?.kind === 'carried') return m.templates_reason_carried()
      if (counts.rows === '0') return m.templates_reason_header_only({ column })
      return counts.rows === '1' ? m.templates_reason_header_one(counts) : m.templates_reason_header(counts)
  }
}
