import { createHash, randomBytes } from 'node:crypto'
import type { Tokens } from '#connectors/accounting-connector.ts'
import type { SourceConnector, SourceReading, SourceSession } from '#connectors/source-connector.ts'
import { type createHurriedTime, paceAlone } from '#connectors/testing/source-connector-behaviour.ts'

export const redirectUri = 'https://radvis.example/api/v1/connectors/callback'
export type HurriedTime = ReturnType<typeof createHurriedTime>

export type Line = { session: SourceSession; tokens(): Tokens; renew(): Promise<void> }

/** Lets Radvis in as a person does, and opens a session whose tokens are renewed when they are refused. */
export async function openLine(
  connector: SourceConnector,
  answer: (authorizeUrl: string) => URL,
  time: HurriedTime,
): Promise<Line> {
  let tokens = await consent(connector, answer)
  const renew = async () => {
    tokens = await connector.refreshTokens(tokens.refreshToken)
  }
  const session = connector.openSession({
    async accessToken({ refused } = {}) {
      if (refused === tokens.accessToken) await renew()
      return tokens.accessToken
    },
    ...{ sharer: 'company', owner: null, pace: paceAlone(time) },
  })
  return { session, tokens: () => tokens, renew }
}

export async function consent(connector: SourceConnector, answer: (authorizeUrl: string) => URL): Promise<Tokens> {
  const keyVerifier = randomBytes(48).toString('base64url')
  const keyChallenge = createHash('sha256').update(keyVerifier).digest('base64url')
  const state = randomBytes(32).toString('base64url')
  const back = answer(connector.authorizeUrl({ state, redirectUri, keyChallenge, documentId: null }))
  return connector.exchangeCode({ code: back.searchParams.get('code') ?? '', redirectUri, keyVerifier })
}

export function rowsOf(reading: SourceReading) {
  if (reading.extent === 'unchanged') throw new Error('nothing was read')
  return reading.rows
}

/** Each row as its cells, with the unit behind a number that is shown in one. */
export function textsOf(reading: SourceReading): string[][] {
  return rowsOf(reading).map(({ cells, units }) =>
    cells.map((cell, column) => (units?.[column] === undefined ? cell : `${cell} ${units[column]}`)),
  )
}
