/** Airtable's error bodies, in all the shapes it uses. */
export function typed(status: number, type: string, message?: string): Response {
  return Response.json({ error: { type, ...(message !== undefined && { message }) } }, { status })
}

/** Without any message: `{"error":"NOT_FOUND"}`. */
export const notFound = () => Response.json({ error: 'NOT_FOUND' }, { status: 404 })

export const unauthorized = () => typed(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')

export const tooMany = () =>
  Response.json(
    {
      errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }],
    },
    { status: 429 },
  )

/** The same for what is not there and what one may not see. */
export const noSuchModel = () =>
  typed(
    403,
    'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
    'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
  )

export const failed = (status: number) =>
  typed(status, 'SERVER_ERROR', 'Try again. If the problem persists, contact support.')
