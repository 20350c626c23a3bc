import type { Base, MetaCell, MetaRow } from './base-files.ts'
import { added, blank, blocksOf, bothWays, cell, inText, made, rearranged, type Variant } from './variant.ts'
import { containers } from './write-variants.ts'
import { figureAs } from './written-values.ts'

export function* rowRelations(base: Base): Generator<Variant> {
  const { rows } = base
  const blocks = blocksOf(base)
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  yield* bothWays(
    base,
    'rows: reversed',
    rearranged(base, (groups) => groups.toReversed()),
  )
  yield inText(
    base,
    'rows: sorted by text',
    rearranged(base, (groups) =>
      groups.toSorted((a, b) => (JSON.stringify(a[0]?.cells.slice(1)) < JSON.stringify(b[0]?.cells.slice(1)) ? -1 : 1)),
    ),
  )
  yield* bothWays(
    base,
    'rows: one empty in the middle',
    rearranged(base, (groups) => groups.flatMap((group, i) => (i === 1 ? [[blank], group] : [group]))),
  )
  yield* bothWays(
    base,
    'rows: empty between all',
    rearranged(base, (groups) => groups.flatMap((group) => [group, [blank]])),
  )
  yield inText(
    base,
    'rows: spaces in the middle',
    rearranged(base, (groups) =>
      groups.flatMap((group, i) => (i === 1 ? [[added(' ', '', '\u00a0')], group] : [group])),
    ),
  )
  if (base.found.table.header) {
    for (const [name, lines] of Object.entries(preambles)) {
      const ignore = { ignore: name === 'card' ? ['card'] : [] }
      yield* bothWays(base, `rows: preamble ${name}`, [...lines.map((line) => added(...line)), ...rows], ignore)
      yield inText(
        base,
        `rows: preamble ${name} and a blank line`,
        [...lines.map((line) => added(...line)), blank, ...rows],
        {},
        ignore,
      )
    }
    const header = rows.find(({ is }) => is === 'header')
    if (header && rows.filter(({ is }) => is === 'header').length === 1)
      yield* bothWays(
        base,
        'rows: header in the middle',
        rearranged(base, (groups) =>
          groups.flatMap((group, i) => (i === 1 ? [[{ ...header, id: null }], group] : [group])),
        ),
      )
  }
  const amount = base.columns.findIndex(({ role, figures }) => role === 'amount' && figures > 0)
  const text = base.columns.findIndex(({ role }) => role === 'merchant')
  if (amount >= 0 && blocks.length === 1) {
    const sum = totalOf(rows.filter(({ is }) => is === 'row').map(({ cells }) => cells[amount]?.decimal))
    for (const label of [
      'Summa',
      'Totalt',
      'Total',
      'Summa:',
      'Totalt belopp',
      'Sum',
      'Summa transaktioner',
      'Delsumma',
      'SUMMA SEK',
      'Totalsumma',
    ]) {
      for (const at of [...new Set([0, text])].filter((place) => place >= 0 && place !== amount)) {
        const cells = Array.from({ length: width }, () => cell(''))
        cells[at] = cell(label)
        cells[amount] = written(base, amount, sum)
        const total: MetaRow = { id: null, is: 'other', cells }
        yield inText(base, `rows: ${label} in ${at === 0 ? 'the first column' : 'the text'}`, [...rows, total])
        yield inText(base, `rows: ${label} behind a blank line in ${at === 0 ? 'the first column' : 'the text'}`, [
          ...rows,
          blank,
          total,
        ])
      }
    }
    const bare = Array.from({ length: width }, () => cell(''))
    bare[amount] = written(base, amount, sum)
    yield inText(base, 'rows: a bare sum', [...rows, { id: null, is: 'other', cells: bare }])
  }
  for (const line of [
    'Sida 1 av 1',
    'Utskriven 2026-04-30',
    'Antal transaktioner: 12',
    '* Preliminära belopp',
    'Källa: Internetbanken',
  ])
    yield inText(base, `rows: ${line}`, [...rows, added(line)])
}

export const preambles: Record<string, string[][]> = {
  title: [['Kontoutdrag']],
  period: [['Period: 2026-01-01 - 2026-03-31']],
  company: [
    ['Provbolaget AB', '556000-0000'],
    ['Exporterad', '2026-04-01 12:30'],
  ],
  account: [
    ['Kontonummer', '1234 56 78901'],
    ['Saldo', '12 345,67'],
  ],
  'account line': [['Konto: Företagskort 1234, saldo 12 345,67 kr, 2026-04-01']],
  card: [
    ['Kort', '**** 1234'],
    ['Innehavare', 'Anna Testsson'],
  ],
  dates: [['Från', '2026-01-01', 'Till', '2026-03-31']],
}

function totalOf(decimals: (string | undefined)[]): string {
  const minor = decimals.reduce((sum, decimal) => sum + Math.round(Number(decimal ?? 0) * 100), 0)
  return (minor / 100).toFixed(2)
}

/** As the column's other figures are written. */
function written(base: Base, column: number, decimal: string): MetaCell {
  const sample =
    base.rows
      .map(({ is, cells }) => (is === 'row' ? cells[column]?.text : ''))
      .find((text) => /[.,]\d\d\D*$/.test(text ?? '')) ?? ''
  const mark = /,\d\d\D*$/.test(sample) ? ',' : '.'
  return { text: figureAs(decimal, { mark }), decimal }
}

export function* sizeRelations(base: Base): Generator<Variant> {
  const groups = blocksOf(base).flatMap((block) => block.groups)
  const some = groups.length > 24 ? groups.filter((_, i) => i % Math.ceil(groups.length / 24) === 0) : groups
  const kept = (wanted: readonly MetaRow[][]) => {
    const rows = new Set(wanted.flat())
    return rearranged(base, (all) => all.filter((group) => group.some((row) => rows.has(row))))
  }
  const only = (relation: string, wanted: readonly MetaRow[][]) => inText(base, relation, kept(wanted))
  for (const [index, group] of some.entries()) yield only(`size: only row ${index + 1}`, [group])
  for (let i = 0; i + 1 < some.length; i++) {
    const pair = [some[i], some[(i * 5 + 3) % some.length]].flatMap((group) => (group ? [group] : []))
    yield only(`size: two rows from ${i + 1}`, pair)
    yield only(`size: three rows from ${i + 1}`, some.slice(i, i + 3))
  }
  const half = Math.ceil(groups.length / 2)
  if (groups.length > 1) {
    yield only('size: first half', groups.slice(0, half))
    yield only('size: second half', groups.slice(half))
    const write = containers['xlsx typed']
    const first = kept(groups.slice(0, 1))
    if (write) yield made('size: only row 1 (xlsx)', first, write(first, base.isText))
  }
}

/** The same rows again, under a header of their own. */
export function* repeatRelations(base: Base): Generator<Variant> {
  const { rows } = base
  const start = rows.findIndex(({ is }) => is === 'header')
  if (rows.filter(({ is }) => is === 'header').length !== 1) return
  yield* bothWays(base, 'repeat: header and rows again', [...rows, ...rows.slice(start)])
  yield* bothWays(base, 'repeat: the whole file again', [...rows, ...rows])
  yield inText(base, 'repeat: the whole file again behind blank lines', [...rows, blank, blank, ...rows])
}
