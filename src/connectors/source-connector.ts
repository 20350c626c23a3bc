import type { SessionAccess, Tokens } from './accounting-connector.ts'

/** A spreadsheet in Google Sheets, a base in Airtable. */
export type SourceDocument = { id: string; name: string }

/** A tab of a spreadsheet, or a table of a base with its views. `id` stays when the name changes. */
export type SourceTable = { id: string; name: string; views: { id: string; name: string }[] }

/** Which rows an import or a template reads. */
export type SourceAddress = { documentId: string; tableId: string; viewId: string | null }

/**
 * One row as the other side has it, as `SheetRow` of spreadsheets/ describes it. `recordId` is the row's lasting identity
 * where the other side keeps one (Airtable `rec…`), else null (Google Sheets, where row numbers move).
 */
export type SourceRow = { number: number; cells: string[]; kinds: string; recordId: string | null }

/** The rows of a table, its header first. `version` changes when the table's content may have changed. */
export type SourceReading = { table: string; rows: SourceRow[]; version: string }

/** What the source can do; data instead of optional methods. */
export type SourceCapabilities = {
  /** Documents can be listed; where not, a person picks one or gives its link (Google's `drive.file`). */
  listsDocuments: boolean
  writes: boolean
  /** The token exchange wants a proof key (PKCE, RFC 7636). */
  provesKey: boolean
}

/** One company's open line to a source. All methods throw ConnectorError (connectors/accounting-connector.ts). */
export interface SourceSession {
  /** Whose account it is, as the person knows it. */
  readOwner(): Promise<{ id: string; name: string }>
  listDocuments(): Promise<SourceDocument[]>
  readDocument(id: string): Promise<SourceDocument>
  listTables(documentId: string): Promise<SourceTable[]>
  /** Cheap: asked before every scheduled import. Null where the other side does not tell. */
  readVersion(address: SourceAddress): Promise<string | null>
  readRows(address: SourceAddress): Promise<SourceReading>
  /** Replaces the tab's content. */
  writeRows(address: SourceAddress, rows: readonly (readonly (string | number | null)[])[]): Promise<void>
}

/** A place outside Radvis that rows are read from. */
export interface SourceConnector {
  readonly id: 'google-sheets' | 'airtable'
  readonly displayName: string
  readonly capabilities: SourceCapabilities
  /** `keyChallenge` is the S256 challenge where `provesKey`. */
  authorizeUrl(request: { state: string; redirectUri: string; keyChallenge: string }): string
  exchangeCode(request: { code: string; redirectUri: string; keyVerifier: string }): Promise<Tokens>
  refreshTokens(refreshToken: string): Promise<Tokens>
  openSession(access: SessionAccess): SourceSession
}
