import { lastModifiedMarginMinutes } from './limits.ts'

/**
 * `lastmodified` is Swedish local time with minutes. It is written as Swedish normal time (UTC+1) all year: in summer
 * that looks an hour further back than needed, and nothing hides in the hour that comes twice in October.
 */
export function lastModifiedText(since: Date): string {
  const normalTime = new Date(since.getTime() + (60 - lastModifiedMarginMinutes) * 60_000)
  return normalTime.toISOString().slice(0, 16).replace('T', ' ')
}
