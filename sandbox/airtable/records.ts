export type Field = {
  id: string
  name: string
  type: string
  options?: { timeZone?: string; result?: { type: string } } & Record<string, unknown>
}
/** Fields that are empty are not there. */
export type AirtableRow = {
  id: string
  createdTime: string
  modifiedTime: string | null
  fields: Record<string, unknown>
}
/** `only`: a view that shows the records with this value. */
export type View = { id: string; name: string; only?: { fieldId: string; value: unknown } }
export type Table = { id: string; name: string; fields: Field[]; views: View[]; records: AirtableRow[] }
export type Base = { id: string; name: string; users: string[]; tables: Table[] }

/** Bases that the person has let us into. */
export type Grant = { user: string; scopes: string[]; bases: string[] }
export type AirtableTables = {
  bases: Base
  codes: Grant & { redirectUri: string; challenge: string; expiresAt: number }
  /** One grant a consent: its pair is replaced by each refresh. */
  pairs: Grant & {
    accessToken: string
    refreshToken: string
    issuedAt: number
    accessExpiresAt: number
    refreshExpiresAt: number
    spent: { refreshToken: string; at: number } | null
  }
}
