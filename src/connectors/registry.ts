import type { AccountingConnector } from './accounting-connector.ts'
import { type AirtableOptions, createAirtableConnector } from './airtable/index.ts'
import { createFortnoxConnector, type FortnoxOptions } from './fortnox/index.ts'
import { createGoogleSheetsConnector, type GoogleSheetsOptions } from './google-sheets/index.ts'
import type { SourceConnector } from './source-connector.ts'

/** By which clock it is counted how long a token is good: the one that whoever keeps the tokens looks at. */
type Timed = { now?: () => number }

/** Every accounting system that Radvis can post to; a new one gets its line here. */
export function createConnectors(
  options: { fortnox: FortnoxOptions },
  timed: Timed = {},
): readonly AccountingConnector[] {
  return [createFortnoxConnector({ ...options.fortnox, ...timed })]
}

/** Every place that rows can be read from; one that is not set up is left out. */
export function createSourceConnectors(
  options: { google: GoogleSheetsOptions | null; airtable: AirtableOptions | null },
  timed: Timed = {},
): readonly SourceConnector[] {
  return [
    ...(options.google ? [createGoogleSheetsConnector({ ...options.google, ...timed })] : []),
    ...(options.airtable ? [createAirtableConnector({ ...options.airtable, ...timed })] : []),
  ]
}
