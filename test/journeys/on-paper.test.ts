import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardStatement } from '../../scripts/card-statement.ts'
import { keepPicture, openJourney, sample } from './open-browser.ts'

let journey: Awaited<ReturnType<typeof openJourney>>
let page: Page
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'radvis-paper-'))
  journey = await openJourney({ theme: 'dark' })
  page = journey.page
})
afterAll(async () => {
  await journey.stage.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach((test) => keepPicture(test, () => page, 'paper'))
beforeEach(() => page.emulateMedia({ media: null }))

test('the rows of an import are a table on white paper, without menus, buttons and the sums of the foot', async () => {
  const template = await journey.client.createTemplate(sample)
  const { id } = await journey.client.importFile(sample, template.id)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').getByText('ICA SUPERMARKET TEST').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('table').getByText('ICA SUPERMARKET TEST').waitFor()
  const seen = page.locator('nav, button:has-text("Skapa"), [placeholder], [role=grid]').filter({ visible: true })
  await expect.poll(() => seen.count()).toBe(0)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: null })
  expect(await sheetsOf(page)).toBeLessThanOrEqual(4)
})

test('of a file that is too long for paper the first rows are printed, and it says so', async () => {
  const path = join(folder, 'long.xlsx')
  const purchases = Array.from({ length: 1_500 }, (_, i) => ({
    ...{ date: '2026-10-01', text: `KIOSK ${i}`, place: 'KISTA', minor: 1_000 + i },
  }))
  const card = { number: '525412******1234', holder: 'Karin Ekdahl', purchases }
  writeFileSync(path, cardStatement([card], { date: '2026-10-14', minor: 100 }))
  const template = await journey.client.createTemplate(path, 'Lång')
  const { id } = await journey.client.importFile(path, template.id)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').getByText('KIOSK 1', { exact: true }).waitFor()
  expect(await sheetsOf(page)).toBeLessThanOrEqual(12)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.getByText(/Utskriften visar de 200 första av 1.510 rader/).waitFor()
})

test('a list is printed without the form above it that nothing is filled in', async () => {
  for (const path of ['/app/events', '/app/imports']) {
    await page.goto(`${journey.stage.url}${path}`)
    const fields = page.getByRole('main').locator('input, [role=combobox]').filter({ visible: true })
    await fields.first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => fields.count()).toBe(0)
    await page.emulateMedia({ media: null })
  }
})

test('a sheet, as narrow as a phone, has each fact once and the words of its marks, and nothing to press', async () => {
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.goto(`${journey.stage.url}/app/events`)
  const by = page.getByRole('main').getByText('Karin Ekdahl').filter({ visible: true })
  await by.first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('table').getByRole('row')
  await rows.nth(1).waitFor()
  await expect.poll(() => by.count()).toBe((await rows.count()) - 1)
  await expect
    .poll(async () => (await rows.getByText('Klart', { exact: true }).first().boundingBox())?.width)
    .toBeGreaterThan(10)
  await page.emulateMedia({ media: null })
  const templates = await journey.client.call<{ items: { id: string }[] }>('GET', '/templates')
  for (const path of ['settings', 'connectors', `template/${templates.items[0]?.id}/mapping`]) {
    await page.goto(`${journey.stage.url}/app/${path}`)
    const buttons = page.getByRole('main').locator('button[data-variant], a[data-variant]').filter({ visible: true })
    await buttons.first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => buttons.count()).toBe(0)
    await page.emulateMedia({ media: null })
  }
})

async function sheetsOf(printed: Page): Promise<number> {
  const pdf = await printed.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}
