/** Fortnox thinks in Swedish local time; the machine the sandbox runs on need not. */
const stockholm = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 'YYYY-MM-DD HH:mm', the resolution of `lastmodified`. */
export function localMinute(instant: Date): string {
  const minute = Math.floor(instant.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, text: stockholm.format(instant) }
  return latest.text
}
/** Most calls ask for the same minute as the one before. */
let latest = { minute: Number.NaN, text: '' }

export function localDate(instant: Date): string {
  return localMinute(instant).slice(0, 10)
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}
