import type { RowProblem } from '#kernel/row-problem.ts'
import type { TargetField, TemplateMapping } from '../../contract.ts'
import { hasLostSign, looksLikeNumber, looksNegative } from '../cells/amounts.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { plainColumnOf, readParts } from '../mapping/bind-fields.ts'
import { createDirectionReader } from '../words/directions.ts'
import { isBalanceLabel, isTotalLabel, totalsAndShops } from '../words/row-marks.ts'
import { type DayReader, surveyAccountSigns, type TurnedSigns } from './account-signs.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/** What stands before the figures of most rows of a side; `open` where nobody can tell which of them are meant so. */
export type SideSign = 'plus' | 'minus' | 'open'

/** What the amounts of the file have before them, judged over all rows. */
export type ColumnSigns = {
  /** Types stand beside them, and no amount has a minus: of a type that may mean either nobody can tell which way the money went. */
  isUnsigned: boolean
  /** Where a column, or a word of the row, says which way the money went: what it has before it on the way out, and on the way in. */
  out: SideSign
  in: SideSign
  turned: TurnedSigns
}

export type SignSurvey = {
  add(located: LocatedRow): void
  decide(dayOf: DayReader, warnings: RowProblem[]): ColumnSigns
  /** The sign alone says which way the money went, and no amount before the first decision has a minus. */
  lacksMinus(): boolean
}

type Count = { plus: number; minus: number }

export function surveySigns(mapping: TemplateMapping): SignSurvey {
  const { signRule, fields } = mapping
  const out: Count = { plus: 0, minus: 0 }
  const back: Count = { plus: 0, minus: 0 }
  const isAsIs = signRule === 'as-is'
  const isOfTypes = isAsIs && fields.type !== undefined
  const account = surveyAccountSigns(mapping)
  let hasMinus = false
  let isDecided = false
  const directionOf = createDirectionReader(mapping.outgoingDirections, mapping.incomingDirections ?? [])
  return {
    add(located) {
      account.add(located)
      if (isAsIs && !hasMinus && (isOfTypes || !isDecided)) {
        const amount = textOf(located, 'total')
        if (!withoutSign.test(amount) && !isAroundRows(located)) hasMinus = looksNegative(amount)
      }
      if (signRule !== 'two-columns' && signRule !== 'direction') return
      if (isAroundRows(located)) return
      if (signRule === 'two-columns') {
        count(textOf(located, 'amountOut'), out)
        count(textOf(located, 'amountIn'), back)
      }
      if (signRule === 'direction') {
        const way = directionOf(textOf(located, 'direction'))
        if (way) count(textOf(located, 'total'), way === 'out' ? out : back)
      }
    },
    decide(dayOf, warnings) {
      isDecided = true
      const turned = account.decide(dayOf)
      if (turned === 'texts') warnings.push({ code: 'account-signs-turned' })
      return { isUnsigned: isOfTypes && !hasMinus, out: signOf(out, back), in: signOf(back, out), turned }
    },
    lacksMinus: () => isAsIs && !hasMinus,
  }
}

/** As most amounts are written, of each row of a file: quicker than reading them. */
const withoutSign = /^[\d .,]*$/

/** A sum or a balance, which has the sign of what it is made of: no day stands on it, or what it is called. */
function isAroundRows(located: LocatedRow): boolean {
  const day = textOf(located, 'invoiceDate')
  if (!/\d/.test(day)) return true
  return [day, textOf(located, 'merchant')].some((text) => {
    const label = normaliseLabel(text)
    return isBalanceLabel(label) || (isTotalLabel(label) && !totalsAndShops.has(label))
  })
}

function count(figure: string, signs: Count): void {
  if (!/[1-9]/.test(figure) || (!looksLikeNumber(figure) && !hasLostSign(figure))) return
  signs[looksNegative(figure) ? 'minus' : 'plus']++
}

/**
 * A figure without a sign is what the side is called, so that a few with a minus were taken back. A side may carry a minus
 * throughout, as SEB's withdrawals do; where some are without, most of them have to have it, or the other side none.
 */
function signOf({ plus, minus }: Count, other: Count): SideSign {
  if (minus === 0 || plus > minus) return 'plus'
  if (plus === 0 || plus * 3 < plus + minus) return 'minus'
  return minus > plus && other.plus > 0 && other.minus === 0 ? 'minus' : 'open'
}

/** The text of a field, or of the first part of its sum, which gives the sum its sign. */
function textOf({ table, row, sheet }: LocatedRow, field: TargetField): string {
  const source = table?.bound.fields.get(field)
  if (!source) return ''
  const column = plainColumnOf(source)
  if (column !== null) return row.cells[column] ?? ''
  return readParts(source, { row, sheet, section: null, rateNote: null })[0]?.text ?? ''
}
