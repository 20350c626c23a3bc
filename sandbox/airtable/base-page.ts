import { randomBytes } from 'node:crypto'
import { readCells, tablePage } from '../table-page.ts'
import type { AirtableRow, Field, Table } from './records.ts'
import type { World } from './world.ts'

const shownAtMost = 200
const note = 'Airtable sandlåda, för utveckling och prov'

/** Look at a table of a base and change it. */
export function basePage(world: World, query: URLSearchParams): Response {
  const all = [...world.shelf.table('bases').values()].flatMap((base) => base.tables.map((table) => ({ base, table })))
  const chosen =
    all.find(({ base, table }) => base.id === query.get('base') && table.id === query.get('table')) ?? all[0]
  const links = all.map(({ base, table }) => ({
    text: `${base.name}: ${table.name}`,
    href: `?base=${base.id}&table=${table.id}`,
    isCurrent: base === chosen?.base && table === chosen.table,
  }))
  if (!chosen) return tablePage({ title: 'Inga baser', note, links, table: null })
  const { base, table } = chosen
  return tablePage({
    title: `${base.name}: ${table.name}`,
    note,
    links,
    table: {
      heads: table.fields.map((field) => field.name),
      rows: table.records.slice(0, shownAtMost).map((record) => ({
        key: record.id,
        cells: table.fields.map((field) => textOf(record.fields[field.id])),
      })),
      total: table.records.length,
      hidden: { base: base.id, table: table.id },
    },
  })
}

/** Back to the same table, with what was typed in it. */
export function editBase(world: World, form: URLSearchParams): string {
  const base = world.shelf.table('bases').get(form.get('base') ?? '')
  const table = base?.tables.find((one) => one.id === form.get('table'))
  if (!base || !table) return './'
  world.saveTable(base, { ...table, records: edited(table, readCells(form), world.now().toISOString()) })
  return `./?base=${base.id}&table=${table.id}`
}

function edited(table: Table, cells: Map<string, Map<number, string>>, now: string): AirtableRow[] {
  const records = table.records.map((record) => {
    const changes = [...(cells.get(record.id) ?? [])].flatMap(([column, text]): [string, unknown][] => {
      const field = table.fields[column]
      return field && text !== textOf(record.fields[field.id]) ? [[field.id, cellValue(text, field)]] : []
    })
    if (changes.length === 0) return record
    return { ...record, modifiedTime: now, fields: { ...record.fields, ...Object.fromEntries(changes) } }
  })
  const added = [...(cells.get('new') ?? [])].flatMap(([column, text]): [string, unknown][] => {
    const field = table.fields[column]
    return field && text.trim() !== '' ? [[field.id, cellValue(text, field)]] : []
  })
  if (added.length === 0) return records
  return [...records, { id: newRecordId(), createdTime: now, modifiedTime: null, fields: Object.fromEntries(added) }]
}

export function newRecordId(): string {
  return `rec${randomBytes(7).toString('hex')}`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const numberTypes = new Set(['number', 'currency', 'percent', 'rating', 'autoNumber', 'count'])

function cellValue(text: string, field: Field): unknown {
  const typed = text.trim()
  if (typed === '') return null
  if (field.type === 'checkbox') return /^(true|ja|x)$/i.test(typed)
  const number = Number(typed.replace(',', '.'))
  return numberTypes.has(field.type) && !Number.isNaN(number) ? number : text
}
