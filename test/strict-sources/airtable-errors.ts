import type { Reply } from './server.ts'

/** Both shapes in use (airtable.com/developers/web/api/errors): `{error: {type, message}}` and `{error: "NOT_FOUND"}`. */
export class AirtableError extends Error {
  readonly reply: Reply
  readonly isViolation: boolean

  constructor(reply: Reply, isViolation = false) {
    super(JSON.stringify(reply.body))
    this.reply = reply
    this.isViolation = isViolation
  }
}

const reply = (status: number, type: string, message?: string): Reply => ({
  status,
  body: { error: message === undefined ? { type } : { type, message } },
})

export const unauthenticated: Reply = reply(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')
export const notFound = () => new AirtableError({ status: 404, body: { error: 'NOT_FOUND' } })
export const noRoute = () => new AirtableError({ status: 404, body: { error: 'NOT_FOUND' } }, true)
/** Of a base that we were not let into, and of a table that is not there: nobody is told which. */
export const noModel = () =>
  new AirtableError(
    reply(
      403,
      'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
      'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
    ),
  )
export const notPermitted = () =>
  new AirtableError(reply(403, 'INVALID_PERMISSIONS', 'You are not permitted to perform this operation'))
export const noView = (view: string) => new AirtableError(reply(422, 'VIEW_NAME_NOT_FOUND', `View ${view} not found`))
export const forgotten = () =>
  new AirtableError(
    reply(
      422,
      'LIST_RECORDS_ITERATOR_NOT_AVAILABLE',
      'The iterator for this list is no longer available. Retry your request from the beginning.',
    ),
  )
export const malformed = (type: string, message: string) => new AirtableError(reply(422, type, message), true)
export const unknownRequest = (what: string) =>
  malformed(
    'INVALID_REQUEST_UNKNOWN',
    `Invalid request: parameter validation failed. Check your request data. (${what})`,
  )
export const tooMany: Reply = {
  status: 429,
  body: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
}
export const monthSpent: Reply = {
  status: 429,
  body: {
    errors: [
      {
        error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
        message: 'You have exceeded the number of API calls allowed on your plan this month.',
      },
    ],
  },
}
