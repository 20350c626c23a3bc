import type { LocalDate } from '#kernel/local-dates.ts'
import type { TemplateMapping } from '../contract.ts'
import { isBlank } from './cell-text.ts'
import { surveyColumns } from './column-rules.ts'
import { findStatementMonth } from './dates.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/** What the rows that were added so far say; `said` is the same text where it is the same. */
export function openSurvey(mapping: TemplateMapping, today: LocalDate) {
  const survey = surveyColumns(mapping, today)
  let month: ReturnType<typeof findStatementMonth> = null
  return {
    add(located: LocatedRow): void {
      survey.add(located)
      if (!located.table) month ??= findStatementMonth([textAbove(located)])
    },
    decide() {
      const columns = survey.decide({ today, month })
      return { columns, said: JSON.stringify([month, columns.said]) }
    },
  }
}

function textAbove({ row }: LocatedRow): string {
  return row.cells.filter((cell) => !isBlank(cell)).join(' ')
}
