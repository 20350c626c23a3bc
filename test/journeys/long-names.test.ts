import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import type { createClient } from '../../scripts/radvis-client.ts'
import {
  expectAccessible,
  holdAnswers,
  invitationTo,
  keepPicture,
  openJourney,
  openPage,
  type Stage,
  sample,
} from './open-browser.ts'

const at = { locale: 'sv' } as const
const name = `<b>مرحبا</b>_${'kontoutdrag_'.repeat(6)}`
let stage: Stage
let page: Page
let client: ReturnType<typeof createClient>
let importId: string
let templateId: string

beforeAll(async () => {
  ;({ stage, client, page } = await openJourney({ width: 390 }))
  const file = join(stage.files, `${'utdrag_'.repeat(14)}.xlsx`)
  copyFileSync(sample, file)
  templateId = (await client.createTemplate(file, name)).id
  importId = (await client.importFile(file, templateId)).id
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'names'))

test('names of one long word keep within the page', async () => {
  const filtered = `/app/imports/${importId}?problem=supplier-needed`
  const pages = [
    ['/app/dashboard', m.activity_dashboard_templates({}, at)],
    ['/app/template/overview', name],
    [`/app/template/${templateId}/mapping`, m.templates_group_required({}, at)],
    ['/app/imports', name],
    [filtered, name],
  ] as const
  for (const [path, shown] of pages) {
    await page.goto(stage.url + path)
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator('#content').getByText(shown).filter({ visible: true }).first().waitFor()
      const beyond = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(async () => [path, width, await beyond()]).toEqual([path, width, 0])
      if (path === filtered) await expectAccessible(page, 'rows that are filtered')
    }
  }
})

test("on a screen between a phone's and a desk's the overview has room for what waits", async () => {
  for (const width of [870, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${stage.url}/app/dashboard`)
    const waiting = page.locator('#content li p').first()
    await expect.poll(async () => (await waiting.boundingBox())?.height).toBeLessThan(30) // one line
  }
})

test('a client company is told apart by its whole name, however long that of its firm is', async () => {
  const firm = (await client.call<{ companies: { id: string }[] }>('GET', '/me')).companies[0]
  const company = {
    name: 'Strandkanten Konsult HB',
    organisationNumber: stage.customer.organisationNumbers[1],
    firmId: firm?.id,
  }
  const address = { address: 'Strandvägen 2', zipCode: '114 56', city: 'Stockholm', country: 'SE' }
  await client.call('POST', '/companies', { ...company, ...address, billingEmail: 'faktura@example.com' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/dashboard`)
  await page.getByRole('button', { name: m.shell_switch_company({}, at) }).click()
  const shown = page.getByRole('menuitemcheckbox').getByText(company.name)
  await expect.poll(() => shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
})

test('an invitation to a long address keeps within the page', async () => {
  const address = `bo.${'andersson.'.repeat(5)}b@redovisningsbyran.example.com`
  await client.call('POST', '/users/invitations', { email: address, role: 'full' })
  const { page: invited } = await openPage(stage, { language: 'sv', width: 390 })
  await invited.goto(await invitationTo(stage, address))
  await invited.getByText(m.accounts_join_as({ email: address }, at)).waitFor()
  await expect.poll(() => invited.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await invited.context().close()
})

test('a template is made once, though the button is pressed again while its page is on the way', async () => {
  await page.goto(`${stage.url}/app/template/overview`)
  await page.getByRole('button', { name: m.templates_new({}, at) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(sample)
  await dialog.getByLabel(m.templates_field_bank({}, at)).fill('SEB')
  const countTemplates = async () => (await client.call<{ items: unknown[] }>('GET', '/templates')).items.length
  const { release } = await holdAnswers(page, '**/assets/page-*.js', () => true)
  await page.keyboard.press('Enter')
  await expect.poll(countTemplates).toBe(2) // what the browser tells of an answer may be lost
  await page.waitForTimeout(200)
  await dialog
    .getByRole('button')
    .last()
    .click({ force: true, timeout: 2_000 })
    .catch(() => undefined)
  release()
  await page.waitForURL('**/mapping')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(await countTemplates()).toBe(2)
})

test('the name of a run has room beside its buttons, or above them', async () => {
  await client.mapUnknownMerchants(importId, { account: 5410, vatType: 'SE25' })
  const { id } = await client.post(importId)
  for (const width of [870, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${stage.url}/app/transaction?run=${id}`)
    const title = page.getByRole('heading', { level: 1, name: 'utdrag' })
    await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(250)
  }
})
