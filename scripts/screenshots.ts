import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { readConfig } from '#platform/config.ts'
import { startRadvis } from '../src/main.ts'
import { buildIfChanged } from './build.ts'
import { foreignPayee } from './card-statement.ts'
import { chromiumArgs, ensureChromium } from './chromium.ts'
import { freePort } from './free-port.ts'
import { fillCompany } from './made-up-company.ts'
import { createClient, type RadvisClient } from './radvis-client.ts'

/** Takes the pictures of the product that README and site show, from the running product with made-up rows. */
const folder = mkdtempSync(join(tmpdir(), 'radvis-pictures-'))
const pictures = fileURLToPath(new URL('../content/screenshots/', import.meta.url))
const credentials = ['pictures@radvis.example', 'radvis pictures'] as const

await buildIfChanged()
mkdirSync(pictures, { recursive: true })
const running = await startRadvis(
  readConfig(
    {
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    },
    [],
  ),
)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
try {
  const client = createClient(running.url)
  const { importId, templateId, row } = await prepare(client)
  const review = `/app/imports/${importId}?row=${row}`
  await take(browser, 'import-sv-light', review, 'light', 1440)
  await take(browser, 'import-sv-dark', review, 'dark', 1440)
  await take(browser, 'import-sv-phone', `/app/imports/${importId}`, 'light', 390)
  await take(browser, 'mapping-sv-light', `/app/template/${templateId}/mapping`, 'light', 1440)
  await take(browser, 'dashboard-sv-light', '/app/dashboard', 'light', 1440)
} finally {
  await browser.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

async function prepare(client: RadvisClient): Promise<{ importId: string; templateId: string; row: number }> {
  await client.signUp(...credentials)
  await client.connectSandbox()
  const made = await fillCompany(client)
  const { items } = await client.call<{ items: { id: number; supplierName: string | null }[] }>(
    'GET',
    `/imports/${made.importId}/rows?limit=100`,
  )
  const foreign = items.find(({ supplierName }) => supplierName === foreignPayee[2])
  if (!foreign) throw new Error('the statement has no purchase abroad to show')
  return { ...made, row: foreign.id }
}

async function take(where: Browser, name: string, path: string, theme: 'light' | 'dark', width: number): Promise<void> {
  const context = await where.newContext({
    viewport: { width, height: width < 600 ? 844 : 1000 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${running.url}/signin`)
  await page.getByLabel('E-post').fill(credentials[0])
  await page.getByLabel('Lösenord', { exact: true }).fill(credentials[1])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard')
  await page.goto(`${running.url}${path}`)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(800) // rows and the panel have come, nothing moves any more
  await page.screenshot({ path: `${pictures}${name}.png` })
  await context.close()
}
