/** A number with the format its cell has, the locale's own without a pattern; a formula and what it gives; a failed formula. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { v: number; f: 'DATE' | 'DATE_TIME' | 'TIME' | 'CURRENCY' | 'PERCENT' | 'NUMBER'; pattern?: string | undefined }
  | { v: number | string; formula: string }
  | { error: string }

export type Tab = {
  sheetId: number
  title: string
  hidden: boolean
  rowCount: number
  columnCount: number
  frozenRows?: number | undefined
  /** By its owner: who may write in the spreadsheet may not write here. */
  isProtected?: boolean | undefined
  rows: Cell[][]
  /** Numbers of rows, from 1. */
  hiddenRows?: { byFilter: number[]; byUser: number[] } | undefined
}

/** A spreadsheet. `users` may open it in Drive; whether the app may is another matter. */
export type Document = {
  id: string
  name: string
  users: string[]
  locale: string
  timeZone: string
  version: number
  modifiedTime: string
  trashed: boolean
  /** Another than a spreadsheet's: an Excel file that lies in Drive. */
  mimeType?: string | undefined
  tabs: Tab[]
}

export type User = { id: string; email: string; name: string }

export type Grant = { user: string; scopes: string[] }
export type GoogleTables = {
  documents: Document
  /** A file that a user has picked for the app: `user file`. */
  picks: { user: string; file: string }
  codes: Grant & { redirectUri: string; challenge: string | null; isOffline: boolean; expiresAt: number }
  refreshTokens: Grant
  accessTokens: Grant & { expiresAt: number }
}
