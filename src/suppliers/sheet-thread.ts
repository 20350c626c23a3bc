import { createHash } from 'node:crypto'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { AppError } from '#kernel/errors.ts'
import { takeTurns } from '#kernel/take-turns.ts'
import {
  errorOfFault,
  inMegabytes,
  nextMessage,
  orFault,
  readLimits,
  readSpreadsheet,
  SpreadsheetError,
  type ThreadFault,
} from '#spreadsheets/index.ts'
import type { SheetPlan } from './contract.ts'
import { type ReadSheet, readEntries } from './read-sheet.ts'
import { type MappedNow, planSheet, type SheetGround } from './rules/plan-sheet.ts'
import { identifyRows } from './rules/sheet-id.ts'

/** Far above any register that people keep, far below what could hold anybody up. */
export const sheetLimits = { bytes: 5 * 2 ** 20, unzippedBytes: 50 * 2 ** 20, rows: 20_000, seconds: 20 }

/** What a sheet is planned on. `mapped` with the id of each mapping. */
export type PlanGround = Omit<SheetGround, 'mapped'> & { mapped: readonly (MappedNow & { id: string })[] }
/** `accounts`: those that its rows name. */
export type OpenSheet = { accounts: readonly number[]; plan(ground: PlanGround): Promise<SheetPlan> }

type Mapped = PlanGround['mapped'][number]
type Lists = Pick<SheetPlan, 'added' | 'changed' | 'removed' | 'refused'>
/** What is long goes over in parts, each in a turn of its own: twenty thousand suppliers at once would hold up others. */
type Question = { mapped: readonly Mapped[] } | { ground: Omit<PlanGround, 'mapped'> } | 'more'
type Answer =
  | { kind: 'read'; accounts: readonly number[] }
  | { kind: 'part'; part: Partial<Lists> }
  | { kind: 'planned'; rest: Omit<SheetPlan, keyof Lists> }
  | ThreadFault

const inTurn = takeTurns(2)

/** Reads and plans a sheet in a thread of its own, so that twenty thousand rows hold up nobody else. */
export function withSheet<Result>(
  bytes: Uint8Array,
  use: (sheet: OpenSheet) => Promise<Result>,
  { seconds } = sheetLimits,
): Promise<Result> {
  return inTurn(async () => {
    const copy = new Uint8Array(bytes) // the thread takes the copy over; the caller keeps its own
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { supplierSheet: copy },
      transferList: [copy.buffer],
      resourceLimits: { maxOldGenerationSizeMb: readLimits.heapMegabytes },
    })
    // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
    worker.on('error', () => undefined)
    try {
      const read = await nextAnswer(worker, seconds)
      if (read.kind !== 'read') throw outOfTurn(read)
      return await use({
        accounts: read.accounts,
        async plan({ mapped, ...ground }) {
          const ask = (question: Question) => worker.postMessage(question)
          for (const part of inParts(mapped)) {
            ask({ mapped: part })
            await new Promise((resolve) => setImmediate(resolve))
          }
          ask({ ground })
          const lists: Lists = { added: [], changed: [], removed: [], refused: [] }
          for (;;) {
            const answer = await nextAnswer(worker, seconds)
            if (answer.kind === 'planned') return { ...lists, ...answer.rest }
            if (answer.kind !== 'part') throw outOfTurn(answer)
            addPart(lists, answer.part)
            ask('more')
          }
        },
      })
    } finally {
      void worker.terminate()
    }
  })
}

const rowsInPart = 1000

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsInPart) yield rows.slice(start, start + rowsInPart)
}

function addPart(lists: Lists, { added = [], changed = [], removed = [], refused = [] }: Partial<Lists>): void {
  lists.added.push(...added)
  lists.changed.push(...changed)
  lists.removed.push(...removed)
  lists.refused.push(...refused)
}

async function nextAnswer(worker: Worker, seconds: number): Promise<Exclude<Answer, ThreadFault>> {
  const answer = await nextMessage<Answer>(worker, seconds).catch(throwUnreadable)
  if (answer.kind === 'read' || answer.kind === 'part' || answer.kind === 'planned') return answer
  return throwUnreadable(errorOfFault(answer, 'reading a sheet of suppliers'))
}

const outOfTurn = ({ kind }: Answer) => new Error(`a sheet's thread said ${kind} out of its turn`)

function throwUnreadable(error: unknown): never {
  throw error instanceof SpreadsheetError ? unreadable(error) : error
}

function unreadable(cause: SpreadsheetError): AppError {
  const { code, params } = cause
  return new AppError('file-unreadable', code, { cause, errors: [{ path: 'file', code, params }] })
}

export function sheetTooLarge(): AppError {
  return unreadable(new SpreadsheetError('too-large', { limit: inMegabytes(sheetLimits.bytes) }))
}

function answerQuestions(port: MessagePort, bytes: Uint8Array): void {
  const send = (answer: () => Answer) => port.postMessage(orFault(answer))
  let sheet: ReadSheet = { entries: [], unread: [] }
  send(() => {
    sheet = readEntries(readSpreadsheet(bytes, { limits: sheetLimits }).sheets[0]?.rows ?? [])
    return { kind: 'read', accounts: [...new Set(sheet.entries.flatMap(({ account }) => account ?? []))] }
  })
  const mapped: Mapped[] = []
  let answers: Iterator<Answer, unknown> = [][Symbol.iterator]()
  port.on('message', (question: Question) => {
    if (typeof question === 'object' && 'mapped' in question) return void mapped.push(...question.mapped)
    send(() => {
      if (question !== 'more') answers = planInParts(planned(sheet, { ...question.ground, mapped }))
      return answers.next().value as Answer
    })
  })
}

function* planInParts({ added, changed, removed, refused, ...rest }: SheetPlan): Generator<Answer, undefined> {
  for (const part of inParts(added)) yield { kind: 'part', part: { added: part } }
  for (const part of inParts(changed)) yield { kind: 'part', part: { changed: part } }
  for (const part of inParts(removed)) yield { kind: 'part', part: { removed: part } }
  for (const part of inParts(refused)) yield { kind: 'part', part: { refused: part } }
  yield { kind: 'planned', rest }
}

function planned({ entries, unread }: ReadSheet, ground: PlanGround): SheetPlan {
  const numbers = [...ground.suppliers.keys(), ...ground.mapped.map(({ supplierNumber }) => supplierNumber)]
  const mapped = ground.mapped.map(({ id, ...one }): MappedNow => one)
  const plan = planSheet(identifyRows(entries, { mapped: ground.mapped, numbers }), { ...ground, mapped })
  const does = JSON.stringify([plan.added, plan.changed, plan.removed])
  return { ...plan, unread, fingerprint: createHash('sha256').update(does).digest('base64url') }
}

if (!isMainThread && parentPort && workerData?.supplierSheet instanceof Uint8Array)
  answerQuestions(parentPort, workerData.supplierSheet)
