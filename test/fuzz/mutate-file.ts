import * as XLSX from '@e965/xlsx'
import iconv from 'iconv-lite'
import { isBlank } from '#kernel/blank-text.ts'
import { mutateText } from './mutate-text.ts'
import { mutateZip } from './mutate-zip.ts'
import { nastyTexts } from './nasty-texts.ts'
import type { Dice } from './random.ts'

export type SeedFile = { name: string; bytes: Uint8Array }
/** `expected`: the texts of each row that holds any, where the file was written whole and must come back so. */
export type MutatedFile = { bytes: Uint8Array; steps: string[]; expected: string[][] | null }

const mostSteps = 4
const encodings = ['utf8', 'windows-1252', 'utf16le', 'utf16-be', 'utf-32le', 'cp437', 'cp850', 'macroman'] as const
const bookTypes = ['xlsx', 'xlsx', 'xlsx', 'xlsb', 'biff8', 'biff8', 'biff5', 'ods', 'html', 'xlml', 'fods'] as const
/** The library cuts long texts in old XLS and unescapes twice in ODS. */
const wholeTypes: readonly string[] = ['xlsx', 'xlsb']

/** A file of the fixtures, damaged in one to four ways as dice fall. */
export function mutateFile(seeds: readonly SeedFile[], dice: Dice): MutatedFile {
  const seed = dice.one(seeds)
  let bytes = seed.bytes
  let expected: string[][] | null = null
  const steps = [seed.name]
  const count = 1 + dice.below(mostSteps)
  for (let i = 0; i < count; i++) {
    const step = stepFor(bytes, dice, i === 0)
    const made = step.take(bytes, dice, seeds)
    if (!made) continue
    bytes = made.bytes
    expected = made.expected ?? null
    steps.push(step.name)
    if (expected && dice.chance(50)) break // half of them stay whole
  }
  return { bytes, steps, expected }
}

type Made = { bytes: Uint8Array; expected?: string[][] }
type Step = { name: string; take(bytes: Uint8Array, dice: Dice, seeds: readonly SeedFile[]): Made | null }

const ofBytes: Step[] = [
  { name: 'flip bytes', take: flipBytes },
  { name: 'cut', take: (bytes, dice) => ({ bytes: bytes.slice(0, dice.below(bytes.length + 1)) }) },
  {
    name: 'cut the beginning',
    take: (bytes, dice) => ({ bytes: bytes.slice(dice.below(Math.min(bytes.length, 300))) }),
  },
  { name: 'drop a stretch', take: dropStretch },
  { name: 'repeat a stretch', take: repeatStretch },
  { name: 'splice in another file', take: splice },
  { name: 'add bytes', take: addBytes },
]
const ofTexts: Step[] = [
  { name: 'text', take: (bytes, dice) => ({ bytes: mutateText(bytes, dice) }) },
  { name: 'encoding', take: changeEncoding },
  { name: 'byte order mark', take: (bytes, dice) => ({ bytes: Buffer.concat([dice.one(marks), bytes]) }) },
]
const rewrite: Step = { name: 'write as a workbook', take: writeWorkbook }
const ofZips: Step = { name: 'zip', take: (bytes, dice) => asMade(mutateZip(bytes, dice)) }
const marks = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0xff, 0xfe, 0, 0],
].map((mark) => Buffer.from(mark))

function stepFor(bytes: Uint8Array, dice: Dice, isFirst: boolean): Step {
  if (isFirst && dice.chance(25)) return rewrite
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && dice.chance(70)) return ofZips
  if (bytes[0] !== 0xd0 && bytes[0] !== 0x50 && dice.chance(75)) return dice.one(ofTexts)
  return dice.one(ofBytes)
}

function asMade(bytes: Uint8Array | null): Made | null {
  return bytes && { bytes }
}

function flipBytes(bytes: Uint8Array, dice: Dice): Made {
  const made = bytes.slice()
  for (let i = 1 + dice.below(12); i > 0 && made.length > 0; i--) made[dice.below(made.length)] = dice.below(256)
  return { bytes: made }
}

function dropStretch(bytes: Uint8Array, dice: Dice): Made {
  const start = dice.below(bytes.length + 1)
  return { bytes: Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + dice.below(200))]) }
}

function repeatStretch(bytes: Uint8Array, dice: Dice): Made {
  const start = dice.below(bytes.length + 1)
  const stretch = bytes.subarray(start, start + dice.below(400))
  const times = 1 + dice.below(20)
  return { bytes: Buffer.concat([bytes.subarray(0, start), ...Array(times).fill(stretch), bytes.subarray(start)]) }
}

function splice(bytes: Uint8Array, dice: Dice, seeds: readonly SeedFile[]): Made {
  const other = dice.one(seeds).bytes
  return {
    bytes: Buffer.concat([bytes.subarray(0, dice.below(bytes.length + 1)), other.subarray(dice.below(other.length))]),
  }
}

function addBytes(bytes: Uint8Array, dice: Dice): Made {
  const start = dice.below(bytes.length + 1)
  const added = Buffer.from(dice.one(nastyTexts), dice.chance(50) ? 'utf8' : 'latin1')
  return { bytes: Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start)]) }
}

function changeEncoding(bytes: Uint8Array, dice: Dice): Made {
  const text = iconv.decode(Buffer.from(bytes), dice.one(['utf8', 'windows-1252']))
  return { bytes: iconv.encode(text, dice.one(encodings), { addBOM: dice.chance(50) }) }
}

/** The rows of a text file or workbook, some cells nasty, written as a workbook of any kind. */
function writeWorkbook(bytes: Uint8Array, dice: Dice): Made | null {
  const rows = rowsOf(bytes).map((row) => row.map((cell) => (dice.chance(3) ? writable(dice.one(nastyTexts)) : cell)))
  for (let i = dice.below(4); i > 0 && rows.length > 0; i--) {
    const row = dice.one(rows)
    rows.splice(dice.below(rows.length), 0, ...Array.from({ length: 1 + dice.below(30) }, () => [...row]))
  }
  const bookType = dice.one(bookTypes)
  const book = XLSX.utils.book_new()
  const sheets = dice.chance(20) ? [rows, rows] : [rows]
  for (const [index, sheet] of sheets.entries())
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(sheet), `Blad${index + 1}`)
  const made = new Uint8Array(XLSX.write(book, { type: 'array', bookType, bookSST: dice.chance(50) }) as ArrayBuffer)
  const expected = sheets.flatMap((sheet) => sheet.map((row) => row.filter((cell) => !isBlank(cell))))
  return wholeTypes.includes(bookType)
    ? { bytes: made, expected: expected.filter((row) => row.length > 0) }
    : { bytes: made }
}

function rowsOf(bytes: Uint8Array): string[][] {
  if (bytes[0] !== 0x50)
    return iconv
      .decode(Buffer.from(bytes), 'windows-1252')
      .split(/\r\n|\r|\n/)
      .slice(0, 300)
      .map((line) => line.split(/[;\t,]/).map(writable))
  const book = XLSX.read(bytes, { type: 'array' })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const rows = sheet ? XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }) : []
  return rows.map((row) => row.map((cell) => writable(String(cell))))
}

/** What XML 1.0 cannot hold, and what the writing library itself changes, is left to other steps. */
function writable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/gi, '').slice(0, 2000)
}
