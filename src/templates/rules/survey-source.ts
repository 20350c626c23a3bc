import type { LocalDate } from '#kernel/local-dates.ts'
import type { TemplateMapping } from '../contract.ts'
import { isBlank } from './cell-text.ts'
import { surveyColumns } from './column-rules.ts'
import { surveyFees } from './fees-left-out.ts'
import type { LocatedRow } from './lay-out-rows.ts'
import { surveyListing } from './other-listings.ts'
import { findStatementMonth, isMonthLabel } from './statement-month.ts'

/** What the rows that were added so far say; `said` is the same text where it is the same. */
export function openSurvey(mapping: TemplateMapping, today: LocalDate) {
  const survey = surveyColumns(mapping, today)
  const listings = surveyListing()
  const fees = surveyFees(mapping)
  let spoken: ReturnType<typeof findStatementMonth> = null
  /** Of each statement that says it: two of them below each other give no day its year. */
  const labelled = new Map<string, ReturnType<typeof findStatementMonth>>()
  return {
    add(located: LocatedRow): void {
      survey.add(located)
      listings.add(located)
      fees.add(located)
      if (located.table && !isMonthLabel(located.row.cells[0] ?? '')) return
      const text = textAbove(located)
      const found = findStatementMonth([text])
      if (found && isMonthLabel(text)) labelled.set(JSON.stringify(found), found)
      else if (!located.table) spoken ??= found
    },
    decide() {
      const [only = spoken] = labelled.values()
      const month = labelled.size > 1 ? null : only
      const columns = survey.decide({ today, month })
      const listing = mapping.isOfPurchases ? null : listings.decide()
      const warnings = listing === null ? fees.warnings() : []
      return { columns, listing, warnings, said: JSON.stringify([month, columns.said, listing]) }
    },
  }
}

function textAbove({ row }: LocatedRow): string {
  return row.cells.filter((cell) => !isBlank(cell)).join(' ')
}
