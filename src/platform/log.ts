import pino from 'pino'

export type Log = pino.Logger

/** Structured logs on standard output. Secrets never enter: tokens and passwords are cut out by name. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    serializers: { err: (error: unknown) => describeError(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.accessToken', '*.refreshToken', '*.authorization', 'authorization', 'password'],
      censor: '[secret]',
    },
  })
}

/** What a person needs to find the fault; a driver's error may carry its whole client along. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? String(error.code) : undefined
  return {
    name,
    message,
    ...(code && { code }),
    stack,
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  }
}
