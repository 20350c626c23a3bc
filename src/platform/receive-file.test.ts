import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { createDiskFiles, type Files, type StoredFile } from './files.ts'
import { type GivenFile, receiveFile, receiveFiles } from './receive-file.ts'

const maxBytes = 300_000
const templateId = newId()
let folder: string
let files: Files
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'radvis-receive-'))
  files = createDiskFiles(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const receive = (
  request: Request,
  put: (bytes: AsyncIterable<Uint8Array>) => ReturnType<Files['put']> = keep,
  mayStill = async () => undefined,
) =>
  receiveFile(request, {
    ...{
      mayStill,
      fields: z.object({ templateId: z.uuid() }),
      maxBytes,
      put,
      delete: ({ key }: StoredFile) => files.delete(key),
    },
    tooLarge: () => new AppError('file-too-large', 'the file is too large'),
  })
const companyId = newId()
const keep = (bytes: AsyncIterable<Uint8Array>) => files.put(companyId, bytes)
const kept = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

type Part = readonly [name: string, value: string | File]
const posted = (body: BodyInit, type?: string) =>
  new Request('http://radvis/', {
    ...{ method: 'POST', body, duplex: 'half' as const },
    ...(type && { headers: { 'content-type': type } }),
  })
const formOf = (...parts: Part[]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return posted(form)
}
const template: Part = ['templateId', templateId]
const fileOf = (bytes: Uint8Array | string, name = 'kort.csv') =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'text/csv' })
const raw = (headers: string, content = 'a;b\r\n', end = '\r\n--x--\r\n') =>
  posted(
    `--x\r\ncontent-disposition: form-data; name="templateId"\r\n\r\n${templateId}\r\n--x\r\n${headers}\r\n\r\n${content}${end}`,
    'multipart/form-data; boundary=x',
  )

describe('a form with one file', () => {
  test.each(['before', 'behind'])('is taken with its fields %s the file', async (place) => {
    const bytes = new Uint8Array(randomBytes(maxBytes))
    const parts: Part[] = [template, ['file', fileOf(bytes)]]
    const { fields, file } = await receive(formOf(...(place === 'before' ? parts : parts.toReversed())))
    expect([fields, file.name]).toEqual([{ templateId }, 'kort.csv'])
    expect(file.sha256).toBe(hash('sha256', bytes))
    expect(await files.get(file.key)).toEqual(bytes)
    expect(kept()).toHaveLength(1)
  })

  test('is stored while it comes, not when all of it is there', async () => {
    let seen: (text: string) => void = () => undefined
    const first = new Promise<string>((resolve) => {
      seen = resolve
    })
    const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'a'.repeat(70_000)}`
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(form))
        expect(await first).toMatch(/^a+$/)
        const rest = `b\r\n--x\r\ncontent-disposition: form-data; name="templateId"\r\n\r\n${templateId}\r\n--x--\r\n`
        controller.enqueue(new TextEncoder().encode(rest))
        controller.close()
      },
    })
    const { file } = await receive(posted(body, 'multipart/form-data; boundary=x'), (bytes) =>
      keep(
        (async function* () {
          for await (const chunk of bytes) {
            seen(new TextDecoder().decode(chunk))
            yield chunk
          }
        })(),
      ),
    )
    expect((await files.get(file.key)).length).toBe(70_001)
  })

  test.each([
    ['å ä ö 日本.csv', 'filename="å ä ö 日本.csv"'],
    ['€ rates.csv', "filename*=UTF-8''%e2%82%ac%20rates.csv"],
    ['a"b.csv', 'filename="a%22b.csv"'],
    ['C:\\kort\\mars.csv', 'filename="C:\\kort\\mars.csv"'],
    ['mars.csv', 'filename=mars.csv'],
  ])('keeps the name %s', async (name, disposition) => {
    const { file } = await receive(raw(`content-disposition: form-data; name="file"; ${disposition}`))
    expect(file.name).toBe(name)
  })

  test('may be empty, which is told when it is read', async () => {
    const { file } = await receive(formOf(template, ['file', fileOf('')]))
    expect(await files.get(file.key)).toEqual(new Uint8Array())
  })
})

describe('nothing is left of a form that is refused', () => {
  const twice = { path: 'file', code: 'max-upload-file-exceeded', params: { message: 'Max upload file exceeded' } }
  const none = { path: 'file', code: 'required' }
  const disposition = 'content-disposition: form-data; name="file"; filename="a.csv"'
  test.each([
    ['with two files', () => formOf(['file', fileOf('a')], ['file', fileOf('b')], template), [twice]],
    [
      'with a second file under another name',
      () => formOf(template, ['file', fileOf('a')], ['b', fileOf('b')]),
      [twice],
    ],
    ['with its file under another name', () => formOf(template, ['other', fileOf('a')]), [none]],
    ['without a file', () => formOf(template), [none]],
    ['whose file was not chosen', () => raw('content-disposition: form-data; name="file"; filename=""', ''), [none]],
    ['with a text for a file', () => formOf(template, ['file', 'a;b']), [none]],
    [
      'with a field that was left blank',
      () => formOf(['file', fileOf('a')], ['templateId', ' ']),
      [{ path: 'templateId', code: 'required' }],
    ],
    ['without a field', () => formOf(['file', fileOf('a')]), [{ path: 'templateId', code: 'required' }]],
    [
      'with a field that does not fit',
      () => formOf(['file', fileOf('a')], ['templateId', '7']),
      [{ path: 'templateId', code: 'invalid-format' }],
    ],
    ['that ends in the middle', () => raw(disposition, 'a;b', ''), [none]],
    [
      'that ends in the middle of a second file',
      () => raw(`${disposition}\r\n\r\na\r\n--x\r\n${disposition}`, 'b', ''),
      [none],
    ],
    ['that is JSON', () => posted('{}', 'application/json'), [none]],
    ['that names no boundary', () => posted('a', 'multipart/form-data'), [none]],
    ['without a body', () => new Request('http://radvis/', { method: 'POST' }), [none]],
  ])('%s', async (_name, request, errors) => {
    await expect(receive(request())).rejects.toMatchObject({ code: 'invalid-input', errors })
    expect(kept()).toEqual([])
  })

  test('because whoever sent it may no longer', async () => {
    const mayStill = async () => {
      throw new AppError('not-allowed', 'taken out of the company')
    }
    const refused = receive(formOf(template, ['file', fileOf('a;b')]), keep, mayStill)
    await expect(refused).rejects.toMatchObject({ code: 'not-allowed' })
    expect(kept()).toEqual([])
  })

  test('with a file one byte over the bound', async () => {
    const form = formOf(template, ['file', fileOf(randomBytes(maxBytes + 1))])
    await expect(receive(form)).rejects.toMatchObject({ code: 'file-too-large' })
    expect(kept()).toEqual([])
  })

  test('much over the bound, which is read to its end where it says its length', async () => {
    const chunk = new TextEncoder().encode('a'.repeat(100_000))
    let left = 30
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(30 * chunk.length) }
    const request = new Request('http://radvis/', { ...{ method: 'POST', duplex: 'half' }, body, headers })
    await expect(receive(request)).rejects.toMatchObject({ code: 'file-too-large' })
    expect(left).toBeLessThan(0)
    expect(kept()).toEqual([])
  })

  test('that goes on for ever', async () => {
    const part = `\r\n--x\r\ncontent-disposition: form-data; name="more"; filename="a.csv"\r\n\r\n${'a'.repeat(100_000)}`
    const chunk = new TextEncoder().encode(part)
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
    const endless = posted(body, 'multipart/form-data; boundary=x')
    await expect(receive(endless)).rejects.toMatchObject({ code: 'file-too-large' })
    expect(kept()).toEqual([])
  })

  test('because the disk is full, which is told as it is', async () => {
    const form = formOf(['file', fileOf(randomBytes(maxBytes))], template)
    const full = new Error('no space left on device')
    const put = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const _ of bytes) throw full
      throw full
    }
    await expect(receive(form, put)).rejects.toBe(full)
  })
})

test('a client that hangs up midway leaves nothing', async () => {
  const ended = vi.fn()
  const listener = getRequestListener((request) => receive(request).then(() => new Response('taken'), refuse))
  const refuse = (error: unknown) => {
    ended(error)
    return new Response('refused', { status: 400 })
  }
  const server = createServer(listener)
  try {
    const socket = await openSocket(server)
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 250000\r\n\r\n' +
        `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'a'.repeat(150_000)}`,
    )
    await expect.poll(kept).toEqual([expect.stringMatching(/\.part$/)])
    socket.destroy()
    await expect.poll(() => ended.mock.calls).toEqual([[expect.objectContaining({ code: 'invalid-input' })]])
    expect(kept()).toEqual([])
  } finally {
    server.close()
  }
})

async function openSocket(server: Server): Promise<Socket> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

describe('a form with many files', () => {
  const tooLarge = () => new AppError('file-too-large', 'the files are too large together')
  const takeAll = async (
    request: Request,
    take: (file: GivenFile) => Promise<unknown> = async () => undefined,
    mayStill = async () => undefined,
  ) => {
    const seen: string[] = []
    const each = async (file: GivenFile) => {
      await take(file)
      seen.push(`${file.name} ${file.problem ?? file.bytes.length}`)
      return seen.length
    }
    const taken = receiveFiles(request, { maxBytes, mostFiles: 3, tooLarge, take: each, mayStill })
    return { seen, taken }
  }
  const head = (name: string) => `--x\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  const multipart = 'multipart/form-data; boundary=x'

  test('has each of them taken or passed over, in their order', async () => {
    const parts = [10, maxBytes, maxBytes + 1, 20].map(
      (size, nth): Part => ['files', fileOf(new Uint8Array(size), `${nth}.pdf`)],
    )
    const { seen, taken } = await takeAll(formOf(...parts))
    expect(await taken).toEqual([1, 2, 3, 4])
    expect(seen).toEqual(['0.pdf 10', `1.pdf ${maxBytes}`, '2.pdf file-too-large', '3.pdf too-many-files'])
  })

  test('of whoever may no longer is taken no further, and they are told so', async () => {
    let left = 1
    const mayStill = async () => {
      if (left-- === 0) throw new AppError('not-allowed', 'taken out of the company')
      return undefined
    }
    const parts = ['a', 'b', 'c'].map((name): Part => ['files', fileOf('1', `${name}.pdf`)])
    const { seen, taken } = await takeAll(formOf(...parts), undefined, mayStill)
    await expect(taken).rejects.toMatchObject({ code: 'not-allowed' })
    expect(seen).toEqual(['a.pdf 1'])
  })

  test('is read no further than the file that is being taken', async () => {
    let sent = 0
    const chunk = new Uint8Array(70_000)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 12) {
          controller.enqueue(Buffer.from('\r\n--x--\r\n'))
          return controller.close()
        }
        controller.enqueue(Buffer.concat([Buffer.from(`${sent > 0 ? '\r\n' : ''}${head(`${sent}.pdf`)}`), chunk]))
        sent++
      },
    })
    const whileTaken: number[] = []
    const { taken } = await takeAll(posted(body, multipart), async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      whileTaken.push(sent)
    })
    await taken
    expect(whileTaken[0]).toBeLessThan(6)
    expect(sent).toBe(12)
  })

  test('that breaks off keeps what was taken before, and nothing of the file that it broke off in', async () => {
    const broken = `${head('a.pdf')}aaa\r\n${head('b.pdf')}bb`
    const { seen, taken } = await takeAll(posted(broken, multipart))
    await expect(taken).rejects.toMatchObject({ code: 'invalid-input' })
    expect(seen).toEqual(['a.pdf 3'])
  })

  test('of which one cannot be taken is read to its end, and says why', async () => {
    const parts = ['a', 'b'].map((name): Part => ['files', fileOf(new Uint8Array(200_000), name)])
    const { taken } = await takeAll(formOf(...parts), async () => {
      throw new Error('the database is away')
    })
    await expect(taken).rejects.toThrow('the database is away')
  })

  test('that comes without a length and is too long is cut off', async () => {
    const chunk = Buffer.from('a'.repeat(2 ** 20))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent++ === 0 ? Buffer.from(head('a.pdf')) : chunk)
      },
    })
    const { taken } = await takeAll(posted(body, multipart))
    await expect(taken).rejects.toMatchObject({ code: 'file-too-large' })
    expect(sent).toBeLessThan(10)
  })
})
