import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemWords } from '#imports/index.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { cardFile, merchants } from '../../scripts/card-file.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { endProcess, startProcess, startScript } from './radvis-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'radvis-unreadable-'))
const bounds = {
  FILE_MAX_MB: '4',
  FILE_MAX_UNPACKED_MB: '30',
  FILE_MAX_ROWS: '5000',
  FILE_MAX_COLUMNS: '60',
  FILE_MAX_HEAP_MB: '48',
}
let radvis: ChildProcess
let client: RadvisClient
let templateId: string
let goodFile: string

beforeAll(async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...bounds,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  }
  radvis = await startProcess(startScript, [], environment, `${url}/readyz`)
  client = createClient(url)
  await client.signUp('unreadable@radvis.example', 'radvis unreadable test')
  await client.connectSandbox()
  goodFile = save('good.csv', cardFile(merchants.length))
  templateId = (await client.createTemplate(goodFile)).id
})
afterAll(async () => {
  await endProcess(radvis, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the data folder is made for its owner alone', () => {
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
})

function save(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const sample = new Uint8Array(readFileSync(new URL('../fixtures/samples/firstcard.xlsx', import.meta.url)))
const xls = new Uint8Array(
  XLSX.write(XLSX.read(sample, { type: 'array' }), { type: 'array', bookType: 'biff8' }) as ArrayBuffer,
)
const header = cardFile(1).split('\n')[0] ?? ''
const table = (rows: string) => `<html><table>${rows}</table></html>`
/** Each cell becomes an object in memory. */
const heavy = () => table(`<tr>${'<td>a'.repeat(50)}`.repeat(15_000))
const bomb = () => zipSync({ ...unzipSync(sample), 'xl/worksheets/sheet1.xml': new Uint8Array(40 * 2 ** 20).fill(32) })

type Case = { name: string; bytes: () => Uint8Array | string; problem: RowProblem; sv: RegExp; en: RegExp }
const kindCase = (name: string, start: Uint8Array | string, kind: string): Case => ({
  name,
  bytes: () => start,
  problem: { code: 'unsupported', params: { kind } },
  sv: new RegExp(`formatet ${kind}.*CSV eller XLSX`),
  en: new RegExp(`format ${kind}.*CSV or XLSX`),
})
const png = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'))
const damaged = { problem: { code: 'unreadable', params: {} }, sv: /skadad.*Hämta den på nytt/, en: /damaged.*again/ }
const cases: Case[] = [
  {
    name: 'bomb.xlsx',
    bytes: bomb,
    problem: { code: 'unzipped-too-large', params: { limit: 30 } },
    sv: /större än 30 MB när den packas upp.*CSV/,
    en: /larger than 30 MB when unpacked.*CSV/,
  },
  {
    name: 'rows.csv',
    bytes: () => cardFile(5001),
    problem: { code: 'too-many-rows', params: { limit: 5000 } },
    sv: /fler än 5000 rader.*dela upp/,
    en: /more than 5000 rows.*split/,
  },
  {
    name: 'columns.csv',
    bytes: () => `${cardFile(2)}${';x'.repeat(80)}\n`,
    problem: { code: 'too-many-columns', params: { row: expect.any(Number), limit: 60 } as never },
    sv: /^Rad .* fler än 60 kolumner.*Ta bort/,
    en: /^Row .* more than 60 columns.*Remove/,
  },
  {
    name: 'heavy.xls',
    bytes: heavy,
    problem: { code: 'out-of-memory', params: {} },
    sv: /minne.*CSV.*dela upp/,
    en: /memory.*CSV.*split/,
  },
  {
    name: 'locked.xlsx',
    bytes: () =>
      new Uint8Array([...Buffer.from('d0cf11e0a1b11ae1', 'hex'), ...Buffer.from('EncryptedPackage', 'utf16le')]),
    problem: { code: 'encrypted', params: {} },
    sv: /lösenord.*Ta bort/,
    en: /password.*Remove/,
  },
  { name: 'cut.xlsx', bytes: () => sample.subarray(0, sample.length - 300), ...damaged },
  { name: 'cut.xls', bytes: () => xls.subarray(0, Math.floor(xls.length / 2)), ...damaged },
  {
    name: 'empty.csv',
    bytes: () => '',
    problem: { code: 'empty', params: {} },
    sv: /tom.*Hämta den på nytt/,
    en: /empty.*again/,
  },
  { name: 'blank.xlsx', bytes: () => '\n\n;;\n', problem: { code: 'empty', params: {} }, sv: /tom/, en: /empty/ },
  kindCase('invoice.csv', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'PDF'),
  kindCase('picture.csv', png, 'PNG'),
  kindCase('picture.xlsx', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'JPEG'),
  kindCase('rows.xlsx', zipSync({ 'rows.csv': strToU8(header) }), 'zip'),
]

test('a file that cannot be read fails with where, what and how to mend it; other imports go on, nothing is left half', async () => {
  for (const { name, bytes, problem, sv, en } of cases) {
    const read = await client.importFile(save(name, bytes()), templateId)
    expect([name, read.state, read.problem, read.totals]).toEqual([name, 'failed', problem, null])
    expect(problemWords(read.problem!, 'sv')).toMatch(sv)
    expect(problemWords(read.problem!, 'en')).toMatch(en)
    expect(await client.call('GET', `/imports/${read.id}/rows`)).toMatchObject({ items: [] })
  }
  const good = await client.importFile(goodFile, templateId)
  expect([good.state, good.totals?.read.count]).toEqual(['checked', merchants.length + 1])
  expect(good.totals?.duplicate.count).toBe(0)
})

test('a good file is read while others take memory', async () => {
  const bad = [1, 2].map(() => client.importFile(join(folder, 'heavy.xls'), templateId))
  const good = await Promise.all([1, 2, 3].map(() => client.importFile(goodFile, templateId)))
  expect(good.map(({ state }) => state)).toEqual(['checked', 'checked', 'checked'])
  for (const { problem } of await Promise.all(bad)) expect(problem?.code).toBe('out-of-memory')
})

test('a file over the bound is refused before it is kept, with the bound that pages show', async () => {
  expect(await client.call('GET', '/file-limits')).toEqual({ megabytes: 4, rows: 5000, columns: 60 })
  for (const megabytes of [4.5, 30]) {
    const file = save('large.csv', new Uint8Array(megabytes * 2 ** 20).fill(65))
    const limit = megabytes > 20 ? 20 : 4 // receipts may be larger than these files
    const refused = await client.importFile(file, templateId).catch(String)
    expect(refused).toMatch(new RegExp(`413 .*Filen är större än ${limit} MB\\. .*dela upp`))
  }
  const { items } = await client.call<{ items: { fileName: string }[] }>('GET', '/imports')
  expect(items.map(({ fileName }) => fileName)).not.toContain('large.csv')
})

test('the sample of a template is refused in the same words', async () => {
  for (const { name, problem, sv } of cases) {
    const refused = String(await client.createTemplate(join(folder, name)).catch(String))
    expect([name, refused]).toEqual([name, expect.stringContaining(`"code":"${problem.code}"`)])
    expect(JSON.parse(refused.replace(/^.*?(?={)/s, '')).title).toMatch(sv)
  }
})
