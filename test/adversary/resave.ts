import type { Draw } from './draw.ts'
import { type Layout, type MadeFile, pages } from './made-file.ts'
import { type Cell, type Grid, writeBook, writeOldBook, writePage, writeText } from './write-files.ts'

function numberIn(text: string): number | null {
  const bare = text
    .replace(/ kr$/, '')
    .replace(/[\u2212]/g, '-')
    .replace(/[\s\u00a0\u202f]/g, '')
  if (!/^-?[\d.,]+$/.test(bare)) return null
  const match = /^(-?)([\d.,]*?)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(bare)
  if (!match || (match[2] ?? '').replace(/[.,]/g, '').length > 12) return null
  if (match[3] === undefined && !/^-?\d+$/.test(bare)) return null
  if (/^-?0\d/.test(bare)) return null
  return Number(`${match[1]}${(match[2] ?? '').replace(/[.,]/g, '') || '0'}.${match[3] ?? '0'}`)
}

/** What a spreadsheet program makes of a cell when it opens a text file. */
function typed(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  if (/^20\d\d[-/]\d\d[-/]\d\d( \d\d?:\d\d:\d\d)?$/.test(cell)) {
    const [day = '', time] = cell.replaceAll('/', '-').split(' ')
    return { date: time ? `${day} ${time.padStart(8, '0')}` : day }
  }
  if (/^\d\d\.\d\d\.20\d\d$/.test(cell)) return { date: cell.split('.').reverse().join('-') }
  const number = numberIn(cell)
  return number === null ? cell : { number }
}

function swedish(number: number): string {
  return String(number).replace('.', ',')
}
function shown(grid: Grid, date: (text: string) => string, number: (value: number) => string): Grid {
  return grid.map((row) =>
    row.map((cell) => {
      if (cell === null || typeof cell === 'string') return cell
      return 'number' in cell ? number(cell.number) : date(cell.date)
    }),
  )
}
const groups = (mark: string) => (value: number) => {
  if (Number.isInteger(value)) return String(value)
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return swedish(value)
  const [whole = '', cents] = value.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, mark)},${cents}`
}
const keep = (date: string) => date
const slashes = (date: string) => date.slice(0, 10).split('-').reverse().join('/')
const dots = (date: string) => date.slice(0, 10).split('-').reverse().join('.')

type Saving = { name: string; mayAsk?: boolean; write: (grid: Grid, draw: Draw) => Uint8Array }
export const savings: Saving[] = [
  { name: 'xlsx', write: (grid) => writeBook(grid, { name: 'activity' }) },
  { name: 'xlsx 1904', write: (grid) => writeBook(grid, { is1904: true, isEmptyText: true, isDimensionWrong: true }) },
  { name: 'xls', write: (grid) => writeOldBook(grid) },
  {
    name: 'csv sv',
    write: (grid) => writeText(shown(grid, keep, swedish), { delimiter: ';', encoding: 'utf8-bom', padTo: 20 }),
  },
  {
    name: 'csv groups',
    write: (grid) =>
      writeText(shown(grid, keep, groups(' ')), { delimiter: ';', encoding: 'utf8-bom', before: ['sep=;'] }),
  },
  {
    name: 'unicode text',
    write: (grid) => writeText(shown(grid, keep, groups('\u00a0')), { delimiter: '\t', encoding: 'utf16le' }),
  },
  { name: 'csv en', write: (grid) => writeText(shown(grid, keep, String), { delimiter: ',', encoding: 'utf8' }) },
  { name: 'csv de', write: (grid) => writeText(shown(grid, dots, groups('.')), { delimiter: ';', encoding: 'utf8' }) },
  {
    name: 'csv uk',
    mayAsk: true,
    write: (grid) => writeText(shown(grid, slashes, String), { delimiter: ',', encoding: 'utf8' }),
  },
  { name: 'html', write: (grid) => writePage(shown(grid, keep, swedish)) },
]

/** The file as somebody opened it and saved it again. */
export function resaved(layout: Layout, saving: Saving): Layout {
  return {
    ...layout,
    name: `${layout.name} → ${saving.name}`,
    make(draw, turn): MadeFile {
      pages.length = 0
      const file = layout.make(draw, turn)
      const [page, ...others] = pages
      if (!page || others.length > 0) return file
      const grid = page.grid.map((row) => row.map(typed))
      return {
        ...file,
        note: `${saving.name} of ${file.note}`,
        bytes: saving.write(grid, draw),
        mayAsk: file.mayAsk || saving.mayAsk === true,
      }
    },
  }
}
