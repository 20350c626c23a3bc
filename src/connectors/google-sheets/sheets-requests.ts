import type { ZodType } from 'zod'
import type { ConnectorError } from '../accounting-connector.ts'
import { createFairPacer } from '../fair-pacer.ts'
import { type Answered, createPacer, type PacerOptions } from '../pacer.ts'
import type { PaceLimit } from '../shared-pacer.ts'
import type { SourceClient, Turn } from '../source-client.ts'
import type { SourceAccess } from '../source-connector.ts'
import { drivePace, quotaOfUser } from './limits.ts'

export type PaceTime = Pick<PacerOptions, 'now' | 'sleep'>
type Parameters = Record<string, string | readonly string[]>

export type SheetsRequests = {
  get<Answer>(path: string, parameters: Parameters, answer: ZodType<Answer>): Promise<Answer>
  post<Answer>(path: string, body: unknown, answer: ZodType<Answer>): Promise<Answer>
  drive<Answer>(path: string, parameters: Parameters, answer: ZodType<Answer>): Promise<Answer>
}

/**
 * Google counts reads and writes each for themselves, for the project (all companies of this installation, who take turns)
 * and for the person whose account it is. Whoever waits for the person's turn takes no place of the project's meanwhile.
 * Of what Drive allows each process takes so little that they need not agree on it.
 */
export function createPaces(quotaOfProject: PaceLimit, driveTime: PaceTime) {
  const drive = createFairPacer(createPacer({ ...drivePace, ...driveTime }))

  return {
    sheets(kind: 'read' | 'write', access: SourceAccess): Turn {
      const ofUser = { ...quotaOfUser, waitsForAnother: true, of: `${kind} ${access.owner ?? access.sharer}` }
      return async () => {
        const user = await access.pace(ofUser)
        const all = await turnOr(access.pace({ ...quotaOfProject, of: `${kind} project` }), user)
        return (failure, outcome) => {
          const isProject = isQuotaOfProject(failure)
          user(isProject ? { isRateLimited: false } : outcome)
          all(isProject ? outcome : { isRateLimited: false })
        }
      }
    },
    drive(access: SourceAccess): Turn {
      return async () => {
        const answered = await drive.pace(access.sharer)
        return (_failure, outcome) => answered(outcome)
      }
    },
  }
}

/** A turn that was had and cannot be used is given back. */
async function turnOr(turn: Promise<Answered>, before: Answered): Promise<Answered> {
  try {
    return await turn
  } catch (error) {
    before({ isRateLimited: false, turn: 'unsent' })
    throw error
  }
}

/** `ReadRequestsPerMinutePerProject`; anything else is taken for the person's own, so that it holds up nobody else. */
function isQuotaOfProject(failure: ConnectorError | null): boolean {
  return failure?.kind === 'rate-limited' && (failure.serviceCode?.endsWith('PerProject') ?? false)
}

export function createSheetsRequests(options: {
  client: SourceClient
  access: SourceAccess
  sheetsUrl: string
  driveUrl: string
  paces: ReturnType<typeof createPaces>
}): SheetsRequests {
  const { client, access, paces } = options
  const sheets = `${options.sheetsUrl}/v4/spreadsheets`
  return {
    get: (path, parameters, answer) =>
      client.send({ url: `${sheets}/${path}?${queryOf(parameters)}`, turn: paces.sheets('read', access) }, answer),
    post: (path, body, answer) =>
      client.send({ method: 'POST', url: `${sheets}/${path}`, body, turn: paces.sheets('write', access) }, answer),
    drive: (path, parameters, answer) =>
      client.send(
        { url: `${options.driveUrl}/drive/v3/${path}?${queryOf(parameters)}`, turn: paces.drive(access) },
        answer,
      ),
  }
}

function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  return query.toString()
}
