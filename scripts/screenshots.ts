import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { readConfig } from '#platform/config.ts'
import { startRadvis } from '../src/main.ts'
import { buildIfChanged } from './build.ts'
import { chromiumArgs, ensureChromium } from './chromium.ts'
import { freePort } from './free-port.ts'
import { createClient, type RadvisClient } from './radvis-client.ts'

/** Takes the pictures of the product that README and site show, from the running product with made-up rows. */
const folder = mkdtempSync(join(tmpdir(), 'radvis-pictures-'))
const pictures = fileURLToPath(new URL('../content/screenshots/', import.meta.url))
const credentials = ['pictures@radvis.example', 'radvis pictures'] as const

/** Merchants that are mapped, and ones that nobody has seen. */
const known = [
  'KONTORSHALLEN 0412',
  'TALLTICKET BOKNING',
  'HOTELL STRANDPORTEN',
  'NORDLINK MOBIL AB',
  'KAFE BRYGGAN',
  'DRIVMEDEL NORD',
  'FRAKTLAGET',
  'ANNONSVERKET',
  'SKRUV OCH SPIK',
  'TAXI LJUNGBY',
  'BOKBODEN NORR',
  'PARKERA MER',
  'FLYGBOLAGET POLARIS',
  'LUNCHSALEN VASTRA',
  'DOMAENLAGRET',
]
const strangers = ['BRYGGERIGRAEND 14', 'PIXELGRUVAN']

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
  const { importId, templateId } = await prepare(client)
  const review = `/app/imports/${importId}?row=14`
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

async function prepare(client: RadvisClient): Promise<{ importId: string; templateId: string }> {
  await client.signUp(...credentials)
  await client.connectSandbox()
  const september = writeCardFile('transactions-2026-09-30-to-2026-09-01.csv', '09', known)
  const template = await client.createTemplate(september)
  const first = await client.importFile(september, template.id)
  await client.mapUnknownMerchants(first.id, { account: 6110, vatType: 'SE25' })
  await client.post(first.id)
  const october = writeCardFile('transactions-2026-10-31-to-2026-10-01.csv', '10', [...known, ...strangers])
  const { id } = await client.importFile(october, template.id)
  return { importId: id, templateId: template.id }
}

function writeCardFile(name: string, month: string, merchants: readonly string[]): string {
  const lines = [
    'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
    `2026-${month}-02;2026-${month}-02;Inbetalning;;SEK;0;-38240,00`,
  ]
  for (let i = 0; i < merchants.length * 2; i++) {
    const day = String(Math.floor(i / 1.3) + 1).padStart(2, '0')
    const amount = `${(((i + 3) * 977) % 2900) + 40},${i % 3 === 0 ? '50' : '00'}`
    lines.push(
      `2026-${month}-${day};2026-${month}-${day};${merchants[(i * 7) % merchants.length]};STOCKHOLM;SEK;0;${i === 11 ? `-${amount}` : amount}`,
    )
  }
  const path = join(folder, name)
  writeFileSync(path, lines.join('\r\n'))
  return path
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
