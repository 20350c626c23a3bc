import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '#kernel/ids.ts'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = { send(mail: Mail): Promise<void> }

const from = 'Radvis <noreply@radvis.invalid>'

/** Sends over SMTP where a server is configured, else writes `.eml` files that any mail program opens to DATA_DIR/outbox. */
export function createMailer(options: {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  dataDir: string
}): Mailer {
  if (options.smtpUrl) {
    const transport = createTransport(options.smtpUrl)
    return { send: async (mail) => void (await transport.sendMail({ from: options.mailFrom ?? from, ...mail })) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const outbox = join(options.dataDir, 'outbox')
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from: options.mailFrom ?? from, ...mail })
      await mkdir(outbox, { recursive: true })
      await writeFile(join(outbox, `${newId()}.eml`), message as Buffer)
    },
  }
}
