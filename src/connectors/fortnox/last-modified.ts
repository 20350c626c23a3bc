import { lastModifiedMarginMinutes } from './limits.ts'

/**
 * `lastmodified` has minutes, and nobody has published whether they are Swedish or universal time. It is written as
 * universal time, which is behind all year: where Swedish time is meant that looks an hour or two further back than
 * needed, and nothing hides in the hour that comes twice in October.
 */
export function lastModifiedText(since: Date): string {
  const withMargin = new Date(since.getTime() - lastModifiedMarginMinutes * 60_000)
  return withMargin.toISOString().slice(0, 16).replace('T', ' ')
}
