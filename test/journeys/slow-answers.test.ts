import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as m from '#messages'
import { cardFile } from '../../scripts/card-file.ts'
import type { RadvisClient } from '../../scripts/radvis-client.ts'
import {
  holdAnswers,
  keepPicture,
  openPage,
  openStage,
  password,
  type Stage,
  sample,
  signUpCustomer,
} from './open-browser.ts'

const at = { locale: 'sv' } as const
const second = 'Klient Två AB'
let stage: Stage
let page: Page
let client: RadvisClient

beforeAll(async () => {
  stage = await openStage()
  client = await signUpCustomer(stage)
  await client.call('POST', '/companies', {
    ...{
      name: second,
      organisationNumber: stage.customer.organisationNumbers[1],
      address: 'Gatan 1',
      zipCode: '831 31',
      city: 'Östersund',
    },
    ...{ country: 'SE', billingEmail: stage.customer.email },
  })
  page = (await openPage(stage, { language: 'sv' })).page
})
afterAll(() => stage.close())

const slowly = (name: string, step: () => Promise<void>) =>
  test(name, async (test) => {
    keepPicture(test, () => page, 'slow')
    await step()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

slowly(
  'a sign-in sent before the scripts are there waits for them, and the password stays out of the address',
  async () => {
    const { release } = await holdAnswers(page, '**/assets/*.js', () => true)
    await page.goto(`${stage.url}/signin`, { waitUntil: 'commit' })
    await page.getByLabel(m.site_signin_email({}, at), { exact: true }).fill(stage.customer.email)
    await page.getByLabel(m.site_signin_password({}, at), { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
    expect(page.url()).toBe(`${stage.url}/signin`)
    release()
    await page.waitForURL('**/app/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
)

slowly('a script that is cut off once leaves no page dead, and no press lost', async () => {
  await cutOnce('**/assets/layout-*.js')
  await page.goto(`${stage.url}/app/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await cutOnce('**/assets/page-*.js')
  await page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true }).click()
  await page.waitForURL('**/app/users')
  await page.getByText(stage.customer.email).first().waitFor()
})

slowly('a press whose page has to be loaded anew before anything is drawn of it is not lost', async () => {
  await page.goto(`${stage.url}/app/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const link = page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true })
  await link.waitFor()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  const anew = page.waitForEvent('domcontentloaded')
  await link.evaluate((element) => {
    if (element instanceof HTMLElement) element.click()
    window.location.reload() // as the framework does where the script does not come
  })
  await anew
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForURL('**/app/users')
  await page.getByText(stage.customer.email).first().waitFor()
})

slowly('a reading that is cut off once is made again', async () => {
  await cutOnce('**/api/v1/users')
  await page.goto(`${stage.url}/app/users`)
  await page.getByText(stage.customer.email).first().waitFor()
})

slowly(
  'pressed twice by keyboard a change is made once, the focus stays, and what is changed meanwhile is kept',
  async () => {
    await page.goto(`${stage.url}/app/settings`)
    const save = page.getByRole('button', { name: m.connections_settings_save({}, at) })
    const bookkeep = page.getByRole('switch', { name: m.connections_settings_bookkeep_label({}, at) })
    await save.waitFor()
    const { count, release } = await holdAnswers(page, '**/api/v1/settings')
    await save.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await save.dblclick({ force: true })
    const before = await bookkeep.getAttribute('aria-checked')
    await bookkeep.press('Space')
    await save.focus()
    release()
    await page.getByText(m.connections_settings_saved({}, at)).waitFor()
    expect(count.asked).toBe(1)
    expect(await bookkeep.getAttribute('aria-checked')).not.toBe(before)
    await save.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => count.answered).toBe(2)
    expect(count.asked).toBe(2)
  },
)

slowly('without a connection a change says so at once, and can be made again', async () => {
  const save = page.getByRole('button', { name: m.connections_settings_save({}, at) })
  await page.context().setOffline(true)
  await save.click()
  await page.getByText(m.connections_settings_save_failed({}, at)).waitFor()
  await page.context().setOffline(false)
  await save.click()
  await page.getByText(m.connections_settings_saved({}, at)).waitFor()
  await page
    .getByRole('button', { name: m.shell_close({}, at) })
    .first()
    .click()
})

slowly('receipts that could not be sent are told of', async () => {
  await page.goto(`${stage.url}/app/transaction?tab=receipts`)
  const input = page.locator('input[type=file][accept*=pdf]')
  await input.waitFor({ state: 'attached' })
  await page.route('**/api/v1/receipts', (route) => route.abort('connectionreset'))
  await input.setInputFiles({ name: 'kvitto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await page.getByText(m.shell_request_unknown({}, at)).waitFor()
  await page
    .getByRole('button', { name: m.shell_close({}, at) })
    .first()
    .click()
})

slowly('a page stays as it is when the line is cut while the code of others is fetched beforehand', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await page.getByRole('button', { name: m.connections_settings_save({}, at) }).waitFor()
  const opened = await page.evaluate(() => performance.timeOrigin)
  let refused = 0
  await page.route('**/assets/page-*.js', (route) => {
    refused++
    return route.abort('internetdisconnected')
  })
  await expect.poll(() => refused).toBeGreaterThan(0)
  await page.waitForTimeout(1_000)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
})

slowly('an answer that comes after going on to another company is told under the name of its own', async () => {
  const { release } = await holdAnswers(page, '**/api/v1/settings')
  const first = (await page.getByRole('button', { name: m.shell_switch_company({}, at) }).textContent()) ?? ''
  await page.getByRole('button', { name: m.connections_settings_save({}, at) }).click()
  await page.getByRole('button', { name: m.shell_switch_company({}, at) }).click()
  await page.getByRole('menuitemcheckbox', { name: second }).click()
  await page.getByText(m.connections_settings_unconnected_title({}, at)).waitFor()
  release()
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: m.connections_settings_saved({}, at) })
  await toast.waitFor()
  const name = (await toast.locator('p').nth(1).textContent()) ?? 'none'
  expect(first).toContain(name)
})

slowly(
  'a dialog opened by keyboard takes the focus to its first field, keeps what was typed when refused, and gives it back',
  async () => {
    await page.goto(`${stage.url}/app/users`)
    const open = page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true })
    await open.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    let asked = 0
    const pressedAgain = Promise.withResolvers<void>()
    await page.route('**/users/invitations', async (route) => {
      asked++
      await pressedAgain.promise
      return asked === 1 ? route.abort('connectionreset') : route.continue()
    })
    await page.keyboard.type('nyss@example.com')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    pressedAgain.resolve()
    await page.getByText(m.shell_request_unknown({}, at)).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(m.accounts_users_invited({ email: 'nyss@example.com' }, at)).waitFor()
    await open.and(page.locator(':focus')).waitFor()
    expect(asked).toBe(2)
  },
)

slowly(
  'in a long import the keyboard goes on while rows are on their way, opens one, and Escape leads back to it',
  async () => {
    const file = join(stage.files, 'lang.csv')
    writeFileSync(file, cardFile(2_000))
    const { id: templateId } = await client.createTemplate(file)
    const { id } = await client.importFile(file, templateId)
    await page.getByRole('button', { name: m.shell_switch_company({}, at) }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Fjällbruket AB' }).click()
    await page.getByRole('button', { name: /Fjällbruket AB/ }).waitFor()
    await page.goto(`${stage.url}/app/imports/${id}`)
    await page.locator('[role=gridcell][tabindex="0"]').focus()
    await page.route(/\/rows\?after=1[0-9]{3}/, () => undefined)
    await page.keyboard.press('Control+End')
    await page.locator('[data-index="2000"]').waitFor()
    await page.locator('[id^="cell-2000-"]:focus').waitFor()
    await pressInHaste(['Home', 'ArrowDown'])
    await page.locator('#cell-1-0:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('#row-panel:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#row-panel').waitFor({ state: 'detached' })
    await page.locator('#cell-1-0:focus').waitFor()
  },
)

slowly('what is typed in a filter stays as it is typed, also where the page follows late', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const supplier = page.getByRole('searchbox', { name: m.suppliers_search({}, at) })
  await supplier.click()
  await page.keyboard.type('kontor', { delay: 35 })
  await page.keyboard.press('Home')
  await page.keyboard.type('mitt ', { delay: 35 })
  await page.waitForURL('**?q=mitt+kontor')
  expect(await supplier.inputValue()).toBe('mitt kontor')
  await page.goto(`${stage.url}/app/events`)
  const day = page.getByLabel(m.activity_filter_from({}, at))
  await day.focus()
  await page.keyboard.type('11012026', { delay: 35 })
  await page.getByRole('searchbox', { name: m.activity_filter_search({}, at) }).focus()
  await page.keyboard.type('kort', { delay: 35 })
  await page.waitForURL('**?from=2026-11-01&q=kort')
  expect(await day.inputValue()).toBe('2026-11-01')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
})

slowly('a list of suppliers that was searched in is whole again when it is opened anew', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  await page
    .getByRole('button', { name: m.suppliers_add({}, at) })
    .first()
    .click()
  const picker = page.getByRole('dialog').getByRole('combobox', { name: m.suppliers_supplier_field({}, at) })
  await picker.click()
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.type('finns inte')
  await page.getByText(m.suppliers_supplier_none({}, at)).waitFor()
  await page.keyboard.press('Escape')
  await picker.click()
  await page.getByRole('option').nth(1).waitFor()
})

slowly('a file that is chosen once more keeps its template, and nothing is told of the one before', async () => {
  const file = join(stage.files, 'lang.csv')
  await client.createTemplate(sample.replace('sebkort_transaktioner_multicard.xlsx', 'amex_se_activity.csv'), 'Amex')
  await page.goto(`${stage.url}/app/imports`)
  const chosen = page.getByRole('combobox', { name: m.imports_new_template({}, at) })
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file)
  await chosen.filter({ hasText: 'SEB Kort' }).waitFor()
  await page.route('**/api/v1/imports', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  const told = page.getByRole('alert').filter({ hasText: m.shell_request_unknown({}, at) })
  await told.waitFor()
  await input.setInputFiles(file)
  await told.waitFor({ state: 'detached' })
  await chosen.filter({ hasText: 'SEB Kort' }).waitFor()
})

slowly('a file dropped in a dialog beside its place leaves the dialog as it is', async () => {
  const other = { name: 'annan.csv', mimeType: 'text/csv', buffer: Buffer.from('Hund;Katt\n1;2\n3;4\n') }
  await page.locator('input[type=file]').setInputFiles(other)
  await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
  const bank = page.getByRole('dialog').getByLabel(m.templates_field_bank({}, at))
  await bank.fill('Min bank')
  const leftToBrowser = await page.getByRole('dialog').evaluate((dialog) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a;b\n1;2\n'], 'ny.csv'))
    const drag = (name: string) => new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer })
    return ['dragover', 'drop'].map((name) => dialog.dispatchEvent(drag(name)))
  })
  expect(leftToBrowser).toEqual([false, false]) // it would open the file in the page's stead
  await page.waitForTimeout(500)
  expect(await bank.inputValue()).toBe('Min bank')
})

slowly(
  'of two encodings that are tried the later is shown, also where the first is not answered when it is chosen',
  async () => {
    const file = join(stage.files, 'lang.csv')
    const { id } = await client.createTemplate(file, 'Tecken')
    await page.goto(`${stage.url}/app/template/${id}/mapping`)
    const encoding = page.getByRole('combobox', { name: m.templates_encoding({}, at) })
    await encoding.waitFor()
    const { count, release } = await holdAnswers(page, '**/sample?encoding=*', () => true)
    for (const name of ['Windows-1250', 'Windows-1252']) {
      await encoding.click()
      await page.getByRole('option', { name }).click()
    }
    release()
    await expect.poll(() => count.answered).toBe(2)
    await page.waitForTimeout(500)
    expect(await encoding.textContent()).toBe('Windows-1252')
    await page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true }).click()
    await page.getByRole('button', { name: m.shell_unsaved_leave({}, at) }).click()
    await page.waitForURL('**/app/users')
  },
)

slowly('the name that a wrong file gave a new template goes with it', async () => {
  await page.goto(`${stage.url}/app/template/overview?new=import`)
  const dialog = page.getByRole('dialog')
  const [wrong, right] = ['fel.csv', 'rätt.csv'].map((name) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from('a'),
  }))
  for (const file of [wrong, right]) await dialog.locator('input[type=file]').setInputFiles(file ?? [])
  await expect.poll(() => dialog.getByLabel(m.templates_field_name({}, at)).inputValue()).toBe('rätt')
})

slowly('a template stands in the list with its whole name, and the lines of its file within the page', async () => {
  await page.goto(`${stage.url}/app/template/overview`)
  const link = page.getByRole('link', { name: 'Tecken' })
  const cut = () => link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(cut).toBe(0)
  await page.setViewportSize({ width: 880, height: 1000 })
  await link.click()
  await page.getByRole('button', { name: m.templates_header_change({}, at) }).click()
  await page.getByRole('group', { name: m.templates_header_lines({}, at) }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(880)
  await page.setViewportSize({ width: 1440, height: 1000 })
})

slowly('signing out waits for nobody', async () => {
  await page.route('**/auth/sign-out', () => undefined) // the toast of the step before stands where the menu opens
  await page.getByRole('button', { name: /Karin Ekdahl/ }).click()
  await page.getByRole('menuitem', { name: m.shell_sign_out({}, at) }).click()
  await page.waitForURL('**/signin')
  expect(await page.evaluate(() => localStorage.getItem('radvis.token'))).toBeNull()
})

/** With Ctrl held for the first, and before anything is drawn between the two. */
const pressInHaste = (keys: [string, string]) =>
  page.evaluate(async ([first, second]) => {
    const press = (key: string, ctrlKey: boolean) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    press(first, true)
    await Promise.resolve()
    press(second, false)
  }, keys)

async function cutOnce(path: string): Promise<void> {
  let isCut = false
  await page.route(path, (route) => {
    if (isCut) return route.continue().catch(() => undefined)
    isCut = true
    return route.abort('connectionreset')
  })
}
