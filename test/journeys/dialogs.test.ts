import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import type { createClient } from '../../scripts/radvis-client.ts'
import { keepPicture, openJourney, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
const names = ['Kaffebryggeriet', 'Glasblåseriet'].map((word) => word.repeat(4))
let stage: Stage
let page: Page
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  ;({ stage, client, page } = await openJourney({ width: 360 }))
  for (const name of names) {
    const { number } = await client.call<{ number: string }>('POST', '/suppliers', { name })
    const designations = [{ match: 'exact', text: name }]
    await client.call('PUT', '/mapped-suppliers', {
      supplierNumber: number,
      account: 5410,
      vatType: 'SE25',
      designations,
    })
  }
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'dialogs'))

/** What of a text lies beyond what it stands in. */
const cutIn = (locator: Locator) =>
  locator.evaluate((within) => {
    const { right } = within.getBoundingClientRect()
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      if (range.getBoundingClientRect().right > right + 1) cut.push(text.nodeValue ?? '')
    }
    return cut
  })

test('a drawer that was left by mouse leaves the buttons of the next row free', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  const edit = page.getByRole('gridcell').getByRole('button', { name: m.suppliers_edit_one({ name: '' }, at) })
  await edit.first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.suppliers_cancel({}, at) })
    .click()
  await edit.first().and(page.locator(':focus')).waitFor()
  await edit.nth(1).click({ timeout: 5_000 })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.suppliers_cancel({}, at) })
    .click()
  await page.setViewportSize({ width: 360, height: 844 })
})

test('names of one long word are told in full in a dialog and where it has been answered', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  for (const name of names) await page.getByRole('checkbox', { name: m.shell_table_mark({ name }, at) }).click()
  const merge = page.getByRole('button', { name: m.suppliers_merge({}, at), exact: true })
  await merge.click()
  await page.getByRole('radio').last().waitFor()
  await expect.poll(() => cutIn(page.getByRole('dialog'))).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.suppliers_merge({}, at) })
    .click()
  const told = page
    .locator('#content')
    .getByRole('paragraph')
    .filter({ has: page.getByRole('button', { name: m.suppliers_merge_undo({}, at) }) })
  await expect.poll(() => cutIn(told)).toEqual([])
})

test('a toast that is open leaves a dialog its title and the button that closes it', async () => {
  const toast = page.locator('[data-sonner-toast]')
  await toast.waitFor()
  const below = async () => {
    const [above, title] = [
      await toast.boundingBox(),
      await page.getByRole('dialog').last().getByRole('heading').boundingBox(),
    ]
    return above && title && title.y - (above.y + above.height)
  }
  await page
    .getByRole('row')
    .getByText(/^(Kaffe|Glas)/)
    .first()
    .click()
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.suppliers_remove({}, at), exact: true })
    .click()
  await page.getByRole('button', { name: m.suppliers_keep({}, at) }).waitFor()
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  await page
    .getByRole('button', { name: m.shell_close({}, at) })
    .last()
    .click({ timeout: 5_000 })
})

test('the event log tells whom a line is about in full', async () => {
  await page.goto(`${stage.url}/app/events`)
  const subject = page.getByRole('gridcell', { name: names[0] ?? '', exact: true })
  await expect.poll(() => cutIn(subject.first())).toEqual([])
})

test('a list to choose from is called by what is searched for in it', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  await page
    .getByRole('button', { name: m.suppliers_add({}, at) })
    .first()
    .click()
  await page.getByRole('combobox', { name: m.suppliers_supplier_field({}, at) }).click()
  await page.getByRole('listbox', { name: m.suppliers_supplier_search({}, at) }).waitFor({ timeout: 5_000 })
})

test('a dialog whose text came later and is longer than it is scrolls by keyboard', async () => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  await page.getByRole('button', { name: m.suppliers_sheet_menu({}, at) }).waitFor()
  const rows = Array.from({ length: 30 }, (_, row) => `99${row};5410;Butik ${row}`)
  const buffer = Buffer.from(`Leverantörsnummer;Konto;Innehåller\n${rows.join('\n')}`)
  await page
    .getByLabel(m.suppliers_sheet_upload({}, at), { exact: true })
    .setInputFiles({ name: 'leverantorer.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('9929').first().waitFor()
  await expect.poll(() => dialog.locator('[tabindex="0"]').count()).toBe(1)
  const body = dialog.locator('[tabindex="0"]')
  await body.press('End')
  await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
})

test('a toast leaves the menus of a list free, and is within the window however wide that is', async () => {
  const { id } = await client.createTemplate(sample, 'SEB Kort till Fortnox för hela bolaget')
  const { fileName } = await client.importFile(sample, id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/template/overview`)
  const menus = page.getByRole('button', { name: m.templates_actions_for({ name: '' }, at) })
  await menus.click()
  await page.getByRole('menuitem', { name: m.templates_duplicate({}, at) }).click()
  const toast = page.locator('[data-sonner-toast]')
  await toast.waitFor()
  await menus.nth(1).waitFor()
  for (const menu of await menus.all()) await menu.click({ trial: true, timeout: 5_000 })
  await page.setViewportSize({ width: 700, height: 900 })
  await page.getByRole('button', { name: m.shell_menu({}, at), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: m.shell_nav_imports({}, at) })
    .click()
  await page.getByRole('link', { name: fileName }).first().click()
  await page.locator('#review').waitFor()
  await expect.poll(async () => (await toast.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0)
})

test('a toast leaves the buttons of a template free, however its head is broken', async () => {
  const { id } = await client.createTemplate(sample, 'SEB Kort till Fortnox för hela bolaget och dess dotterbolag')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/template/${id}/mapping`)
  await page.getByRole('button', { name: m.templates_save({}, at) }).click()
  await page.getByRole('button', { name: m.templates_empty_fields_do({}, at) }).click()
  await page.locator('[data-sonner-toast]').waitFor()
  for (const width of [1440, 1200, 1000, 880]) {
    await page.setViewportSize({ width, height: 900 })
    const buttons = page.locator('#content header').getByRole('button')
    for (const button of await buttons.all()) await button.click({ trial: true, timeout: 5_000 })
    await page.getByRole('button', { name: m.templates_header_change({}, at) }).click({ trial: true, timeout: 5_000 })
  }
})
