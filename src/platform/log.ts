import pino from 'pino'

export type Log = pino.Logger

/** Structured logs on standard output. Secrets never enter: tokens and passwords are cut out by name. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.accessToken', '*.refreshToken', '*.authorization', 'authorization', 'password'],
      censor: '[secret]',
    },
  })
}
