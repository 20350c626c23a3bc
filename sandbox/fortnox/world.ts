import { type Company, seedCompany } from './company.ts'
import { createFaults, type Faults } from './faults.ts'
import { type Client, createOAuth, type OAuth, type OAuthTables } from './oauth.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from './rate-limit.ts'
import type { CompanyTables } from './records.ts'
import { type CompanySeed, companySeeds } from './seed/companies.ts'
import { createShelves, type Shelves } from './shelves.ts'
import { createStats, type Stats } from './stats.ts'

/** An API exchange as it went over the wire; JSON bodies are parsed, others left out. */
export type Exchange = {
  tenant: string
  method: string
  path: string
  query: string
  requestBody: unknown
  status: number
  responseBody: unknown
}

export type WorldOptions = {
  dataDir?: string | undefined
  client: Client
  rateLimit: RateLimit
  latencyMs: number
  now: () => Date
  autoConsent: boolean
  onExchange: (exchange: Exchange) => void
}

/** Everything one running sandbox holds. */
export type World = Pick<WorldOptions, 'latencyMs' | 'now' | 'autoConsent' | 'onExchange'> & {
  shelves: Shelves
  oauth: OAuth
  rateLimiter: RateLimiter
  faults: Faults
  stats: Stats
  companies(): Company[]
  company(id: string): Company | undefined
  addCompany(seed: CompanySeed): Company
  /** Back to the seeded companies; grants stay, unless `everything`, so that connections survive. */
  reset(everything: boolean): void
}

type Directory = { tenants: { id: string } }
const oauthShelf = '_oauth'
const directoryShelf = '_directory'

export function createWorld(options: WorldOptions): World {
  const shelves = createShelves(options.dataDir)
  const directory = shelves.shelf<Directory>(directoryShelf)
  const companyShelf = (id: string) => shelves.shelf<CompanyTables>(id)
  const addCompany = (seed: CompanySeed) => {
    const company = companyShelf(seed.profile.id)
    directory.put('tenants', seed.profile.id, { id: seed.profile.id })
    seedCompany(company, seed)
    return company
  }
  const seedWhenEmpty = () => {
    if (directory.table('tenants').size === 0) for (const seed of companySeeds) addCompany(seed)
  }
  shelves.atomically(seedWhenEmpty)

  const hasTenant = (id: string) => directory.table('tenants').has(id)
  const newOAuth = () =>
    shelves.atomically(() => createOAuth(shelves.shelf<OAuthTables>(oauthShelf), options.client, hasTenant))
  const world: World = {
    ...options,
    shelves,
    oauth: newOAuth(),
    rateLimiter: createRateLimiter(options.rateLimit),
    faults: createFaults(),
    stats: createStats(),
    companies: () => [...directory.table('tenants').keys()].map(companyShelf),
    company: (id) => (hasTenant(id) ? companyShelf(id) : undefined),
    addCompany,
    reset(everything) {
      shelves.clear((id) => !everything && id === oauthShelf)
      shelves.atomically(seedWhenEmpty)
      if (everything) world.oauth = newOAuth()
      world.faults.set([])
      world.stats.forget()
      world.rateLimiter.forget()
    },
  }
  return world
}
