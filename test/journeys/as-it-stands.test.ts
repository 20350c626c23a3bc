import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { cardFile } from '../../scripts/card-file.ts'
import { holdAnswers, keepPicture, openJourney } from './open-browser.ts'

const at = { locale: 'sv' } as const
let journey: Awaited<ReturnType<typeof openJourney>>
let page: Page
let panel: Locator
let file: string
let templateId: string

beforeAll(async () => {
  journey = await openJourney()
  page = journey.page
  page.setDefaultTimeout(15_000)
  panel = page.locator('#row-panel')
  file = join(journey.stage.files, 'kort.csv')
  writeFileSync(file, cardFile(30))
  templateId = (await journey.client.createTemplate(file, 'Kort')).id
})
afterAll(() => journey.stage.close())
beforeEach((test) => keepPicture(test, () => page, 'as-it-stands'))
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: 1440, height: 1000 })
})

const dialog = () => page.getByRole('dialog')
const create = new RegExp(m.imports_foot_create({ invoices: '\\d+' }, at))
async function openImport(): Promise<string> {
  const { id } = await journey.client.importFile(file, templateId)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').getByRole('gridcell').first().waitFor()
  return id
}

test('who says a supplier without saying its account stays at the row, which waits for that', async () => {
  const id = await openImport()
  await page.getByRole('grid').getByText(m.problems_supplier_needed({}, at)).first().click()
  await panel.getByRole('combobox', { name: m.imports_map_supplier({}, at) }).click()
  await page.getByRole('dialog').getByRole('button').click() // creates one, which has no account
  await panel.getByRole('combobox', { name: m.imports_map_vat_type({}, at) }).click()
  await page.getByRole('option', { name: '25 %', exact: true }).click()
  const title = await panel.getByRole('heading', { level: 2 }).textContent()
  const answered = page.waitForResponse(`**/imports/${id}/recheck`)
  await panel.getByRole('button', { name: m.imports_map_save({}, at) }).click()
  await answered
  await page
    .getByRole('listitem')
    .filter({ hasText: title ?? '' })
    .waitFor()
  await page.waitForTimeout(1_500) // to go on takes the answers about the next row
  expect(await panel.getByRole('heading', { level: 2 }).textContent()).toBe(title)
})

test('a list that cannot be fetched says so in its place, and is asked for again when it is opened again', async () => {
  await openImport()
  let answer = 'empty'
  await page.route(/\/api\/v1\/suppliers(\?.*)?$/, (route) =>
    answer === 'full'
      ? route.continue()
      : route.fulfill(answer === 'empty' ? { json: { items: [] } } : { status: 403, json: {} }),
  )
  await page.getByRole('grid').getByText(m.problems_supplier_needed({}, at)).first().click()
  const supplier = panel.getByRole('combobox', { name: m.imports_map_supplier({}, at) })
  await supplier.click()
  await dialog().getByText(m.shell_nothing_to_choose({}, at)).waitFor()
  await page.keyboard.press('Escape')
  answer = 'none'
  await page.reload()
  await supplier.click()
  await dialog().getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  answer = 'full'
  await supplier.click()
  await page.getByRole('option').first().waitFor()
})

test('a list of a few that cannot be fetched says so too', async () => {
  await page.route('**/api/v1/templates', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto(`${journey.stage.url}/app/imports`)
  await page.getByRole('combobox', { name: m.imports_new_template({}, at) }).click()
  await page.getByRole('listbox').getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: m.imports_new_template({}, at) }).click()
  await page.getByRole('option', { name: 'Kort' }).waitFor()
})

test('what a template can be made of can be imported, whatever its name ends in', async () => {
  await page.goto(`${journey.stage.url}/app/imports`)
  for (const name of ['kort.tsv', 'kort.xlsm', 'kort.xlsb', 'kort.html']) {
    await page.locator('form input[type=file]').setInputFiles({ name, mimeType: '', buffer: readFileSync(file) })
    await page.locator('form').getByText(name, { exact: true }).waitFor()
  }
  await page.getByText(m.imports_new_recognised({ template: 'Kort' }, at)).waitFor()
})

test('the name that is being written for a template stays where the phone is turned', async () => {
  await page.goto(`${journey.stage.url}/app/template/overview`)
  await page.getByRole('button', { name: m.templates_actions_for({ name: 'Kort' }, at) }).click()
  await page.getByRole('menuitem', { name: m.templates_rename({}, at) }).click()
  const name = dialog().getByRole('textbox')
  await name.fill('Kort i oktober')
  await page.setViewportSize({ width: 800, height: 390 })
  await page.waitForTimeout(500) // a dialog that closes would have
  expect(await name.inputValue()).toBe('Kort i oktober')
})

test('an import that was deleted in another window is told to be gone to who writes in it', async () => {
  const id = await openImport()
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await row.first().locator('[role=gridcell][aria-colindex="2"]').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('2026-03-17')
  await journey.client.deleteImport(id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: m.imports_gone_title({}, at) }).waitFor()
})

test('an import that was deleted in another window is told to be gone to who filters its rows', async () => {
  const id = await openImport()
  await page.waitForLoadState('networkidle') // a part that comes late would tell it before anybody asks
  const attention = page.getByRole('button', { name: m.imports_attention({}, at) }).first()
  await attention.focus()
  await journey.client.deleteImport(id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: m.imports_gone_title({}, at) }).waitFor()
})

test('who tabs to the first row of a list opens it by Enter, and has the focus on the page that came', async () => {
  const { id } = await journey.client.importFile(file, templateId)
  await page.goto(`${journey.stage.url}/app/imports`)
  await page.locator('[role=row][tabindex="0"]').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/imports/${id}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

test('what is written in a cell while the answer to what was there before is under way stands, also what was there at first', async () => {
  const id = await openImport()
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  const day = row.first().locator('[role=gridcell][aria-colindex="2"]')
  const first = (await day.textContent()) ?? ''
  const { hold, release } = await holdAnswers(page, `**/imports/${id}/rows/*`)
  const write = async (text: string) => {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const field = day.getByRole('textbox')
  for (const [before, after] of [
    ['2026-03-17', '2026-03-18'],
    ['2026-03-19', first],
  ] as const) {
    hold()
    await day.focus()
    await page.keyboard.press('F2')
    await write(before)
    await write(after)
    release()
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => day.textContent()).toContain(after)
    const { items } = await journey.client.call<{ items: { date: string | null }[] }>(
      'GET',
      `/imports/${id}/rows?state=attention`,
    )
    expect(items[0]?.date).toBe(after)
  }
})

test('who is asked whether to create invoices sees in whose books', async () => {
  const id = await openImport()
  await journey.client.mapUnknownMerchants(id, { account: 5460, vatType: 'SE25' })
  await page.reload()
  await page.getByRole('button', { name: create }).click()
  const [company, books] = [m.imports_confirm_company({}, at), m.imports_confirm_books({ target: 'Fortnox' }, at)]
  for (const name of [company, books]) {
    const fact = dialog().locator('dl > div').filter({ hasText: name })
    await expect.poll(() => fact.locator('dd').textContent()).toBe('Fjällbruket AB')
  }
  await page.keyboard.press('Escape')
})

test('a confirmation whose answer is lost is asked about no more once the page shows that it was made', async () => {
  const id = await openImport()
  await journey.client.mapUnknownMerchants(id, { account: 5460, vatType: 'SE25' })
  await page.reload()
  await page.getByRole('button', { name: create }).click()
  await page.route('**/confirm', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dialog().getByRole('button', { name: create }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText(m.imports_confirmed({}, at), { exact: true }).first().waitFor()
})

test('further invoices of a run that cannot be fetched are told of, and asked for again only by who wants it', async () => {
  const { items } = await journey.client.call<{ items: { id: string }[] }>('GET', '/runs')
  let asked = 0
  let isOpen = false
  await page.route(/\/runs\/[^/]+\/postings/, async (route) => {
    if (!route.request().url().includes('cursor=')) {
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...(await response.json()), nextCursor: '29' } })
    }
    asked++
    return route.fulfill(isOpen ? { json: { items: [] } } : { status: 403, json: {} })
  })
  await page.goto(`${journey.stage.url}/app/transaction?run=${items[0]?.id}`)
  await expect.poll(() => asked, { timeout: 15_000 }).toBeGreaterThan(0)
  await page.waitForTimeout(1_000) // asked without end it would be many times by then
  expect(asked).toBe(1)
  await page.getByRole('main').getByRole('alert').waitFor()
  isOpen = true
  await page
    .getByRole('alert')
    .getByRole('button', { name: m.shell_retry({}, at) })
    .click()
  await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' })
  await expect.poll(() => asked).toBe(2)
})

test('who comes Back to where a file was chosen finds it there, and elsewhere or once it is imported it is not', async () => {
  await page.goto(`${journey.stage.url}/app/imports`)
  const chosen = page.getByRole('main').getByText('kort.csv', { exact: true }).and(page.locator('form *'))
  await page.locator('main input[type=file]').first().setInputFiles(file)
  await chosen.first().waitFor()
  const leave = async () => {
    await page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true }).click()
    await page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true }).waitFor()
  }
  await leave()
  await page.goBack()
  await chosen.first().waitFor()
  await leave()
  await page.getByRole('link', { name: m.shell_nav_imports({}, at), exact: true }).click()
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).waitFor()
  expect(await chosen.count()).toBe(0)
  await page.goBack()
  await page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true }).waitFor()
  await page.goBack()
  await chosen.first().waitFor()
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  await page.waitForURL('**/app/imports/*-*')
  await page.goBack()
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).waitFor()
  expect(await chosen.count()).toBe(0)
})

test('who reads in a file before the books are connected is led there', async () => {
  await page.route('**/api/v1/imports', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { status: 409, code: 'not-connected', title: 'Bolaget är inte kopplat.' } })
      : route.continue(),
  )
  await page.goto(`${journey.stage.url}/app/imports?template=${templateId}`)
  await page.locator('main input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  await page.getByRole('alert').getByRole('link').click()
  await page.waitForURL('**/app/connectors')
})
