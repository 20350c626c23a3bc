import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { z } from 'zod'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { createCollecting } from './collect-garbage.ts'
import type { StoredFile } from './files.ts'
import { fieldErrors } from './http.ts'

export type ReceivedFile<Kept = StoredFile> = Kept & { name: string }

type Receiver<Fields extends z.ZodType, Kept> = {
  fields: Fields
  /** Of the file. */
  maxBytes: number
  tooLarge(): AppError
  put(bytes: AsyncIterable<Uint8Array>): Promise<Kept>
  delete(kept: Kept): Promise<void>
  /** Throws where who sends it may no longer (`requireStill`): asked when all of it has come. */
  mayStill(): Promise<void>
}

type TextField = { type: 'string'; format?: string; maxLength?: number; enum?: string[] }

/**
 * What the document says of a form that `receiveFile` takes: these fields and one file, all of them needed. By hand: a form
 * that is described with zod is read whole before the route gets to see it.
 */
export function formBody(fields: Record<string, TextField> = {}) {
  const file = { type: 'string' as const, format: 'binary', description: 'Exactly one' }
  const required = [...Object.keys(fields), 'file']
  const schema = { type: 'object' as const, properties: { ...fields, file }, required }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** Of a small file that is looked at and need not be stored. */
export const keptInMemory = {
  async put(chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: Uint8Array }> {
    const all: Uint8Array[] = []
    for await (const chunk of chunks) all.push(chunk)
    return { bytes: new Uint8Array(Buffer.concat(all)) }
  },
  delete: async () => undefined,
}

type Bound = Pick<Receiver<z.ZodType, never>, 'maxBytes' | 'tooLarge'>

/** One of many files: its content, or why that was passed over. */
export type GivenFile = { name: string } & (
  | { bytes: Uint8Array; problem: null }
  | { bytes: null; problem: 'file-too-large' | 'too-many-files' }
)
type FilesReceiver<Taken> = {
  /** Of each file. */
  maxBytes: number
  mostFiles: number
  /** The whole form is, whose files have to be sent in several. */
  tooLarge(): AppError
  take(file: GivenFile): Promise<Taken>
  /** As of one file: asked before each is taken. */
  mayStill(): Promise<void>
}

/** Any form of ours has fewer fields, and shorter ones. */
const fieldLimits = { fields: 20, fieldSize: 1000, headerSize: 16 * 2 ** 10 }
/** What stands beside the file. */
const besideFile = 2 ** 20

/**
 * Takes a multipart form with exactly one file, named `file`, and stores the file while it comes, so that one of any size
 * takes the same memory. The fields may stand before or behind it. A form that is refused or breaks off leaves no file;
 * what is refused is read to its end all the same, for a client that is cut off while it sends never sees why.
 */
export async function receiveFile<Fields extends z.ZodType, Kept extends object>(
  request: Request,
  to: Receiver<Fields, Kept>,
): Promise<{ fields: z.output<Fields>; file: ReceivedFile<Kept> }> {
  const form = await readForm(request, to)
  const { names, stored } = form
  await to.mayStill().catch(async (refused: unknown) => {
    if (stored) await to.delete(stored)
    throw refused
  })
  const fields = to.fields.safeParse(form.fields)
  const errors = [
    ...(fields.success ? [] : missingFirst(fieldErrors(fields.error), form.fields)),
    ...faultOf(names.length, stored),
  ]
  const [name] = names
  if (fields.success && stored && name !== undefined && errors.length === 0)
    return { fields: fields.data, file: { name, ...stored } }
  if (stored) await to.delete(stored)
  const message = names.length > 1 ? 'Max upload file exceeded' : 'the form does not fit its description'
  throw new AppError('invalid-input', message, { errors })
}

/** What the document says of a form that `receiveFiles` takes. */
export function filesBody(mostFiles: number) {
  const items = { type: 'string' as const, format: 'binary' }
  const files = { type: 'array' as const, items, minItems: 1, maxItems: mostFiles }
  const schema = { type: 'object' as const, properties: { files }, required: ['files'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** Names that are answered one by one; a form of more of them is refused. */
const mostNames = 1000

/**
 * Takes a multipart form of files named `files` one after the other while they come: of all of them no more than one is in
 * memory. Each is answered for itself, also one that is passed over; what was taken before a form breaks off stays taken.
 */
export async function receiveFiles<Taken>(request: Request, to: FilesReceiver<Taken>): Promise<Taken[]> {
  const parser = openParser(request, to.maxBytes, { files: mostNames })
  const streams: BusboyFileStream[] = []
  const taken: Taken[] = []
  let fault: unknown = null
  let taking: Promise<void> = Promise.resolve()
  const takeOne = async (stream: BusboyFileStream, name: string, isOneTooMany: boolean) => {
    if (fault !== null) return
    const content = isOneTooMany ? tooMany : await contentOf(stream)
    await to.mayStill()
    taken.push(await to.take({ name, ...content }))
  }
  const fail = (cause: unknown) => {
    fault ??= cause
  }
  parser.on('file', (_field, stream, name) => {
    stream.on('error', () => undefined) // which whoever reads the stream is told, and the parser
    const isOneTooMany = streams.push(stream) > to.mostFiles
    taking = taking
      .then(() => takeOne(stream, unescapeName(name), isOneTooMany))
      .catch(fail)
      .finally(() => stream.resume()) // the rest is read to its end, for the client to see why
  })
  parser.on('filesLimit', () => fail(to.tooLarge()))
  const most = { maxBytes: to.maxBytes * to.mostFiles, tooLarge: to.tooLarge }
  const broken = await pipeline(bodyOf(request, most), parser).then(() => null, toFault)
  if (broken) for (const stream of streams) stream.destroy(broken)
  await taking
  if (broken ?? fault) throw broken ?? fault
  if (streams.length > 0) return taken
  throw new AppError('invalid-input', 'no files', { errors: [{ path: 'files', code: 'required' }] })
}

const tooMany = { bytes: null, problem: 'too-many-files' as const }

async function contentOf(stream: BusboyFileStream) {
  const { bytes } = await keptInMemory.put(stream.iterator({ destroyOnReturn: false }))
  return stream.truncated ? { bytes: null, problem: 'file-too-large' as const } : { bytes, problem: null }
}

/** A choice that was not made is missing, not wrong. */
function missingFirst(errors: readonly FieldError[], fields: Record<string, string>): FieldError[] {
  return errors.map((one) => ((fields[one.path] ?? '').trim() === '' ? { path: one.path, code: 'required' } : one))
}

function faultOf(files: number, stored: object | null): FieldError[] {
  if (files > 1)
    return [{ path: 'file', code: 'max-upload-file-exceeded', params: { message: 'Max upload file exceeded' } }]
  return stored ? [] : [{ path: 'file', code: 'required' }]
}

type Form<Kept> = { fields: Record<string, string>; names: string[]; stored: Kept | null }

async function readForm<Kept>(request: Request, to: Receiver<z.ZodType, Kept>): Promise<Form<Kept>> {
  const parser = openParser(request, to.maxBytes)
  const fields: Record<string, string> = {}
  const names: string[] = []
  const streams: BusboyFileStream[] = []
  let storing: Promise<Kept | null> = Promise.resolve(null)
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (field, stream, name) => {
    stream.on('error', () => undefined) // which whoever reads the stream is told, and the parser
    streams.push(stream)
    names.push(unescapeName(name))
    if (field !== 'file' || names.length > 1) return void stream.resume()
    storing = to.put(chunksOf(stream, to))
    storing.catch(() => undefined) // told below
  })
  const fault = await pipeline(bodyOf(request, to), parser).then(() => null, toFault)
  if (!fault) return { fields, names, stored: await storing }
  for (const stream of streams) stream.destroy(fault)
  const stored = await storing.catch(() => null)
  if (stored) await to.delete(stored)
  throw fault
}

function openParser({ headers }: Request, maxBytes: number, more: { files?: number } = {}) {
  try {
    return new Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      // A browser sends a file that was not chosen as one without a name.
      isPartAFile: (_field, _type, name) => name !== undefined && name !== '',
      preservePath: true,
      limits: { ...fieldLimits, ...more, fileSize: maxBytes },
    })
  } catch (error) {
    throw toFault(error)
  }
}

/** One that says its length is bounded by it already, and read to its end; one that comes in chunks may never end. */
async function* bodyOf({ body, headers }: Request, to: Bound): AsyncGenerator<Uint8Array> {
  const most = to.maxBytes + besideFile
  let size = 0
  const collect = createCollecting()
  for await (const chunk of body ?? []) {
    size += chunk.length
    collect(chunk)
    if (size <= most) yield chunk
    else if (!headers.has('content-length')) break
  }
  if (size > most) throw to.tooLarge()
}

async function* chunksOf(stream: BusboyFileStream, to: Bound): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false })
    if (stream.truncated) throw to.tooLarge()
  } finally {
    stream.resume()
  }
}

function toFault(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('invalid-input', 'the body is no multipart form', {
    cause,
    errors: [{ path: 'file', code: 'required' }],
  })
}

/** As browsers write a name between quotation marks (https://html.spec.whatwg.org/#escape-a-multipart-form-data-name). */
function unescapeName(name: string): string {
  return name.replaceAll(/%(0a|0d|22)/gi, (escaped) => decodeURIComponent(escaped))
}
