/** Airtable's own numbers (airtable.com/developers/web/api/rate-limits, oauth-reference). */

export const neededScopes = ['data.records:read', 'schema.bases:read']
/** With the address we can say whose account it is. */
export const scopes = [...neededScopes, 'user.email:read']
export const paceOfBase = { requests: 5, seconds: 1 }
/** "You will need to wait 30 seconds before subsequent requests will succeed." */
export const pauseSeconds = 30
export const pageSize = 100
export const mostRecords = 250_000
/** Listings whose place Airtable has forgotten begin anew so many times. */
export const listingAttempts = 3
/** Clocks differ: changes of this long before a reading are read again by the next. */
export const changeMarginSeconds = 120

/** A refresh whose answer is not waited for is lost with its tokens: the old ones are dead. */
export const timeoutSeconds = { request: 30, token: 22 }
export const attempts = 4
/** A refresh too soon after another (409): all tries and waits share the time of one, under the lease of connections/keep-tokens.ts, 30 s. */
export const refreshWaitsMs = [1_000, 3_000]
