/** How this stand-in behaves: `--name value` each, on the command line or with PUT /control/options while it runs. */
export type Options = {
  /** `new` knows the filters of the newer document (`suppliernumber` …), `old` only those in the one at hand. */
  edition: 'new' | 'old'
  /** So many requests in so many seconds, per client and company, counted as they come in. */
  limit: { requests: number; seconds: number }
  tokenSeconds: number
  /** How long a list goes on showing what was. */
  lagSeconds: number
  latencyMs: number
  oddity: 'none' | 'mixed'
  vouchers: 'in-bookkeeping' | 'in-list' | 'both'
  approval: 'none' | 'simple'
  paymentApproval: boolean
  method: 'ACCRUAL' | 'CASH'
  lockedUntil: string
  creditAnswers: 'credited' | 'credit-invoice'
  /** Which of the two has the other's number in CreditReference. */
  creditNamedBy: 'both' | 'credited' | 'credit-invoice'
  suppliers: number
  areRegistersEmpty: boolean
  /** Lists that the document shows without MetaInformation come whole, whatever page is asked for. */
  areListsWhole: boolean
  /** So many rows a page at the most, whatever is asked for; the latest first. */
  mostRows: number
  isLatestFirst: boolean
  /** Lists that the company may not see, by their keys: `CostCenters,Projects`. */
  closed: string
  /** Closes connections that nothing is under way on, without a word, after so long. */
  keepAliveMs: number
  apiPrefix: string
  authPrefix: string
  clientId: string
  clientSecret: string
  /** The first random number. */
  seed: number
}

export const usualOptions: Options = {
  ...{ edition: 'new', limit: { requests: 25, seconds: 5 }, tokenSeconds: 20, lagSeconds: 0, latencyMs: 0 },
  ...{ oddity: 'mixed', vouchers: 'both', approval: 'none', paymentApproval: false, method: 'ACCRUAL' },
  ...{ lockedUntil: '', creditAnswers: 'credited', suppliers: 0, areRegistersEmpty: false, areListsWhole: false },
  ...{ creditNamedBy: 'both', mostRows: 500, isLatestFirst: false, closed: '' },
  ...{
    keepAliveMs: 5000,
    apiPrefix: '',
    authPrefix: '/oauth-v1',
    clientId: 'strict',
    clientSecret: 'hemlig:+/=',
    seed: 1,
  },
}

/** Reads `--limit 25/5 --edition old …`. */
export function readOptions(args: readonly string[]): Options & { port: number } {
  const options: Record<string, unknown> = { ...usualOptions, port: 0 }
  for (let i = 0; i < args.length; i += 2) {
    const name = (args[i] ?? '').replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const usual = options[name]
    if (usual === undefined) throw new Error(`${args[i]}: there is no such option`)
    options[name] = readValue(args[i + 1] ?? '', usual)
  }
  return options as Options & { port: number }
}

function readValue(text: string, usual: unknown): unknown {
  if (typeof usual === 'number') return Number(text)
  if (typeof usual === 'boolean') return text === 'true'
  if (typeof usual === 'string') return text
  const [requests = 25, seconds = 5] = text.split('/').map(Number)
  return { requests, seconds }
}
