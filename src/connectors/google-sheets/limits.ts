/** Google's own numbers; the quotas are configuration (platform/config.ts), since Google raises them when asked. */

/**
 * Files that a person has picked for us, and no others (developers.google.com/workspace/drive/api/guides/api-specific-auth);
 * decisions/ tells why not more.
 */
export const scope = 'https://www.googleapis.com/auth/drive.file'
export const spreadsheetType = 'application/vnd.google-apps.spreadsheet'

/** Reads, and writes, a minute (developers.google.com/workspace/sheets/api/limits). */
export const quotaOfProject = { requests: 300, seconds: 60 }
export const quotaOfUser = { requests: 60, seconds: 60 }
/** Of each process: Drive allows 12,000 a minute, and a tenth of that is more than one ever asks for. */
export const drivePace = { requests: 20, seconds: 1 }

/** "2 MB maximum recommended" for a payload; the first block of a tab tells how much its rows weigh. */
export const payloadBytes = 1_500_000
export const firstBlockRows = 1_000
export const mostBlockRows = 50_000
/** Rows of a block that are read again with the next one: enough that no neighbouring rows look like them. */
export const overlapRows = 20
/** A tab that people change while it is read, or written in portions, is read or written anew so many times in all. */
export const changingAttempts = 3
/** What one cell's format weighs in an answer: `{"effectiveFormat":{"numberFormat":{"type":"DATE"}}}` and what is around it. */
export const formatBytes = 90
/** What a row weighs in an answer that tells which are hidden: `{},` and what is around it, of a hidden one thrice that. */
export const metadataBytes = 30
/** What a cell that is shown as `"-12 345,67 kr",` weighs. */
export const shownBytes = 20
/** Ranges of one request: an address of some 2 kB. */
export const mostRanges = 25
/** As many as a file may have (spreadsheets/). */
export const mostRows = 1_000_000
export const mostColumns = 500

export const timeoutSeconds = { request: 60, token: 20 }
/** Waits of 5, 10, 20, 40 and 60 s outlast the minute in which a quota is refilled. */
export const attempts = 6
export function pauseSeconds(attempt: number): number {
  return Math.min(60, 5 * 2 ** (attempt - 1))
}
