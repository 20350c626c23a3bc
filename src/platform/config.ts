import { statSync } from 'node:fs'
import { z } from 'zod'

const url = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#]/.test(text), 'must be an address without ? and #: paths are put behind it')
  .transform((text) => text.replace(/\/+$/, ''))
const port = z.coerce.number().int().min(0).max(65535)
const rateLimit = z
  .string()
  .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be REQUESTS/SECONDS, for example 25/5, and neither may be 0')
  .transform((text) => {
    const [requests = 0, seconds = 0] = text.split('/').map(Number)
    return { requests, seconds }
  })

/** In a PostgreSQL address it may stand in the query, as the folder of its socket. */
function hasHost(text: string): boolean {
  const address = URL.parse(text)
  return address !== null && (address.hostname !== '' || address.searchParams.has('host'))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Port of the web service. */
  PORT: port.default(3000),
  /** Address that the web service listens on. */
  HOST: z.string().default('0.0.0.0'),
  /** Where the embedded database, files, outbox and keys live. */
  DATA_DIR: z.string().default('./data'),
  /** How long a start waits for the process that has DATA_DIR's database: one that was told to stop lets its work end, which may take most of a minute. */
  DATA_DIR_WAIT_SECONDS: z.coerce.number().min(0).max(600).default(60),
  /** How people reach the service; used in links and as the redirect address of connections. */
  PUBLIC_URL: url.optional(),
  /**
   * Proxies of yours before the service, each of which adds to X-Forwarded-For: sign-ins and sign-ups are counted by the
   * address that the outermost tells. 0: by the address of the line, unless that is a neighbour's.
   */
  PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** PostgreSQL 15+, a database in UTF-8; the embedded PGlite in DATA_DIR when absent. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine(hasHost, 'must name a server: postgres://user:password@host:5432/database')
    .optional(),
  /** Encrypts tokens at rest and signs sessions: at least 32 characters. Made and kept in DATA_DIR when absent. */
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  /**
   * Keys used before, with commas between them: tokens sealed with them are opened still, and sealed with SECRET_KEY when
   * they are renewed, at the latest after a week. Sessions end when the key changes.
   */
  SECRET_KEYS_BEFORE: z
    .string()
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'each must be at least 32 characters')))
    .optional(),
  /** Mail server, e.g. smtp://user:secret@mail.example.com:587; letters are written to DATA_DIR/outbox when absent. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(hasHost, 'must name a server: smtp://user:password@host:587')
    .optional(),
  /** Sender of letters. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or Name <address>')
    .refine((text) => text.includes('<') === text.endsWith('>'), 'must be an address, or Name <address>')
    .optional(),
  /** Domain of the addresses that receipts are mailed to (`kvitto-…@in.example.se`); its MX record leads here. */
  MAIL_IN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'must be a domain in small letters')
    .optional(),
  /** Port of the receiver of such letters (SMTP); none is started without it. */
  MAIL_IN_PORT: port.optional(),
  /** What `GET /metrics` asks for as a bearer token; open to whoever reaches the port when absent. */
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Client of our Fortnox integration; the local sandbox is used when absent. */
  FORTNOX_CLIENT_ID: z.string().optional(),
  FORTNOX_CLIENT_SECRET: z.string().optional(),
  /** The real Fortnox (https://api.fortnox.se) when a client is set, the local sandbox when neither is. */
  FORTNOX_API_URL: url.optional(),
  /** https://apps.fortnox.se/oauth-v1 when a client is set; beside a FORTNOX_API_URL of your own, set it too. */
  FORTNOX_AUTH_URL: url.optional(),
  /** Client of our Google project; the local sandbox when absent, beside that of Fortnox. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Stand-ins for Google, all three or none: https://sheets.googleapis.com, https://www.googleapis.com, its OAuth. */
  GOOGLE_SHEETS_URL: url.optional(),
  GOOGLE_DRIVE_URL: url.optional(),
  /** Answers /o/oauth2/v2/auth, /token and /revoke; Google itself has them on accounts. and oauth2.googleapis.com. */
  GOOGLE_OAUTH_URL: url.optional(),
  /** `off` where the consent shall not end in Google's picker of files: people then share a file with Radvis in Drive. */
  GOOGLE_PICKER: z.enum(['on', 'off']).default('on'),
  /** Reads, and writes, of our Google project, shared by all companies. */
  GOOGLE_RATE_LIMIT: rateLimit.default({ requests: 300, seconds: 60 }),
  /** Client of our Airtable integration; the secret is left out for a public client. */
  AIRTABLE_CLIENT_ID: z.string().optional(),
  AIRTABLE_CLIENT_SECRET: z.string().optional(),
  /** Stand-ins for Airtable, both or none: https://api.airtable.com and https://airtable.com/oauth2/v1. */
  AIRTABLE_API_URL: url.optional(),
  AIRTABLE_OAUTH_URL: url.optional(),
  /** The Riksbank's series of exchange rates; a stand-in where the sandboxes are used in development. */
  EXCHANGE_RATES_URL: url.optional(),
  /** Subscription key of the Riksbank's API; it answers fewer questions without one. */
  EXCHANGE_RATES_KEY: z.string().optional(),
  /** A CSV with rates, `date;currency;rate`, that goes before what is fetched. */
  EXCHANGE_RATES_FILE: z.string().refine(isFile, 'is no file that can be read').optional(),
  /** Port of the local sandboxes; PORT + 1 when absent. */
  SANDBOX_PORT: port.optional(),
  /** Fortnox's limit per client and company; developer.fortnox.se, "Rate limits for Fortnox API". */
  FORTNOX_RATE_LIMIT: rateLimit.default({ requests: 25, seconds: 5 }),
  /**
   * How long a request whose answer was lost may still be carried out over there; only after that, and a last look-up that
   * finds nothing, is it sent again; a new supplier's too. A choice: no accounting system promises it. One carried out later still
   * makes a second: of an invoice or payment it is taken away (decisions/015), of a supplier it stays.
   */
  POSTING_SETTLE_SECONDS: z.coerce.number().min(0).max(600).default(10),
  /** What one file may be, in MB as it comes and unpacked, and in rows and columns; a larger one is refused with the limit. */
  FILE_MAX_MB: z.coerce.number().min(1).max(1000).default(100),
  FILE_MAX_UNPACKED_MB: z.coerce.number().min(1).max(4000).default(400),
  FILE_MAX_ROWS: z.coerce.number().int().min(1).max(5_000_000).default(1_048_576),
  FILE_MAX_COLUMNS: z.coerce.number().int().min(1).max(16_384).default(500),
  /** How long the thread that reads a file may be without a sign of life, and what its heap may grow to. */
  FILE_MAX_SECONDS: z.coerce.number().min(1).max(600).default(60),
  FILE_MAX_HEAP_MB: z.coerce.number().int().min(32).max(16_384).default(2048),
})

export type Config = z.infer<typeof variables> & { services: ReadonlySet<Service> }
export type Service = 'web' | 'worker'

/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** Reads the whole configuration once; throws ConfigError naming every problem. */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  for (const name of Object.keys(variables.shape))
    if (given[name]?.trim() === '') problems.push(`${name}: is blank; leave it out, or give it a value`)
  const services = readServices(args, problems)
  if (parsed.success) problems.push(...checkTogether(parsed.data))
  if (parsed.success && !parsed.data.DATABASE_URL && services.size === 1)
    problems.push('--services: web and worker share one process where DATABASE_URL is absent; leave the option out')
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return { ...parsed.data, services }
}

function checkTogether(config: z.infer<typeof variables>): string[] {
  const problems: string[] = []
  if (config.NODE_ENV === 'production' && !config.SECRET_KEY)
    problems.push('SECRET_KEY: is required when NODE_ENV=production')
  if (config.NODE_ENV === 'production' && !config.PUBLIC_URL)
    problems.push('PUBLIC_URL: is required when NODE_ENV=production')
  if ((config.MAIL_IN_PORT !== undefined) !== (config.MAIL_IN_DOMAIN !== undefined))
    problems.push('MAIL_IN_DOMAIN, MAIL_IN_PORT: set both or none')
  if (Boolean(config.FORTNOX_CLIENT_ID) !== Boolean(config.FORTNOX_CLIENT_SECRET)) {
    problems.push('FORTNOX_CLIENT_ID, FORTNOX_CLIENT_SECRET: set both or none')
  }
  if (Boolean(config.FORTNOX_API_URL) !== Boolean(config.FORTNOX_AUTH_URL))
    problems.push('FORTNOX_API_URL, FORTNOX_AUTH_URL: set both or none')
  problems.push(...checkSources(config))
  if (config.NODE_ENV === 'production' && !config.FORTNOX_CLIENT_ID)
    problems.push('FORTNOX_CLIENT_ID: is required when NODE_ENV=production (the sandbox is no accounting system)')
  return problems
}

function checkSources(config: z.infer<typeof variables>): string[] {
  const problems: string[] = []
  const isAllOrNone = (...values: unknown[]) => values.every(Boolean) || !values.some(Boolean)
  if (!isAllOrNone(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET))
    problems.push('GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: set both or none')
  if (!isAllOrNone(config.GOOGLE_SHEETS_URL, config.GOOGLE_DRIVE_URL, config.GOOGLE_OAUTH_URL))
    problems.push('GOOGLE_SHEETS_URL, GOOGLE_DRIVE_URL, GOOGLE_OAUTH_URL: set all or none')
  if (!isAllOrNone(config.AIRTABLE_API_URL, config.AIRTABLE_OAUTH_URL))
    problems.push('AIRTABLE_API_URL, AIRTABLE_OAUTH_URL: set both or none')
  if (config.AIRTABLE_CLIENT_SECRET && !config.AIRTABLE_CLIENT_ID)
    problems.push('AIRTABLE_CLIENT_SECRET: is of no use without AIRTABLE_CLIENT_ID')
  return problems
}

function readServices(args: readonly string[], problems: string[]): ReadonlySet<Service> {
  const option = args.find((arg) => arg.startsWith('--services='))
  const names = option ? option.slice('--services='.length).split(',') : ['web', 'worker']
  for (const arg of args)
    if (!arg.startsWith('--services=')) problems.push(`'${arg}' is no argument; there is --services=web,worker`)
  const services = new Set<Service>()
  for (const name of names) {
    if (name === 'web' || name === 'worker') services.add(name)
    else problems.push(`--services: '${name}' is not a service; choose web, worker or both`)
  }
  return services
}
