import { isBlank } from '../../src/templates/rules/cells/cell-text.ts'
import { roleOf } from '../../src/templates/rules/words/header-words.ts'
import type { Base, MetaRow } from './base-files.ts'
import { bothWays, cell, inText, mapCells, type Variant } from './variant.ts'

/** Columns that say nothing of an invoice, with what stands in the rows. */
export const strangers: Record<string, (row: number) => string> = {
  Löpnr: (row) => String(row + 1),
  Attesterad: (row) => (row % 2 ? 'Ja' : 'Nej'),
  Kategori: (row) => ['Resor', 'Kontor', 'Mat'][row % 3] ?? '',
  Referensnr: (row) => `A${100200300 + row * 7919}`,
  Handläggare: () => 'Anna Testsson',
  Kvitto: (row) => (row % 2 ? '' : 'x'),
  Postnr: (row) => String(11122 + row),
  MCC: (row) => String(5411 + row),
  Vecka: (row) => String(10 + row),
  Skapad: (row) => `2026-04-${String(10 + (row % 15)).padStart(2, '0')}`,
  Uppdaterad: (row) => `2026-04-0${1 + (row % 9)} 10:00`,
  Poäng: (row) => String(120 + row * 3),
  Bonus: (row) => `${row + 1},25`,
  'Moms %': () => '25',
  Land: () => 'SE',
  Kontrollsiffra: (row) => String((row * 7) % 10),
  'CO2 (kg)': (row) => `${row + 2},4`,
}

export function insertColumn(base: Base, at: number, name: string, value: (row: number) => string): MetaRow[] {
  let count = 0
  const width = Math.max(...base.rows.map(({ cells }) => cells.length))
  return base.rows.map((row) => {
    if (row.is === 'blank') return row
    const text = row.is === 'header' ? name : row.is === 'row' ? value(count++) : ''
    const place = Math.min(at, width)
    const cells = Array.from({ length: Math.max(row.cells.length, place) }, (_, index) => row.cells[index] ?? cell(''))
    cells.splice(place, 0, cell(text))
    return { ...row, cells }
  })
}

export function* columnRelations(base: Base): Generator<Variant> {
  const width = Math.max(...base.rows.map(({ cells }) => cells.length))
  const hasHeader = base.found.table.header !== null
  const order = (places: number[]) =>
    base.rows.map((row) => ({
      ...row,
      cells: row.cells.length === 0 ? [] : places.map((place) => row.cells[place] ?? cell('')),
    }))
  const all = Array.from({ length: width }, (_, index) => index)
  if (hasHeader && base.columns.every(({ occurrence, name }) => occurrence === 0 || isBlank(name))) {
    yield* bothWays(base, 'columns: reversed', order(all.toReversed()))
    for (let turn = 1; turn < Math.min(width, 4); turn++)
      yield* bothWays(base, `columns: turned ${turn}`, order([...all.slice(turn), ...all.slice(0, turn)]))
    yield* bothWays(base, 'columns: odd first', order([...all.filter((i) => i % 2), ...all.filter((i) => !(i % 2))]))
  }
  if (hasHeader) {
    for (const [name, value] of Object.entries(strangers)) {
      if (base.columns.some((column) => column.name.toLowerCase() === name.toLowerCase())) continue
      // a second column of a role that the file has already may be asked about, and is another relation
      const role = roleOf(name)?.role
      if (role && base.columns.some((column) => column.role === role)) continue
      for (const [where, at] of [
        ['first', 0],
        ['in the middle', Math.ceil(width / 2)],
        ['last', width],
      ] as const)
        yield inText(base, `columns: ${name} ${where}`, insertColumn(base, at, name, value))
    }
  }
  for (const [where, at] of [
    ['first', 0],
    ['in the middle', Math.ceil(width / 2)],
    ['last', width],
  ] as const) {
    if (!hasHeader && at < width) continue
    yield* bothWays(
      base,
      `columns: empty ${where}`,
      insertColumn(base, at, '', () => ''),
    )
    if (hasHeader)
      yield* bothWays(
        base,
        `columns: without a name ${where}`,
        insertColumn(base, at, '', (row) => (row % 2 ? 'ok' : 'obs')),
      )
  }
}

const synonyms: readonly (readonly string[])[] = [
  ['Datum', 'Date'],
  ['Belopp', 'Amount'],
  ['Valuta', 'Currency'],
  ['Saldo', 'Balance'],
  ['Bokföringsdatum', 'Posting date'],
  ['Text', 'Description'],
  ['Beskrivning', 'Description'],
  ['Ort', 'City'],
  ['Kort', 'Card'],
  ['Moms', 'VAT'],
]
export function* headerRelations(base: Base): Generator<Variant> {
  if (!base.found.table.header) return
  const renamed = (change: (name: string, column: number) => string) =>
    mapCells(base.rows, (one, row, column) =>
      row.is === 'header' && !isBlank(one.text) ? cell(change(one.text, column)) : one,
    )
  const isAmount = (column: number) => base.columns[column]?.role === 'amount'
  const unit = base.found.mapping.currency
  yield* bothWays(
    base,
    'header: upper case',
    renamed((name) => name.toUpperCase()),
  )
  yield* bothWays(
    base,
    'header: lower case',
    renamed((name) => name.toLowerCase()),
  )
  yield inText(
    base,
    'header: decomposed',
    renamed((name) => name.normalize('NFD')),
  )
  yield inText(
    base,
    'header: colon',
    renamed((name) => `${name}:`),
  )
  yield inText(
    base,
    'header: two spaces',
    renamed((name) => name.replaceAll(' ', '  ')),
  )
  yield inText(
    base,
    'header: hard spaces',
    renamed((name) => name.replaceAll(' ', '\u00a0')),
  )
  yield inText(
    base,
    'header: line break',
    renamed((name) => name.replace(' ', '\n')),
  )
  yield inText(
    base,
    'header: unit',
    renamed((name, column) => (isAmount(column) && !name.includes('(') ? `${name} (${unit})` : name)),
  )
  yield inText(
    base,
    'header: star',
    renamed((name) => `${name} *`),
  )
  if (unit === 'SEK')
    yield inText(
      base,
      'header: kr',
      renamed((name, column) => (isAmount(column) ? `${name} kr` : name)),
    )
  const english = new Map(synonyms.map(([sv = '', en = '']) => [sv.toLowerCase(), en]))
  yield inText(
    base,
    'header: English',
    renamed((name) => english.get(name.toLowerCase()) ?? name),
  )
  for (const [index, { name, role }] of base.columns.entries()) {
    if (isBlank(name) || !['amount', 'purchaseDate', 'merchant', 'currency'].includes(role ?? '')) continue
    const width = Math.max(...base.rows.map(({ cells }) => cells.length))
    yield inText(
      base,
      `header: ${role} twice, empty`,
      insertColumn(base, width, name, () => ''),
    )
    const copied = base.rows.map((row) =>
      row.is === 'blank'
        ? row
        : {
            ...row,
            cells: [
              ...Array.from({ length: width }, (_, i) => row.cells[i] ?? cell('')),
              row.is === 'other' ? cell('') : (row.cells[index] ?? cell('')),
            ],
          },
    )
    yield inText(base, `header: ${role} twice, the same`, copied)
    yield inText(
      base,
      `header: ${role} first, empty`,
      insertColumn(base, 0, name, () => ''),
      {},
      { toldIn: ['saved'] },
    )
  }
}
