import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSpreadsheet, type SheetRow, SpreadsheetError } from '#spreadsheets/index.ts'
import { createSamples } from './ask-sample.ts'
import type { TemplateMapping } from './contract.ts'
import { beginningOf } from './rules/beginning.ts'
import { emptyMapping } from './rules/describe-sample.ts'
import { sampleWork } from './rules/sample-work.ts'
import { keepSamples } from './sample-thread.ts'
import { today } from './testing/sheets.ts'

const companyId = 'the-company'
const folder = fileURLToPath(new URL('../../test/fixtures/', import.meta.url))
const fixtures = globSync('{samples,golden/*,office}/*.{csv,txt,xlsx,xls,ods,html}', { cwd: folder }).toSorted()
const text = (content: string) => new TextEncoder().encode(content)
let files: string
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'radvis-samples-'))
})
afterAll(() => rm(files, { recursive: true, force: true }))
const locate = async (key: string) => (key.includes('.') ? join(folder, key) : join(files, key))

function readHere(bytes: Uint8Array) {
  try {
    return readSpreadsheet(bytes)
  } catch (error) {
    if (error instanceof SpreadsheetError) return null
    throw error
  }
}

describe('the thread answers as the process itself would', () => {
  const samples = createSamples({ locate }, {})

  test.each(fixtures)('%s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const spreadsheet = readHere(bytes)
    if (!spreadsheet)
      return expect(samples.ask({ companyId, kind: 'new', bytes }, 'check', {})).rejects.toMatchObject({
        code: 'file-unreadable',
      })
    const stored = { companyId, kind: 'stored' as const, key: name }
    const mapping = sampleWork.begin(spreadsheet, { today })
    expect(await samples.ask({ companyId, kind: 'new', bytes }, 'begin', { today })).toEqual(mapping)
    const described = { fileName: name, bank: '', mapping, encoding: undefined, header: undefined, today }
    const sample = sampleWork.describe(spreadsheet, described)
    expect(await samples.ask(stored, 'describe', described)).toEqual(sample)
    const asked = { mapping: sample.suggestedMapping, today }
    expect(await samples.ask(stored, 'preview', asked)).toEqual(sampleWork.preview(spreadsheet, asked))
    expect(await samples.ask(stored, 'openQuestions', asked)).toEqual(sampleWork.openQuestions(spreadsheet, asked))
    const lines = { sheet: 1, after: 2 }
    expect(await samples.ask(stored, 'lines', lines)).toEqual(sampleWork.lines(spreadsheet, lines))
    const other = { firstRows: spreadsheet, mapping: { ...mapping, header: ['Datum', 'Kr'] }, warnings: [] }
    expect(await samples.ask(stored, 'drift', other)).toEqual(sampleWork.drift(spreadsheet, other))
    const templates = [{ id: 'a', name: 'A', bank: 'B', mapping }]
    const dropped = { companyId, kind: 'new' as const, bytes, isBeginning: true }
    expect(await samples.ask(dropped, 'recognise', { templates, today })).toEqual(
      sampleWork.recognise(spreadsheet, { templates, today }),
    )
    expect(await readHere(bytes)).toEqual(spreadsheet) // the caller keeps its bytes
  })

  test('what is refused is refused with the same words', async () => {
    const bytes = text('Utdrag;;\nZon;Wer;Qua\n2026-05-01;Kafé;5,00\n')
    const asked = {
      ...{ fileName: 'a.csv', bank: '', mapping: emptyMapping(null), encoding: undefined, today },
      header: { sheet: 1, row: 7 },
    }
    await expect(samples.ask({ companyId, kind: 'new', bytes }, 'describe', asked)).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'headerRow', code: 'header-row-empty', params: { row: 7, sheet: '' } }],
    })
  })

  test('what breaks is our fault, not the file’s', async () => {
    const broken = samples.ask({ companyId, kind: 'new', bytes: text('a;b\n1;2\n') }, 'preview', { today } as never)
    await expect(broken).rejects.toThrow(/asking about a sample failed/)
    await expect(broken).rejects.not.toMatchObject({ code: 'file-unreadable' })
    expect(await samples.ask({ companyId, kind: 'new', bytes: text('a;b\n1;2\n') }, 'check', {})).toBeNull()
  })
})

test('a thread that says nothing for longer than it may is ended, and the next question gets another', async () => {
  const samples = createSamples({ locate }, { seconds: 0.001 }) // starting one takes longer
  for (let i = 0; i < 2; i++)
    await expect(samples.ask({ companyId, kind: 'new', bytes: text('a;b\n') }, 'check', {})).rejects.toMatchObject({
      code: 'file-unreadable',
      errors: [{ path: 'file', code: 'timed-out' }],
    })
})

test('a sample is read once for all that is asked about it, also at the same time, until it is forgotten', async () => {
  const samples = createSamples({ locate }, {})
  const path = join(files, 'kept')
  await writeFile(path, 'Datum;Text;Belopp\n2026-05-01;A;5,00\n')
  const cell = async () => {
    const { lines } = await samples.ask({ companyId, kind: 'stored', key: 'kept' }, 'lines', { sheet: 1, after: 1 })
    return lines[0]?.cells[1]
  }
  expect(await cell()).toBe('A')
  await writeFile(path, 'Datum;Text;Belopp\n2026-05-01;B;5,00\n')
  expect(await Promise.all([cell(), cell(), cell()])).toEqual(['A', 'A', 'A'])
  samples.forget('kept')
  expect(await cell()).toBe('B')
})

test('small samples are kept side by side, a large one until another is read', () => {
  const samples = keepSamples()
  const read: string[] = []
  const of = (rows: number) => ({
    ...{ kind: 'csv' as const, warnings: [] },
    sheets: [{ name: '', rows: Array.from({ length: rows }, (_, i) => ({ number: i + 1, cells: ['a', 'b'] })) }],
  })
  const ask = (name: string, rows = 1) =>
    samples.read(name, () => {
      read.push(name)
      return of(rows)
    })
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '1', '9', '1', '2']) ask(name)
  expect(read).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '2'])
  read.length = 0
  for (const name of ['large', 'large', '10', 'large']) ask(name, name === 'large' ? 300_000 : 1)
  expect(read).toEqual(['large', '10', 'large'])
})

describe('a file is recognised by its first rows', () => {
  const templates: { id: string; name: string; bank: string; mapping: TemplateMapping }[] = []
  let walked = 0
  function* counted(rows: Iterable<SheetRow>) {
    for (const row of rows) {
      walked++
      yield row
    }
  }
  const rowsOf = (...lines: string[]) =>
    lines.map((line, index): SheetRow => ({ number: index + 1, cells: line.split(';') }))
  const begun = (rows: readonly SheetRow[]) => {
    walked = 0
    return beginningOf([{ name: '', rows: counted(rows) }])
  }

  test('and no more of it is read', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `2026-05-01;BUTIK ${i};5,00`)
    begun(rowsOf('Datum;Text;Belopp', ...many))
    expect(walked).toBe(300)
    begun(rowsOf(...many))
    expect(walked).toBe(300)
  })

  test('but where rows without a header begin late, as many as tell a format', () => {
    const above = Array.from({ length: 700 }, (_, i) => `Kommentar ${i}`)
    const shell = Array.from({ length: 500 }, (_, i) => `2026-05-01;BUTIK ${i};5,00`)
    const rows = rowsOf(...above, ...shell)
    const sheets = begun(rows)
    expect(walked).toBe(750)
    const whole = { kind: 'csv' as const, sheets: [{ name: '', rows }], warnings: [] }
    expect(sampleWork.recognise({ ...whole, sheets }, { templates, today })).toEqual(
      sampleWork.recognise(whole, { templates, today }),
    )
  })
})
