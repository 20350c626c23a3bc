import type { Base } from './base-files.ts'
import { bothWays, made, mapCells, type Variant } from './variant.ts'
import { containers, writeText } from './write-variants.ts'
import { type DateStyle, dateAs, figureAs, type NumberStyle } from './written-values.ts'

export function* numberRelations(base: Base): Generator<Variant> {
  const styles: Record<string, NumberStyle> = {
    '1234,56': { mark: ',' },
    '1 234,56': { mark: ',', group: ' ' },
    '1_234,56': { mark: ',', group: '\u00a0' },
    '1\u202f234,56': { mark: ',', group: '\u202f' },
    '1.234,56': { mark: ',', group: '.' },
    '1234.56': { mark: '.' },
    '1,234.56': { mark: '.', group: ',' },
    '1 234.56': { mark: '.', group: ' ' },
    "1'234.56": { mark: '.', group: "'" },
    '−1 234,56': { mark: ',', group: '\u00a0', minus: '\u2212' },
    '1234,56-': { mark: ',', minus: 'behind' },
    '1 234,56-': { mark: ',', group: ' ', minus: 'behind' },
    '(1234,56)': { mark: ',', minus: 'brackets' },
    '(1,234.56)': { mark: '.', group: ',', minus: 'brackets' },
    '1 234,56 kr': { mark: ',', group: ' ', suffix: ' kr' },
    '1 234,56 SEK': { mark: ',', group: ' ', suffix: ' SEK' },
    '1234,56:-': { mark: ',', suffix: ':-' },
    '1.234,56 kr': { mark: ',', group: '.', suffix: ' kr' },
  }
  for (const [name, style] of Object.entries(styles)) {
    const isKronor = style.suffix !== undefined
    if (isKronor && base.found.mapping.currency !== 'SEK') continue
    const rows = mapCells(base.rows, (one, _, column) => {
      if (one.decimal === undefined) return one
      const role = base.columns[column]?.role
      const isBare = isKronor && role !== 'amount' && role !== 'balance' && role !== 'amountIn' && role !== 'amountOut'
      return { text: figureAs(one.decimal, isBare ? { ...style, suffix: '' } : style) }
    })
    for (const delimiter of [';', ',']) {
      const relation = `numbers: ${name}${delimiter === ',' ? ' in commas' : ''}`
      yield made(relation, rows, writeText(rows, true, { delimiter }))
    }
    yield made(`numbers: ${name} (xlsx)`, rows, containers['xlsx texts']?.(rows, true) ?? new Uint8Array())
  }
}

/** With the day or the month first, which some day after the twelfth says. */
const spoken: readonly DateStyle[] = ['slashes', 'dashes', 'us', 'bare-slashes']
const plain: readonly DateStyle[] = [
  'iso',
  'dots',
  'year-slashes',
  'compact',
  'months',
  'short-year',
  'short-dots',
  'six',
  'time',
  'instant',
  'apostrophe',
]
export function* dateRelations(base: Base): Generator<Variant> {
  const days = base.rows.flatMap(({ cells }) => cells.flatMap(({ date }) => (date ? Number(date.slice(8)) : [])))
  for (const style of [...plain, ...(days.some((day) => day > 12) ? spoken : [])]) {
    const rows = mapCells(base.rows, (one) => (one.date === undefined ? one : { text: dateAs(one.date, style) }))
    yield made(`dates: ${style}`, rows, writeText(rows, base.isText))
    yield made(`dates: ${style} (html)`, rows, containers.html?.(rows, base.isText) ?? new Uint8Array())
  }
}

/** A card's file may have its purchases above zero or below; which, the rows themselves tell. */
export function* signRelations(base: Base): Generator<Variant> {
  const { account, signRule } = base.found.mapping
  if (account !== 'card' || (signRule !== 'as-is' && signRule !== 'inverted')) return
  // a few rows of another sign are refunds, and so they may be where both signs stand
  const purchases = [...base.outcomes.values()].filter(({ kind }) => kind === 'purchase')
  const isBack = (outcome: (typeof purchases)[number]) =>
    outcome.kind === 'purchase' && (outcome.fields.amountSek ?? outcome.fields.foreignAmount ?? 0) < 0
  if (purchases.length < 4 || purchases.some(isBack)) return
  const rows = mapCells(base.rows, (one, _, column) => {
    if (one.decimal === undefined || base.columns[column]?.role !== 'amount') return one
    const decimal = one.decimal.startsWith('-') ? one.decimal.slice(1) : `-${one.decimal}`
    const mark = /,\d{1,2}\D*$/.test(one.text) || !base.isText ? ',' : '.'
    return { text: figureAs(decimal, { mark }), decimal }
  })
  // under a template the import tells that most rows are refunds
  yield* bothWays(base, 'signs: all the other way', rows, { toldIn: ['saved'] })
}
