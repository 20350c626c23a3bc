import type { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, type FieldError } from '#kernel/errors.ts'
import { errorOfThread, SpreadsheetError, type SpreadsheetErrorCode } from './spreadsheet.ts'

/** What a thread that reads says where it could not: messages between threads keep no classes of errors. */
export type ThreadFault =
  | { kind: 'unreadable'; code: SpreadsheetErrorCode; params: SpreadsheetError['params'] }
  | { kind: 'refused'; code: ErrorCode; message: string; errors: FieldError[] }
  | { kind: 'broken'; stack: string }

/** In the thread: what its work comes to, or why it came to nothing. */
export function orFault<Answer>(work: () => Answer): Answer | ThreadFault {
  try {
    return work()
  } catch (error) {
    if (error instanceof SpreadsheetError) return { kind: 'unreadable', code: error.code, params: error.params }
    if (error instanceof AppError)
      return { kind: 'refused', code: error.code, message: error.message, errors: error.errors }
    return { kind: 'broken', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Outside it: the same errors again; what is our own fault says what was being done. */
export function errorOfFault(fault: ThreadFault, doing: string): Error {
  if (fault.kind === 'unreadable') return new SpreadsheetError(fault.code, fault.params)
  if (fault.kind === 'refused') return new AppError(fault.code, fault.message, { errors: fault.errors })
  return new Error(`${doing} failed: ${fault.stack}`)
}

/** The next thing that a thread says; a SpreadsheetError where it ends by itself, or says nothing for so many seconds. */
export function nextMessage<Message>(worker: Worker, seconds: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered)
      worker.off('error', failed)
      settle()
    }
    const answered = (message: Message) => end(() => resolve(message))
    const failed = (cause: NodeJS.ErrnoException) => end(() => reject(errorOfThread(cause)))
    const late = () => end(() => reject(new SpreadsheetError('timed-out', { seconds })))
    const timer = setTimeout(late, seconds * 1000)
    worker.on('message', answered)
    worker.on('error', failed)
  })
}
