import { createHash, randomBytes } from 'node:crypto'
import { startGoogleSandbox } from '#sandbox/google/index.ts'
import { createSourceConnectors } from '../registry.ts'
import {
  answerConsent,
  controlOf,
  createHurriedTime,
  onlyOne,
  paceAlone,
  type SeedCell,
  type SourceStage,
  stageControl,
} from './source-connector-behaviour.ts'

export const googleUser = '1001'
const redirectUri = 'https://radvis.example/back'
const fileScope = 'https://www.googleapis.com/auth/drive.file'

/** Google Sheets beside its sandbox. */
export async function openGoogleStage(
  options: { quotaOfUser?: number; quotaOfProject?: number; fetch?: typeof fetch } = {},
) {
  const time = createHurriedTime()
  const sandbox = await startGoogleSandbox({
    now: () => new Date(time.now()),
    clock: time.elapsed,
    quotaOfUser: { requests: options.quotaOfUser ?? 60, seconds: 60 },
    quotaOfProject: { requests: options.quotaOfProject ?? 300, seconds: 60 },
  })
  const { url, clientId, clientSecret } = sandbox
  const google = {
    clientId,
    clientSecret,
    sheetsUrl: url,
    driveUrl: url,
    oauthAddresses: { authorize: `${url}/o/oauth2/v2/auth`, token: `${url}/token`, revoke: `${url}/revoke` },
    picksInConsent: true,
    ...(options.fetch && { fetch: options.fetch }),
    now: time.now,
    sleep: time.sleep,
    driveTime: { now: time.elapsed, sleep: time.sleep },
  }
  const connector = onlyOne(createSourceConnectors({ google, airtable: null }))
  const control = controlOf(url)

  async function consent(answer: { granted?: string[]; files?: string[]; account?: string } = {}) {
    const verifier = randomBytes(48).toString('base64url')
    const keyChallenge = createHash('sha256').update(verifier).digest('base64url')
    const back = await answerConsent(
      connector.authorizeUrl({ state: 'some-state', redirectUri, keyChallenge, documentId: null }),
      { account: answer.account ?? googleUser, granted: answer.granted ?? [fileScope], file: answer.files ?? [] },
    )
    return connector.exchangeCode({ code: back.get('code') ?? '', redirectUri, keyVerifier: verifier })
  }

  let seeded = 0
  const putDocument = (id: string, tabs: unknown[]) =>
    control('PUT', `documents/${id}`, { name: 'Prov', users: [googleUser], tabs })
  const pick = (id: string, user = googleUser) => control('POST', `documents/${id}/picks`, { user })
  const toCell = (cell: SeedCell) => (typeof cell === 'object' && cell !== null ? { date: cell.day } : cell)

  const stage: SourceStage = {
    connector,
    pace: paceAlone(time),
    consent: () => consent(),
    async seed(rows) {
      const documentId = `1ProvBlad00000000000000000000000000000000${String(seeded++).padStart(3, '0')}`
      await putDocument(documentId, [
        { sheetId: 7, title: 'Köp', rows: rows.map((row) => row.map(toCell)) },
        { sheetId: 8, title: 'Hemlig', hidden: true, rows: [['nej']] },
      ])
      await pick(documentId)
      return { documentId, tableId: '7', viewId: null }
    },
    async addRow({ documentId }, cells) {
      const { tabs } = (await (await control('GET', `documents/${documentId}`)).json()) as {
        tabs: { sheetId: number; title: string; hidden: boolean; rows: unknown[][] }[]
      }
      await putDocument(
        documentId,
        tabs.map(({ sheetId, title, hidden, rows }, index) => ({
          sheetId,
          title,
          hidden,
          rows: index === 0 ? [...rows, cells.map(toCell)] : rows,
        })),
      )
    },
    removeTable: async ({ documentId }) => void (await putDocument(documentId, [{ sheetId: 99, title: 'Annan' }])),
    ...stageControl(control, googleUser),
    advance: time.advance,
    close: sandbox.close,
  }
  return { ...stage, url, time, control, putDocument, pick, consentWith: consent }
}
