import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#kernel/ids.ts'
import { makeOnce } from '#kernel/make-once.ts'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = { send(mail: Mail): Promise<void> }

const from = 'Radvis <noreply@radvis.invalid>'

/**
 * Sends over SMTP where a server is configured, else writes `.eml` files that any mail program opens to DATA_DIR/outbox.
 * What sends is loaded with the first mail: most processes never send one.
 */
export function createMailer(options: {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  dataDir: string
}): Mailer {
  if (options.smtpUrl) {
    const { smtpUrl } = options
    const transport = makeOnce(async () => (await import('nodemailer')).createTransport(withPatience(smtpUrl)))
    return {
      send: async (mail) => void (await (await transport()).sendMail({ from: options.mailFrom ?? from, ...mail })),
    }
  }
  const written = { streamTransport: true, buffer: true, newline: 'windows' } as const
  const transport = makeOnce(async () => (await import('nodemailer')).createTransport(written))
  const outbox = join(options.dataDir, 'outbox')
  return {
    async send(mail) {
      const { message } = await (await transport()).sendMail({ from: options.mailFrom ?? from, ...mail })
      await mkdir(outbox, { recursive: true })
      const name = `${newId()}.eml`
      const unfinished = join(options.dataDir, name)
      await writeFile(unfinished, message as Buffer)
      await rename(unfinished, join(outbox, name)) // whoever looks into the outbox finds whole letters
    },
  }
}

/** Nodemailer waits two minutes for a connection and ten for an answer: whoever waits longer than these is asked again later. */
const patienceMs = { dnsTimeout: 20_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** What SMTP_URL says itself goes before. */
function withPatience(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(patienceMs))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  return url.href
}

/** Of all that RFC 3463 says of an address those that are the recipient's: no such mailbox, domain or moved (X.1.7 and X.1.8 are the sender's). */
const noSuchMailbox = /^5\.1\.(?:1|2|3|6|10)$/
/** How servers without the codes of RFC 3463 say it: with the same code they refuse for a hundred other things. */
const saysNobody =
  /no such (?:user|mailbox|recipient|address|person|account)|(?:user|mailbox|recipient|address|account)[^;]{0,80}(?:unknown|not found|does(?:n't| not) exist)|(?:unknown|invalid|unrout(?:e)?able|non-?existent) (?:user|mailbox|recipient|address|account|local)|no (?:mailbox|user) (?:here )?by that name/i

/**
 * The server says that nobody has this address, for good. It refuses at the same place for what is wrong with us (a password, a
 * sender, an address on a list) and for a mailbox that is full: those pass, or are mended.
 */
export function isRecipientUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, response } = error as Error & { command?: unknown; response?: unknown }
  const said = /^(5\d\d)[ -](?:(5\.\d{1,3}\.\d{1,3})(?!\d))?(.*)/s.exec(String(response ?? ''))
  if (command !== 'RCPT TO' || !said) return false
  const [, code = '', detail, text = ''] = said
  return detail ? noSuchMailbox.test(detail) : ['550', '551', '553'].includes(code) && saysNobody.test(text)
}
