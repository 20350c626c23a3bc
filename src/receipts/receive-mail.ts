import { SMTPServer } from 'smtp-server'
import { newId } from '#kernel/ids.ts'
import { withCompany } from '#platform/database.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { readLetter } from './read-letter.ts'
import { findCompanyOfAddress, keepAddress } from './store.ts'
import { takeReceipt } from './take-receipt.ts'

/** Letters of ten receipts of 10 MB are rare; base64 adds a third. */
const maxLetterBytes = 40 * 2 ** 20
const mostReceivers = 20
const mostClients = 50
/** Of letters that are being read at once. A sender who is told to come again later does so by itself. */
const mostBytesAtOnce = 5 * maxLetterBytes

export type MailReceiver = { port: number; close(): Promise<void> }

/** The address that a company's receipts are mailed to, made at the first asking; null without a receiver. */
export async function addressOf(deps: ReceiptsDeps, companyId: string): Promise<string | null> {
  if (deps.mailDomain === null) return null
  // Whoever knows the address can send: the name is long enough not to be guessed.
  const made = `kvitto-${newId().replaceAll('-', '').slice(-16)}`
  const name = await withCompany(deps.db, companyId, (tx) => keepAddress(tx, companyId, made))
  return `${name}@${deps.mailDomain}`
}

/** Listens for letters to companies' receipt addresses. An unknown address is refused before the letter is taken. */
export async function startMailReceiver(
  deps: ReceiptsDeps,
  options: { port: number; host: string },
): Promise<MailReceiver> {
  const receive = createLetterReceiver()
  const server = new SMTPServer({
    banner: 'Radvis',
    size: maxLetterBytes,
    maxClients: mostClients,
    maxRecipients: mostReceivers,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      findReceiver(deps, address).then(
        (companyId) => callback(companyId === null ? refusal(550, 'no such address') : null),
        () => callback(refusal(451, 'try again later')),
      )
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : null
      receive(stream, async (letter) => {
        if (stream.sizeExceeded) throw refusal(552, 'the letter is too large')
        await takeLetter(deps, letter, { to, from })
      }).then(
        () => callback(null),
        (error: unknown) => callback(isRefusal(error) ? error : refusal(451, 'try again later')),
      )
    },
  })
  server.on('error', (error) => deps.log.warn({ err: error }, 'mail receiver'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  const address = server.server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function findReceiver(deps: ReceiptsDeps, address: string): Promise<string | null> {
  const [name = '', domain] = address.toLowerCase().split('@')
  return domain === deps.mailDomain ? findCompanyOfAddress(deps.db, name) : null
}

/** Every file in the letter that is a receipt is kept; a letter with none is told as an event. */
export async function takeLetter(
  deps: ReceiptsDeps,
  letter: Uint8Array<ArrayBuffer>,
  envelope: { to: readonly string[]; from: string | null },
): Promise<void> {
  const { subject, text, files } = await readLetter(letter).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a letter could not be read')
    throw refusal(554, 'the letter cannot be read')
  })
  for (const to of envelope.to) {
    const companyId = await findReceiver(deps, to)
    if (companyId === null) continue
    let kept = 0
    for (const { name, bytes } of files) {
      const taken = await takeReceipt(deps, {
        ...{ companyId, userId: null, from: 'mail', sender: envelope.from },
        name: name ?? 'kvitto',
        bytes,
        hints: `${subject}\n${text}`,
      })
      if (taken.receipt || taken.problem === 'receipt-there-already') kept++
    }
    if (kept === 0) await tellEmptyLetter(deps, companyId, subject || (envelope.from ?? '–'))
  }
}

async function tellEmptyLetter(deps: ReceiptsDeps, companyId: string, subject: string): Promise<void> {
  await withCompany(deps.db, companyId, (tx) =>
    deps.activity.record(tx, companyId, [
      { type: 'error', activity: 'receipt-mail-empty', subject: subject.slice(0, 200) },
    ]),
  )
}

type Refusal = Error & { responseCode: number }

function refusal(responseCode: number, message: string): Refusal {
  return Object.assign(new Error(message), { responseCode })
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'responseCode' in error
}

type TakeLetter = (letter: Uint8Array<ArrayBuffer>) => Promise<void>

/** Letters are held whole, so only so much of them at once: what is more is read to its end and refused for now. */
function createLetterReceiver() {
  let held = 0
  return async (stream: AsyncIterable<unknown>, take: TakeLetter): Promise<void> => {
    const parts: Buffer[] = []
    let bytes = 0
    let isRefused = false
    try {
      for await (const part of stream as AsyncIterable<Buffer>) {
        isRefused ||= held + part.length > mostBytesAtOnce
        if (isRefused || bytes + part.length > maxLetterBytes) continue
        parts.push(part)
        bytes += part.length
        held += part.length
      }
      if (isRefused) throw refusal(452, 'too many letters at once')
      await take(new Uint8Array(Buffer.concat(parts)))
    } finally {
      held -= bytes
    }
  }
}
