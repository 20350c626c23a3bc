import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { expectAccessible, keepPicture, openJourney, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
let stage: Stage
let page: Page
let importId: string
let templateId: string

beforeAll(async () => {
  const opened = await openJourney({ width: 390 })
  ;({ stage, page } = opened)
  templateId = (await opened.client.createTemplate(sample)).id
  importId = (await opened.client.importFile(sample, templateId)).id
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'phone'))

test('Back closes the row that covers the page, and leaves the import only then', async () => {
  await page.goto(`${stage.url}/app/imports`)
  await page
    .getByRole('link', { name: /multicard/ })
    .first()
    .click()
  await page.waitForURL(`**/app/imports/${importId}`)
  const row = page.locator('#row-panel')
  const open = async () => {
    await page.getByText('ICA SUPERMARKET TEST').first().click()
    await row.getByText(m.imports_panel_in_file({}, at)).waitFor()
  }
  await open()
  await page.getByRole('button', { name: m.imports_panel_next({}, at) }).click()
  await page.goBack()
  await row.waitFor({ state: 'detached' })
  await open()
  await page.getByRole('button', { name: m.imports_panel_close({}, at) }).click()
  await row.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/app/imports/${importId}`)
  await page.goBack()
  await page.waitForURL('**/app/imports')
})

test('a toast lies over nothing of the page, which begins below it as long as it is open', async () => {
  await page.goto(`${stage.url}/app/template/${templateId}/mapping`)
  const save = page.getByRole('button', { name: m.templates_save({}, at) })
  await save.click()
  const help = page.getByRole('dialog').getByText(m.templates_target_help_supplier({}, at))
  await expect.poll(async () => (await help.boundingBox())?.width).toBeGreaterThan(200) // below the field's name, not squeezed beside it
  await page.getByRole('button', { name: m.templates_empty_fields_do({}, at) }).click()
  const toast = page.locator('[data-sonner-toast]')
  await toast.getByText(m.templates_saved({ name: 'SEB Kort till Fortnox' }, at)).waitFor()
  const between = async () => {
    const [above, title] = [await toast.boundingBox(), await page.locator('h1').boundingBox()]
    return above && title && title.y - (above.y + above.height)
  }
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  await save.click({ timeout: 5_000 })
})

test('a receipt with a name of one long word keeps within the page, and its match is told in full', async () => {
  await page.goto(`${stage.url}/app/transaction?tab=receipts`)
  const name = `${'kvitto_'.repeat(25)}.png`
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name, exact: true }).waitFor()
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond).toBe(0)
  await expectAccessible(page, 'receipts')
})

test('who refused a consent sees that in the window, and is told of it no more once the connection is ended', async () => {
  const name = 'Airtable'
  const named = (label: string) => page.getByRole('button', { name: `${label}: ${name}`, exact: true })
  const refuse = () => page.getByRole('button', { name: 'Avbryt', exact: true }).click()
  await page.goto(`${stage.url}/app/connectors`)
  await page.getByRole('button', { name: m.connections_connect({ name }, at) }).click()
  await refuse()
  const notice = page.getByText(m.connections_error_title({ name }, at))
  await notice.waitFor()
  const isSeen = async () => {
    const box = await notice.boundingBox()
    return box !== null && box.y > 56 && box.y + box.height < 844
  }
  await expect.poll(isSeen).toBe(true)
  await page.getByRole('button', { name: m.connections_connect({ name }, at) }).click()
  await page.getByRole('checkbox', { name: 'Ekonomi 2026' }).check()
  await page.getByRole('button', { name: 'Ge åtkomst' }).click()
  await named(m.connections_reconnect({}, at)).click()
  await refuse()
  const kept = page.getByText(m.connections_error_kept_title({ name }, at))
  await kept.waitFor()
  await named(m.connections_disconnect({}, at)).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.connections_disconnect({}, at) })
    .click()
  await page.getByText(m.connections_disconnected_toast({ name }, at)).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The address changes in a transition of React's, which may end after the dialog has gone.
  await expect.poll(() => kept.or(notice).count()).toBe(0)
})

test('a phone held sideways, or a page at 400 %, has its room for the rows of an import, not for its foot', async () => {
  await page.setViewportSize({ width: 780, height: 360 })
  await page.goto(`${stage.url}/app/imports/${importId}`)
  const foot = page.getByRole('region', { name: m.imports_foot_label({}, at) })
  await foot.waitFor()
  await expect.poll(async () => (await foot.boundingBox())?.height).toBeLessThan(64)
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(async () => (await foot.boundingBox())?.y).toBeGreaterThan(256)
  await page.setViewportSize({ width: 390, height: 844 })
})

test('a list that is on its way makes the page no wider than the phone', async () => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/runs(\?|$)/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${stage.url}/app/transaction`)
  await page
    .getByRole('status')
    .filter({ hasText: m.shell_loading({}, at) })
    .waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  held.resolve()
  await page.unrouteAll({ behavior: 'wait' })
})

/** Of what Tab goes to, through the whole page: what nobody sees, since it is no larger than a dot or lies below something. */
async function unseenStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const unseen: string[] = []
  for (let stop = 0; stop < 80; stop++) {
    await page.keyboard.press(key)
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + Math.min(height, window.innerHeight - top) / 2)
      const isSeen = seen !== null && (focused.contains(seen) || seen.contains(focused))
      return isSeen ? '' : (focused.getAttribute('aria-label') ?? focused.textContent ?? focused.tagName)
    })
    if (found === null) break
    if (found !== '') unseen.push(found)
  }
  return unseen
}

test('at 200 and 400 % whatever Tab goes to is seen: no button of a head that is only told, nothing below a bar', async () => {
  for (const size of [
    { width: 720, height: 450 },
    { width: 360, height: 225 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`${stage.url}/app/imports/${importId}`)
    await page.getByText('ICA SUPERMARKET TEST').first().waitFor()
    expect([size, await unseenStops(page, 'Tab')]).toEqual([size, []])
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect([size, await unseenStops(page, 'Shift+Tab')]).toEqual([size, []])
  }
  await page.setViewportSize({ width: 390, height: 844 })
})
