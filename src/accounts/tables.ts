import {
  type AnyPgColumn,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The names and columns of users, sessions, credentials and verifications are better-auth's. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  mobile: text().notNull(),
  language: text().notNull().default('sv'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    activeCompanyId: uuid('active_company_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
)

export const credentials = pgTable(
  'credentials',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('credentials_by_user').on(table.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_by_identifier').on(table.identifier)],
)

export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    organisationNumber: text('organisation_number').notNull().unique(),
    address: text().notNull(),
    zipCode: text('zip_code').notNull(),
    city: text().notNull(),
    country: text().notNull(),
    billingEmail: text('billing_email').notNull(),
    /** The accounting firm (*redovisningsbyrå*) whose client it is; a firm is a company that has clients. */
    firmId: uuid('firm_id').references((): AnyPgColumn => companies.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('companies_by_firm').on(table.firmId)],
)

export const memberships = pgTable(
  'memberships',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['owner', 'admin', 'full'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] }), index('memberships_by_user').on(table.userId)],
)

/** A person asked to join a company. The letter holds the secret; here stands its SHA-256 only. */
export const invitations = pgTable(
  'invitations',
  {
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    /** Lower case. */
    email: text().notNull(),
    role: text({ enum: ['owner', 'admin', 'full'] }).notNull(),
    secretHash: text('secret_hash').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('one_invitation_per_address').on(table.companyId, table.email),
    index('invitations_by_secret').on(table.secretHash),
  ],
)

/** Tries that are counted for all processes together (attempts.ts): no tenant's rows. */
export const attempts = pgTable(
  'attempts',
  {
    /** SHA-256 of what is tried and for whom. */
    keyHash: text('key_hash').primaryKey(),
    /** Those that may still count, and older ones until the next. */
    begunAt: instant('begun_at').array().notNull(),
    /** When the last of them counts no longer. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('attempts_by_expiry').on(table.expiresAt)],
)
