import type { RowProblem } from '#kernel/row-problem.ts'
import type { TemplateMapping } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { createLostDigits, type LostDigits } from '../cells/lost-digits.ts'
import { createIdsTold, type IdsTold } from '../columns/provider-ids.ts'
import type { SectionWithCells } from '../mapping/bind-fields.ts'
import { missingFields } from '../mapping/check-mapping.ts'
import { createDirectionReader } from '../words/directions.ts'
import { createPendingSection, type PendingSection } from '../words/pending-sections.ts'
import { createTextsTold, type TextsTold } from './card-texts.ts'
import type { ColumnRules } from './column-rules.ts'
import { type ControlSums, createControlSums } from './control-sums.ts'
import type { DayAbove } from './day-above.ts'
import type { LocatedRow } from './lay-out-rows.ts'
import type { Listing } from './other-listings.ts'
import { type AlikeReader, createAlikeReader } from './read-alike.ts'
import { createPaidTo } from './shops-paid.ts'
import type { TransactionRules } from './transaction.ts'
import { createTypesLeftOut, type TypesLeftOut } from './types-left-out.ts'
import { createVatAbroad, type VatAbroad } from './vat-abroad.ts'

/** What is carried along from row to row. */
export type Walk = {
  rules: TransactionRules
  hasHeader: boolean
  /** What the file lists instead of purchases. */
  listing: Listing | null
  sums: ControlSums
  alike: AlikeReader
  types: TypesLeftOut
  texts: TextsTold
  digits: LostDigits
  vatAbroad: VatAbroad
  ids: IdsTold
  section: SectionWithCells | null
  /** The card that stands above the first table. */
  fileCard: SectionWithCells | null
  /** Of rows that the bank has not booked. */
  pending: PendingSection
  lastPurchase: number | null
  dayAbove: DayAbove
  /** So many were met. */
  sheets: number
  hasRateNotes: boolean
  /** The template lacks something that every invoice needs, so no row can be read. */
  unmapped: RowProblem | null
}

export function beginWalk(
  mapping: TemplateMapping,
  { columns, listing, shops }: { columns: ColumnRules; listing: Listing | null; shops: readonly LocatedRow[] },
  hasHeader: boolean,
): Walk {
  const rules = rulesOf(mapping, columns, shops)
  const hasRateNotes = usesRateNotes(mapping)
  return {
    rules,
    hasHeader,
    listing,
    sums: createControlSums(mapping.signRule === 'two-columns' || mapping.signRule === 'direction'),
    alike: createAlikeReader(rules),
    types: createTypesLeftOut(mapping),
    texts: createTextsTold(mapping),
    digits: createLostDigits(),
    vatAbroad: createVatAbroad(mapping),
    ids: createIdsTold(),
    section: null,
    fileCard: null,
    pending: createPendingSection(),
    lastPurchase: null,
    dayAbove: { sheet: '', day: null },
    sheets: 0,
    hasRateNotes,
    unmapped: findUnmapped(mapping),
  }
}

function rulesOf(mapping: TemplateMapping, columns: ColumnRules, shops: readonly LocatedRow[]): TransactionRules {
  const rules = {
    mapping,
    columns,
    directionOf: createDirectionReader(mapping.outgoingDirections, mapping.incomingDirections ?? []),
    notInvoices: mapping.notInvoices.map(normaliseLabel),
    purchaseTypes: new Set((mapping.purchaseTypes ?? []).map(normaliseLabel)),
    sections: new Set((mapping.purchaseSections ?? []).map(normaliseLabel)),
  }
  return { ...rules, paidTo: createPaidTo(shops, rules) }
}

/** Under a section's title that is none of the template's, where sections have titles at all. */
export function isOutside({ rules, section }: Walk): boolean {
  return rules.sections.size > 0 && section?.title != null && !rules.sections.has(normaliseLabel(section.title))
}

function findUnmapped(mapping: TemplateMapping): RowProblem | null {
  const [field] = missingFields(mapping)
  return field ? { code: 'field-not-mapped', params: { field } } : null
}

function usesRateNotes(mapping: TemplateMapping): boolean {
  return Object.values(mapping.fields).some(
    (source) => source?.kind === 'source' && source.from.kind === 'carried' && source.from.name === 'rate-note',
  )
}
