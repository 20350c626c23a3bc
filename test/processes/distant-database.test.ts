import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { startInstallation } from './installation.ts'

test('files of any length are imported where the database is far away and spoken to over TLS', async ({
  onTestFinished,
}) => {
  const installation = await startInstallation({}, { isEncrypted: true, delayMs: 5 })
  onTestFinished(() => installation.stop())
  await installation.startWorker()
  const client = createClient(installation.url)
  await client.signUp('karin@example.com', 'a long password')
  await client.connectSandbox()
  const file = (rows: number) => {
    const path = join(installation.folder, `${rows}.csv`)
    writeFileSync(path, cardFile(rows))
    return path
  }
  const { id } = await client.createTemplate(file(20))
  for (const rows of [20, 5000]) {
    const { state, totals } = await client.importFile(file(rows), id)
    expect([state, totals?.read.count]).toEqual(['checked', rows + 1])
  }
})
