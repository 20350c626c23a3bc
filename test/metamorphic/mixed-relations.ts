import { isBlank } from '../../src/templates/rules/cells/cell-text.ts'
import { roleOf } from '../../src/templates/rules/words/header-words.ts'
import { createDraw } from '../adversary/draw.ts'
import { writeBook } from '../adversary/write-files.ts'
import { type Base, isFilled, type MetaRow } from './base-files.ts'
import { insertColumn, strangers } from './column-relations.ts'
import { preambles } from './row-relations.ts'
import { added, blank, blocksOf, cell, made, mapCells, rearranged, type Variant } from './variant.ts'
import { containers, gridOf, type TextOptions, writeText } from './write-variants.ts'
import { type DateStyle, dateAs, figureAs, type NumberStyle } from './written-values.ts'

/** Several changes at once, drawn. */
export function* mixedRelations(base: Base, count = 12): Generator<Variant> {
  const draw = createDraw([...base.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1e6)
  const hasHeader = base.found.table.header !== null
  const isPlain = base.columns.every(({ occurrence, name }) => occurrence === 0 || isBlank(name))
  for (let turn = 0; turn < count; turn++) {
    let current: Base = base
    const done: string[] = []
    const change = (name: string, rows: MetaRow[]) => {
      current = { ...current, rows }
      done.push(name)
    }
    if (draw.chance(0.4))
      change(
        'reversed',
        rearranged(current, (groups) => groups.toReversed()),
      )
    if (draw.chance(0.3))
      change(
        'empty rows',
        rearranged(current, (groups) => groups.flatMap((group, i) => (i % 3 === 1 ? [[blank], group] : [group]))),
      )
    if (hasHeader && isPlain && draw.chance(0.4)) {
      const width = Math.max(...current.rows.map(({ cells }) => cells.length))
      const shift = draw.int(1, width - 1)
      const places = Array.from({ length: width }, (_, index) => (index + shift) % width)
      change(
        `turned ${shift}`,
        current.rows.map((row) => ({
          ...row,
          cells: row.cells.length === 0 ? [] : places.map((place) => row.cells[place] ?? cell('')),
        })),
      )
    }
    if (hasHeader && draw.chance(0.4)) {
      const [name, value] = draw.pick(Object.entries(strangers).filter(([one]) => !roleOf(one)))
      change(name, insertColumn(current, draw.int(0, 9), name, value))
    }
    if (hasHeader && draw.chance(0.3)) {
      const [name, lines] = draw.pick(Object.entries(preambles).filter(([one]) => one !== 'card'))
      change(`preamble ${name}`, [
        ...lines.map((line) => added(...line)),
        ...(draw.chance(0.5) ? [blank] : []),
        ...current.rows,
      ])
    }
    if (hasHeader && draw.chance(0.3))
      change(
        'upper case',
        mapCells(current.rows, (one, row) => (row.is === 'header' ? cell(one.text.toUpperCase()) : one)),
      )
    const number = draw.pick<NumberStyle | null>([
      null,
      { mark: ',', group: '\u00a0', minus: '\u2212' },
      { mark: '.' },
      { mark: ',', group: '.' },
      { mark: '.', group: ',' },
    ])
    const date = draw.pick<DateStyle | null>([null, null, 'iso', 'dots', 'time', 'compact', 'year-slashes'])
    const container = draw.pick(['text', 'text', 'xlsx texts', 'xlsx typed', 'xls typed', 'html', 'ods typed'])
    const isTyped = container.endsWith('typed')
    const rows = isTyped
      ? current.rows
      : mapCells(current.rows, (one) => {
          if (number && one.decimal !== undefined) return { text: figureAs(one.decimal, number) }
          return date && one.date !== undefined ? { text: dateAs(one.date, date) } : one
        })
    done.push(isTyped ? '' : `${number ? figureAs('-1234.5', number) : ''} ${date ?? ''}`)
    const isText = base.isText || number !== null
    const options: TextOptions = {
      delimiter: draw.pick([';', ',', '\t', '|']),
      eol: draw.pick(['\r\n', '\n']),
      quotes: draw.pick(['needed', 'all', 'texts']),
      hasBom: draw.chance(0.5),
      isTrailing: draw.chance(0.3),
      pad: draw.pick(['', '', '', ' ', '\u00a0']),
      encoding: draw.pick(['utf8', 'utf8', 'utf16le']),
    }
    if (options.encoding !== 'utf8') options.hasBom = true
    const bytes = container === 'text' ? writeText(rows, isText, options) : containers[container]?.(rows, isText)
    const said = container === 'text' ? JSON.stringify(options) : container
    if (bytes) yield made(`mixed ${turn}: ${done.filter(Boolean).join(', ')} as ${said}`, rows, bytes)
  }
}

/** A workbook of several sheets. */
export function* sheetRelations(base: Base): Generator<Variant> {
  const { rows, isText } = base
  const grid = gridOf(rows, isText, true)
  const notes = [['Anteckningar'], ['Kolla kvitton'], ['Ansvarig', 'Anna Testsson']]
  const pivot = [
    ['Radetiketter', 'Summa av Belopp'],
    ['ICA', { number: 1250.5 }],
    ['Totalt', { number: 1250.5 }],
  ]
  const seen = (extra: number) => [
    ...rows.filter(isFilled).map(({ id }) => id),
    ...Array.from({ length: extra }, () => null),
  ]
  yield {
    relation: 'sheets: notes behind',
    bytes: writeBook(grid, { extra: [{ name: 'Noteringar', grid: notes }] }),
    ids: seen(notes.length),
  }
  yield {
    relation: 'sheets: pivot behind',
    bytes: writeBook(grid, { extra: [{ name: 'Pivot', grid: pivot }] }),
    ids: seen(pivot.length),
  }
  yield {
    relation: 'sheets: an empty one',
    bytes: writeBook(grid, { extra: [{ name: 'Blad2', grid: [] }] }),
    ids: seen(0),
  }
  yield {
    relation: 'sheets: a hidden copy',
    bytes: writeBook(grid, { extra: [{ name: 'Kopia', grid, isHidden: true }] }),
    ids: seen(0),
  }
  const first = writeBook(notes, { name: 'Info', extra: [{ name: 'Rader', grid }] })
  yield { relation: 'sheets: notes first', bytes: first, ids: [...notes.map(() => null), ...seen(0)] }
  if (!base.found.table.header) return
  const headerAt = rows.findIndex(({ is }) => is === 'header')
  const last = blocksOf(base).at(-1)
  if (blocksOf(base).length !== 1 || !last || last.groups.length < 2) return
  const cut = last.start + last.groups.slice(0, Math.ceil(last.groups.length / 2)).flat().length
  const [one, two] = [rows.slice(0, cut), [...rows.slice(0, headerAt + 1), ...rows.slice(cut)]]
  const halves = writeBook(gridOf(one, isText, true), {
    name: 'Januari',
    extra: [{ name: 'Februari', grid: gridOf(two, isText, true) }],
  })
  yield {
    relation: 'sheets: a half on each',
    bytes: halves,
    ids: [...one, ...two].filter(isFilled).map(({ id }) => id),
    toldIn: ['unknown'], // one half may be guessed otherwise than both
  }
}
