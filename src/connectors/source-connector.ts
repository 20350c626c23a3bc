import type { Tokens } from './accounting-connector.ts'
import type { Answered } from './pacer.ts'
import type { PaceLimit } from './shared-pacer.ts'

/** A spreadsheet in Google Sheets, a base in Airtable. */
export type SourceDocument = { id: string; name: string }

/** A tab of a spreadsheet, or a table of a base with its views. `id` stays when the name changes. */
export type SourceTable = { id: string; name: string; views: { id: string; name: string }[] }

/** Which rows an import or a template reads. */
export type SourceAddress = { documentId: string; tableId: string; viewId: string | null }

/**
 * One row as the other side has it, as `SheetRow` of spreadsheets/ describes it, with the units of its numbers. `recordId`
 * is the row's lasting identity where the other side keeps one (Airtable `rec…`), else null (Google Sheets, where row numbers
 * move).
 */
export type SourceRow = {
  number: number
  cells: string[]
  kinds: string
  units?: Record<number, string>
  recordId: string | null
  /** By a filter or by hand; read all the same. */
  isHidden?: true
}

/** For a row, where any of its cells has one. */
export function unitsOf(cells: readonly { unit?: string }[]): Pick<SourceRow, 'units'> {
  const units = cells.flatMap(({ unit }, column): [number, string][] => (unit === undefined ? [] : [[column, unit]]))
  return units.length > 0 ? { units: Object.fromEntries(units) } : {}
}

/**
 * What a reading gave. `version` goes into the next reading as `since`. `calls`: how many requests it took, since the
 * other sides ration them.
 */
export type SourceReading =
  | { extent: 'unchanged'; version: string; calls: number }
  | {
      /** `changed`: the header and the rows that came or changed since; rows that are gone are not told. */
      extent: 'all' | 'changed'
      table: string
      /** Lasting identities of the columns where the other side keeps them (Airtable `fld…`). */
      columnIds: string[] | null
      rows: SourceRow[]
      /** How the document writes numbers and dates in text (`sv_SE`), where it says. */
      locale: string | null
      version: string
      calls: number
    }

export type ReadingOptions = { since?: string | null; most?: number }

/** What the source can do; data instead of optional methods. */
export type SourceCapabilities = {
  /** Only what a person has picked for us can be opened; a consent can be asked for one document more. */
  picksDocuments: boolean
  writes: boolean
  /** The token exchange wants a proof key (PKCE, RFC 7636). */
  provesKey: boolean
}

/** What a session needs from its owner. */
export type SourceAccess = {
  accessToken(options?: { refused?: string }): Promise<string>
  /** The company. */
  sharer: string
  /** Whose account it is, null before that is known: limits may be counted per account. */
  owner: string | null
  /**
   * Waits until a request may leave under a limit that the other side counts of all our processes and companies together;
   * companies take turns. The returned function tells that its answer came.
   */
  pace(limit: SourceLimit): Promise<Answered>
}
/** `of`: what it is counted of, a base or a person's account. */
export type SourceLimit = PaceLimit & { of: string }

/** `day`: `YYYY-MM-DD`, written as a day that the spreadsheet can sort and reckon by. */
export type WrittenRow = readonly (string | number | { day: string } | null)[]

/** One company's open line to a source. All methods throw ConnectorError (connectors/accounting-connector.ts). */
export interface SourceSession {
  /** Whose account it is, as the person knows it. */
  readOwner(): Promise<{ id: string; name: string }>
  /** What we may open. */
  listDocuments(): Promise<SourceDocument[]>
  readDocument(id: string): Promise<SourceDocument>
  listTables(documentId: string): Promise<SourceTable[]>
  /**
   * Header first. `since`: the version of an earlier reading, to be spared what has not changed. `most`: the first rows are
   * enough, at least so many.
   */
  readRows(address: SourceAddress, options?: ReadingOptions): Promise<SourceReading>
  /** Replaces the tab's content. Texts stay texts, whatever they begin with. */
  writeRows(address: SourceAddress, rows: readonly WrittenRow[]): Promise<void>
}

/** A place outside Radvis that rows are read from. */
export interface SourceConnector {
  readonly id: 'google-sheets' | 'airtable'
  readonly displayName: string
  readonly capabilities: SourceCapabilities
  /** `keyChallenge` is the S256 challenge; `documentId`: the document that the consent is wanted for. */
  authorizeUrl(request: { state: string; redirectUri: string; keyChallenge: string; documentId: string | null }): string
  exchangeCode(request: { code: string; redirectUri: string; keyVerifier: string }): Promise<Tokens>
  refreshTokens(refreshToken: string): Promise<Tokens>
  /** Takes our access back at the other side; `not-possible` where only a person can do that there. */
  revokeTokens(tokens: { accessToken: string; refreshToken: string }): Promise<'revoked' | 'not-possible'>
  openSession(access: SourceAccess): SourceSession
}
