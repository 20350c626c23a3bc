import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { keepPicture, openJourney, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
let stage: Stage
let page: Page
let importId: string

beforeAll(async () => {
  const journey = await openJourney()
  ;({ stage, page } = journey)
  const { client } = journey
  const { id: templateId } = await client.createTemplate(sample)
  ;({ id: importId } = await client.importFile(sample, templateId))
  await client.mapUnknownMerchants(importId, { account: 5410, vatType: 'SE25' })
  await client.post(importId)
  await page.emulateMedia({ forcedColors: 'active' })
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'forced-colours'))

/** Shown where backgrounds and shadows are the system's: by a border, an outline, or a background in another of its colours. */
const look = (part: Locator, pseudo = '') =>
  part.evaluate((element, pseudo) => {
    const { backgroundColor, borderTopStyle, borderTopWidth, borderBottomWidth, outlineStyle } = getComputedStyle(
      element,
      pseudo,
    )
    const border = borderTopStyle === 'none' ? '0px' : borderTopWidth
    return { background: backgroundColor, border, under: borderBottomWidth, outline: outlineStyle }
  }, pseudo)

const background = (part: Locator, pseudo?: string) => look(part, pseudo).then((seen) => seen.background)
const paper = () => background(page.locator('body'))

test('with colours of the system a dialog has an edge', async () => {
  await page.goto(`${stage.url}/app/users`)
  await page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true }).click()
  expect((await look(page.getByRole('dialog'))).border).toBe('1px')
  await page.keyboard.press('Escape')
})

test('the button that matters most has its name in the colour that goes with its own', async () => {
  await page.goto(`${stage.url}/app/users`)
  const invite = page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true })
  const adjusts = await invite.evaluate((button) => getComputedStyle(button).forcedColorAdjust)
  expect(adjusts).toBe('none')
  expect(await background(invite)).not.toBe(await paper())
})

test('the current entry of the menu, tab and tally are told from the rest', async () => {
  await page.goto(`${stage.url}/app/imports`)
  const entry = page.getByRole('navigation', { name: m.shell_main_menu({}, at) }).locator('[aria-current=page]')
  expect(await background(entry, '::before')).not.toBe(await paper())
  const tabs = page.getByRole('navigation', { name: m.exports_tabs({}, at) }).getByRole('link')
  expect([(await look(tabs.first())).under, (await look(tabs.last())).under]).toEqual(['3px', '0px'])
  await page.goto(`${stage.url}/app/imports/${importId}`)
  const tally = page.getByRole('group', { name: m.shell_equation_label({}, at) }).locator('[aria-pressed=true]')
  expect(await background(tally, '::after')).not.toBe(await paper())
})

test('the entry that Enter takes is told from the rest', async () => {
  await page.getByRole('button', { name: m.shell_account_of({ name: 'Karin Ekdahl' }, at) }).press('Enter')
  await page.keyboard.press('ArrowDown')
  const lit = page.getByRole('menuitem').and(page.locator('[data-highlighted]'))
  // The one that opens lit is no more when the next is.
  await expect.poll(async () => (await look(lit)).outline).toBe('solid')
  await page.keyboard.press('Escape')
})

test('a bar of progress is filled as far as the run came', async () => {
  await page.goto(`${stage.url}/app/transaction`)
  const bar = page.getByRole('progressbar').first()
  await bar.waitFor()
  expect((await look(bar)).outline).toBe('solid')
  expect(await background(bar.locator('span').first())).not.toBe(await background(bar))
})
