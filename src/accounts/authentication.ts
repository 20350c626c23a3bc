import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { newId } from '#kernel/ids.ts'
import * as m from '#messages'
import type { Database } from '#platform/database.ts'
import { type LetterDeps, queueLetter } from './send-letter.ts'
import { forgetResets } from './store.ts'
import { credentials, sessions, users, verifications } from './tables.ts'

export type AuthenticationOptions = LetterDeps & { secret: string; publicUrl: string }

const resetGoodForSeconds = 3600

/** better-auth over our own tables: passwords (scrypt), sessions of 30 days renewed daily, resets by mail. */
export function createAuthentication({ secret, publicUrl, ...deps }: AuthenticationOptions) {
  const { db, clock, log } = deps
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    advanced: { database: { generateId: () => newId() } },
    /** What a letter for a new password holds is kept as its hash, as an invitation's secret is. */
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
        mobile: { type: 'string', required: true },
        language: { type: 'string', required: false, defaultValue: 'sv' },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetGoodForSeconds,
      /** Whoever has an older letter could set the password once more. */
      onPasswordReset: ({ user }) => forgetResets(db, user.id),
      async sendResetPassword({ user, token }) {
        const locale = (user as { language?: string }).language === 'en' ? 'en' : 'sv'
        const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`
        const letter = {
          to: user.email,
          subject: m.errors_mail_reset_subject({}, { locale }),
          text: m.errors_mail_reset_text({ name: user.name, url }, { locale }),
        }
        const expiresAt = new Date(clock.now().getTime() + resetGoodForSeconds * 1000)
        // better-auth swallows what fails.
        await db
          .transaction((tx) => queueLetter(tx, deps, letter, { expiresAt }))
          .catch((error: unknown) => log.error({ err: error }, 'a letter for a new password was not queued'))
      },
    },
    /** With ours beside it: what the database knows of a session lets nobody in who has read it there. */
    plugins: [bearer({ requireSignature: true })],
  })
}

export type Authentication = ReturnType<typeof createAuthentication>
/** `over`: a transaction that it is to work in. */
export type LoadAuthentication = (over?: Database) => Promise<Authentication>
