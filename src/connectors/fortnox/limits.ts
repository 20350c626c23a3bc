import { longestTexts } from '#kernel/supplier-invoice.ts'

/** Fortnox's own numbers; its rate limit is configuration (platform/config.ts). */

/** Longest texts: the OpenAPI document of api.fortnox.se/apidocs (maxLength), unless said otherwise. */
export const lengths = {
  ...longestTexts,
  supplierName: 1024,
  /** ExternalInvoiceNumber: not in the document; 50 is what a connector in production keeps to. */
  reference: 50,
}

/** Most rows a page: developer.fortnox.se, "Parameters" (`limit`, default 100). */
export const pageSize = 500

/** An access token is good for an hour, a refresh token for 45 days and once: developer.fortnox.se, "Authorization". */
export const scopes = [
  'companyinformation',
  'supplier',
  'supplierinvoice',
  'payment',
  'bookkeeping',
  'settings',
  'currency',
  'costcenter',
  'project',
  'inbox',
  'archive',
  'connectfile',
]

/** Clocks differ and `lastmodified` has minutes only: look this far further back than asked for. */
export const lastModifiedMarginMinutes = 5

/** Longer than the slowest answers people report, shorter than a person's or a lane's patience. */
export const timeoutSeconds = { read: 30, write: 60, token: 20 }

/** The statuses after which the same read is sent again. Of a write it is looked for first. */
export const retriedReadStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])
export const readAttempts = 4
/** Refusals that may pass, though Fortnox documents neither: something else is at it (RFC 9110, 15.5.10; RFC 4918, 11.3). */
export const passingStatuses: ReadonlySet<number> = new Set([409, 423])
