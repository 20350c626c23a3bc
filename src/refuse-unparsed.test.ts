import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseUnparsed } from './refuse-unparsed.ts'

const server = createServer((request, response) => {
  response.writeHead(200)
  response.write('begun')
  request.on('error', () => undefined).resume()
})
beforeAll(async () => {
  refuseUnparsed(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

/** All that comes back until the server closes the connection. */
const answerTo = (sent: string): Promise<string> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  return text(socket)
}

test('a request that Node refuses by itself is answered with a problem', async () => {
  const refusals = [
    ['BREW /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'method-unknown'],
    ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'method-unknown'],
    [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400, 'request-malformed'],
  ] as const
  for (const [sent, status, code] of refusals) {
    const [head = '', body = ''] = (await answerTo(sent)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
    expect(head).toMatch(/\r\nContent-Type: application\/problem\+json\r\n/)
    expect(JSON.parse(body)).toMatchObject({
      status,
      code,
      title: expect.stringMatching(/\.$/),
      errors: [],
      params: {},
    })
  }
})

test('what breaks off in the middle of an answer is cut, not answered a second time', async () => {
  const begun = await answerTo('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n')
  expect(begun).not.toContain('request-malformed')
})
