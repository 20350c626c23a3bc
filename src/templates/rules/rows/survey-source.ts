import type { LocalDate } from '#kernel/local-dates.ts'
import type { TemplateMapping } from '../../contract.ts'
import { isBlank } from '../cells/cell-text.ts'
import type { StatementMonth } from '../cells/dates.ts'
import { surveyColumns } from './column-rules.ts'
import { surveyFees } from './fees-left-out.ts'
import type { LocatedRow } from './lay-out-rows.ts'
import { surveyListing } from './other-listings.ts'
import { surveyShops } from './shops-paid.ts'
import { findStatementMonth, isMonthLabel, monthOfSheet, yearOfTitle } from './statement-month.ts'

/** What the rows that were added so far say; `said` is the same text where it is the same. */
export function openSurvey(mapping: TemplateMapping, today: LocalDate) {
  const survey = surveyColumns(mapping, today)
  const listings = surveyListing(mapping)
  const fees = surveyFees(mapping)
  const shops = surveyShops(mapping)
  let spoken: ReturnType<typeof findStatementMonth> = null
  /** Of each statement that says it: two of them below each other give no day its year. */
  const labelled = new Map<string, ReturnType<typeof findStatementMonth>>()
  const titles = createTitles()
  return {
    add(located: LocatedRow): void {
      survey.add(located)
      listings.add(located)
      fees.add(located)
      shops.add(located)
      if (located.table && !isMonthLabel(located.row.cells[0] ?? '')) return
      const text = textAbove(located)
      const found = findStatementMonth([text])
      if (!located.table) titles.add(located.sheet, text, found !== null)
      if (found && isMonthLabel(text)) labelled.set(JSON.stringify(found), found)
      else if (!located.table) spoken ??= found
    },
    decide() {
      const [only = spoken] = labelled.values()
      const month = labelled.size > 1 ? null : only
      const columns = survey.decide({ today, monthOf: (sheet) => titles.monthOf(sheet, month) })
      const listing = mapping.isOfPurchases ? null : listings.decide()
      const warnings = listing === null ? fees.warnings() : []
      const said = JSON.stringify([month, titles.said(), columns.said, listing])
      return { columns, listing, warnings, shops: shops.rows(), said }
    },
  }
}

/**
 * What a sheet's title and its name say of its days. A month above its table says most, then its name, then a year above
 * it; a name and a title that say two years say nothing.
 */
function createTitles() {
  const withMonth = new Set<string>()
  const years = new Map<string, number | null>()
  return {
    add(sheet: string, text: string, isMonth: boolean): void {
      if (isMonth) withMonth.add(sheet)
      const year = isMonth ? null : yearOfTitle(text)
      if (year !== null) years.set(sheet, (years.get(sheet) ?? year) === year ? year : null)
    },
    monthOf(sheet: string, ofFile: StatementMonth | null): StatementMonth | null {
      if (withMonth.has(sheet)) return ofFile
      const own = monthOfSheet(sheet)
      const year = years.get(sheet)
      // `Avdelning 2024` under a month that the file is said to be of
      const isDoubted =
        own?.month === null && ofFile !== null && own.year !== ofFile.year && !/^\d+$/.test(sheet.trim())
      if (year === undefined) return isDoubted ? null : (own ?? ofFile)
      if (year === null || (own && own.year !== year)) return null
      return own ?? { year, month: null }
    },
    said: () => [[...withMonth], [...years]],
  }
}

function textAbove({ row }: LocatedRow): string {
  return row.cells.filter((cell) => !isBlank(cell)).join(' ')
}
