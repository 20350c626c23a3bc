import { expect, test } from 'vitest'
import { createConnectors, createSourceConnectors } from './registry.ts'

const client = { clientId: 'id', clientSecret: 'secret' }
const answer = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'bearer', scope: '' }
const send = async () => Response.json(answer)

test('how long a token of any system is good is counted by the clock that is handed in', async () => {
  const options = {
    fortnox: {
      ...{ ...client, apiUrl: 'http://f/', authUrl: 'http://f', fetch: send },
      rateLimit: { requests: 25, seconds: 5 },
    },
    google: {
      ...{ ...client, sheetsUrl: 'http://g', driveUrl: 'http://g', picksInConsent: false, fetch: send },
      oauthAddresses: { authorize: 'http://g', token: 'http://g', revoke: 'http://g' },
    },
    airtable: { ...client, apiUrl: 'http://a', oauthUrl: 'http://a', fetch: send },
  }
  const timed = { now: () => 5000 }
  const systems = [...createConnectors(options, timed), ...createSourceConnectors(options, timed)]
  expect(systems).toHaveLength(3)
  for (const system of systems) expect(await system.refreshTokens('r')).toMatchObject({ expiresAt: 5000 + 3600 * 1000 })
})
