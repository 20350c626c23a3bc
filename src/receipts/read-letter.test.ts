import { expect, it } from 'vitest'
import { heldUp } from '../../test/held-up.ts'
import { readLetter } from './read-letter.ts'

const head = 'Subject: Kvitto\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const letterOf = (text: string) => new Uint8Array(Buffer.from(text))
const fileOf = (name: string, content: string) =>
  `--b\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`

it('takes subject, text and the first twenty files out of a letter', async () => {
  const files = Array.from({ length: 25 }, (_, nth) => fileOf(`${nth}.pdf`, `the ${nth}th`)).join('')
  const letter = await readLetter(letterOf(`${head}--b\r\nContent-Type: text/plain\r\n\r\nhej\r\n${files}--b--\r\n`))
  expect(letter).toMatchObject({ subject: 'Kvitto', text: 'hej\n' })
  expect(letter.files.map(({ name, bytes }) => `${name} ${Buffer.from(bytes)}`)).toEqual(
    Array.from({ length: 20 }, (_, nth) => `${nth}.pdf the ${nth}th`),
  )
})

it('gives up a letter of millions of empty parts, and holds nobody up meanwhile', async () => {
  const limits = { seconds: 60, heapMegabytes: 64, unpackedMegabytes: 512 } // so long that a busy machine is no cause
  const reading = readLetter(letterOf(head + '--b\r\n\r\n'.repeat(300_000)), limits)
  expect(await heldUp(reading)).toBeLessThan(0.5)
  await expect(reading).rejects.toThrow('it cannot be read')
})

it('gives up a letter that takes too long', async () => {
  const limits = { seconds: 0.1, heapMegabytes: 2048, unpackedMegabytes: 2048 } // a fast machine is through in less than one
  const nested = Array.from(
    { length: 200 },
    (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}\r\n`,
  )
  await expect(readLetter(letterOf(nested.join('') + '--x\r\n'.repeat(2_000_000)), limits)).rejects.toThrow('too long')
})
