import pino from 'pino'

export type Log = pino.Logger

/** Structured logs on standard output. Secrets never enter: tokens and passwords are cut out by name. */
export function createLog(level: string, to: pino.DestinationStream = pino.destination(1)): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: (error: unknown) => describeError(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.accessToken', '*.refreshToken', '*.authorization', 'authorization', 'password'],
      censor: '[secret]',
    },
  }
  return pino(options, to)
}

/** What a person needs to find the fault; a driver's error may carry its whole client along. */
function describeError(given: unknown, depth = 0): Record<string, unknown> {
  const error = asError(given)
  if (!error) return { message: String(given) }
  const { name, cause } = error
  const message = messageOf(error)
  const stack = error.stack?.replace(error.message, () => message)
  const code = 'code' in error ? String(error.code) : undefined
  return {
    name,
    message,
    ...(code && { code }),
    stack,
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  }
}

/** pg-boss hands errors on as objects of their parts. */
export function asError(given: unknown): Error | null {
  if (given instanceof Error) return given
  if (typeof given !== 'object' || given === null || !('message' in given) || typeof given.message !== 'string')
    return null
  return Object.assign(new Error(given.message), given)
}

/** drizzle tells the values of a query that failed: session tokens, letters' secrets, customers' rows. */
function messageOf(error: Error): string {
  return 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message
}
