import { createRateLimiter, type RateLimit } from '../fortnox/rate-limit.ts'
import { createStage, type StageOptions } from '../source-stage.ts'
import type { Document, GoogleTables } from './records.ts'
import { seedDocuments, users } from './seed.ts'

export type WorldOptions = StageOptions & {
  client: { id: string; secret: string }
  quotaOfUser: RateLimit
  quotaOfProject: RateLimit
}

export type World = ReturnType<typeof createWorld>

export function createWorld(options: WorldOptions) {
  const stage = createStage(options)
  const shelf = stage.shelves.shelf<GoogleTables>('google')
  const limiters = {
    user: {
      read: createRateLimiter(options.quotaOfUser, stage.clock),
      write: createRateLimiter(options.quotaOfUser, stage.clock),
    },
    project: {
      read: createRateLimiter(options.quotaOfProject, stage.clock),
      write: createRateLimiter(options.quotaOfProject, stage.clock),
    },
  }
  const seedWhenEmpty = () => {
    if (shelf.table('documents').size > 0) return
    for (const document of seedDocuments(stage.now())) shelf.put('documents', document.id, document)
  }
  stage.shelves.atomically(seedWhenEmpty)

  return {
    ...stage,
    client: options.client,
    quotas: { user: options.quotaOfUser, project: options.quotaOfProject },
    shelf,
    limiters,
    users,
    /** What the user may open and has picked for the app. */
    picked(user: string, id: string): Document | undefined {
      const document = shelf.table('documents').get(id)
      return document?.users.includes(user) && shelf.table('picks').has(`${user} ${id}`) ? document : undefined
    },
    saveDocument(document: Document): void {
      stage.shelves.atomically(() =>
        shelf.put('documents', document.id, {
          ...document,
          version: document.version + 1,
          modifiedTime: stage.now().toISOString(),
        }),
      )
    },
    reset(everything: boolean): void {
      stage.shelves.atomically(() => {
        for (const id of shelf.table('documents').keys()) shelf.remove('documents', id)
        if (everything)
          for (const table of ['picks', 'codes', 'refreshTokens', 'accessTokens'] as const)
            for (const key of shelf.table(table).keys()) shelf.remove(table, key)
        seedWhenEmpty()
      })
      stage.faults.set([])
      stage.stats.forget()
      for (const kinds of Object.values(limiters)) for (const limiter of Object.values(kinds)) limiter.forget()
    },
  }
}
