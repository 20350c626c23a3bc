import { z } from 'zod'

const connectionState = z.enum(['connected', 'disconnected'])

/** `accounting`: invoices are posted there; `source`: rows are read from there. */
const connectorKind = z.enum(['accounting', 'source'])

export const obstacleKinds = ['approval-required', 'period-locked', 'missing-scope', 'missing-licence'] as const
/** What the accounting system refused once, and will again until somebody there has changed something. */
export const obstacle = z.object({
  kind: z.enum(obstacleKinds),
  /** The step of a posting that met it. */
  step: z.string(),
  serviceCode: z.string().nullable(),
  message: z.string().nullable(),
  /** The latest day that was refused, where it is about days. */
  day: z.iso.date().nullable(),
})
export type Obstacle = z.infer<typeof obstacle>

/** GET /connectors: every system Radvis can be connected to, and how this company stands with it. */
export const connectorStatus = z.object({
  connectorId: z.string(),
  displayName: z.string(),
  kind: connectorKind,
  /** Only what a person has picked for us there can be opened; another consent picks more. */
  picksDocuments: z.boolean(),
  /** `disconnected` with an id: it was connected and the connection was lost or ended. */
  connection: z
    .object({
      id: z.uuid(),
      state: connectionState,
      tenantId: z.string().nullable(),
      tenantName: z.string().nullable(),
      /** Whose books they are (*organisationsnummer*), as written over there; null where it does not say. */
      organisationNumber: z.string().nullable(),
      /** They are not this company's by their number, and nobody has said that they are right all the same. */
      isOtherCompany: z.boolean(),
      lostReason: z.string().nullable(),
      connectedBy: z.string().nullable(),
      connectedAt: z.iso.datetime(),
      refreshedAt: z.iso.datetime().nullable(),
      obstacles: z.array(obstacle),
      /** What its consent was asked for and did not give, by the system's own names. */
      missingScopes: z.array(z.string()),
      /** Other companies in Radvis connected to the same company there: the name to who is a member of it, else null. */
      alsoConnected: z.array(z.string().nullable()),
    })
    .nullable(),
  isSandbox: z.boolean(),
  /** Where the stand-in shows its ledger. */
  sandboxUrl: z.url().nullable(),
})
export type ConnectorStatus = z.infer<typeof connectorStatus>
export const connectorList = z.object({ items: z.array(connectorStatus) })

export const postingSettings = z.object({
  usesWarehouse: z.boolean(),
  /** Supplier debt account (*leverantörsskuld*); null: the accounting system's predefined one. */
  creditAccount: z.number().int().min(1000).max(9999).nullable(),
  /** Account the card is paid from; with the mode of payment null the mode that has this account is used. */
  paymentAccount: z.number().int().min(1000).max(9999).nullable(),
  modeOfPayment: z.string().max(20).nullable(),
  bookkeepInvoices: z.boolean(),
  payInvoices: z.boolean(),
})
export type PostingSettings = z.infer<typeof postingSettings>
/** PUT /settings. `before`: the settings as they were when the change of them began; refused where others hold by now. */
export const changeSettingsRequest = postingSettings.extend({ before: postingSettings.optional() })

/** POST /connectors/{connectorId}/authorize; `documentId`: the document that access is wanted to. */
export const authorizeQuery = z.object({ documentId: z.string().max(200).optional() })
/** Where the person allows Radvis in. */
export const authorizeAnswer = z.object({ url: z.url() })

/** Why a consent came to nothing; /app/connectors?error= shows the text of the same name. */
export const consentProblems = [
  'consent-expired',
  'consent-refused',
  'consent-failed',
  'other-browser',
  'other-company',
  'other-account',
  'scope-unticked',
  'missing-licence',
  'account-locked',
  'system-unavailable',
] as const
export type ConsentProblem = (typeof consentProblems)[number]

/** What can be wrong with a setting, as field errors of PUT /settings. */
export type SettingProblem =
  | 'account-unknown'
  | 'account-inactive'
  | 'mode-of-payment-unknown'
  | 'mode-of-payment-has-other-account'
  | 'account-without-mode-of-payment'

/** GET /settings: the settings and what there is to choose from. */
export const settingsPage = z.object({
  settings: postingSettings,
  isConnected: z.boolean(),
  /** The accounting system's name. */
  systemName: z.string(),
  accounts: z.array(z.object({ number: z.number().int(), name: z.string(), isActive: z.boolean() })),
  modesOfPayment: z.array(z.object({ code: z.string(), name: z.string(), account: z.number().int() })),
  supplierDebtAccount: z.number().int().nullable(),
  lockedUntil: z.string().nullable(),
})
export type SettingsPage = z.infer<typeof settingsPage>

/** GET /sources/{connectorId}/documents: the spreadsheets or bases that Radvis may open. */
export const sourceDocument = z.object({ id: z.string(), name: z.string() })
export const sourceDocumentList = z.object({ items: z.array(sourceDocument) })

/** GET /sources/{connectorId}/documents/{documentId}/tables: tabs, or tables with their views. */
export const sourceTable = z.object({
  id: z.string(),
  name: z.string(),
  views: z.array(z.object({ id: z.string(), name: z.string() })),
})
export const sourceTableList = z.object({ items: z.array(sourceTable) })
