import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { holdAnswers, keepPicture, openJourney, openPage, pressTwice, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
let stage: Stage
let page: Page
let client: RadvisClient

beforeAll(async () => {
  ;({ stage, client, page } = await openJourney())
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'late-answers'))
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('what is saved while it is asked about is asked about no more: the way on is gone', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await page.getByRole('switch', { name: m.connections_settings_bookkeep_label({}, at) }).click()
  const { release } = await holdAnswers(page, '**/api/v1/settings')
  await button(m.connections_settings_save({}, at)).click()
  await page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true }).click()
  await page.getByRole('dialog', { name: m.shell_unsaved_title({}, at) }).waitFor()
  release()
  await page.waitForURL('**/app/users')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a cell that is written in is asked about before the tab is closed, until it is saved', async () => {
  const { id: templateId } = await client.createTemplate(sample)
  const { id } = await client.importFile(sample, templateId)
  await page.goto(`${stage.url}/app/imports/${id}`)
  const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await row.first().locator('[role=gridcell][aria-colindex="2"]').focus()
  await page.keyboard.press('F2')
  expect(await isAsked()).toBe(false)
  await page.keyboard.type('2026-03-1')
  await expect.poll(isAsked).toBe(true)
  await page.keyboard.type('7')
  const { release } = await holdAnswers(page, '**/rows/*')
  await page.keyboard.press('Tab')
  expect(await isAsked()).toBe(true)
  await page.keyboard.press('Escape')
  release()
  await expect.poll(isAsked).toBe(false)
})

test('what could not be taken back without a connection is taken back by the next Ctrl+Z', async () => {
  const { id: templateId } = await client.createTemplate(sample, 'Utan anslutning')
  const { id } = await client.importFile(sample, templateId)
  await page.goto(`${stage.url}/app/imports/${id}`)
  const cell = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .first()
    .locator('[role=gridcell][aria-colindex="2"]')
  const day = (await cell.textContent())?.trim() ?? ''
  await cell.press('F2')
  await page.keyboard.type('2026-03-17')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell.textContent()).toContain('2026-03-17')
  await page.route('**/rows/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.keyboard.press('Control+z')
  await page.getByText(m.shell_request_unknown({}, at)).waitFor()
  await page.unrouteAll()
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell.textContent()).toContain(day)
})

test('rows asked for without a network say that there is none, and come by themselves when there is', async () => {
  const { id: templateId } = await client.createTemplate(sample, 'Utan nät')
  const { id } = await client.importFile(sample, templateId)
  await page.goto(`${stage.url}/app/imports/${id}`)
  await page.getByRole('gridcell').first().waitFor()
  const tallies = page.getByRole('group', { name: m.shell_equation_label({}, at) })
  await page.context().setOffline(true)
  await tallies.getByRole('button', { name: m.imports_skipped({}, at) }).click()
  await page.getByRole('heading', { name: m.shell_offline_title({}, at) }).waitFor()
  await page.getByText(m.shell_away_fetched({}, at)).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('gridcell').first().waitFor()
  await page.getByText(m.shell_offline_title({}, at)).first().waitFor({ state: 'detached' })
})

test('the answer to a dialog that was closed closes no other one', async () => {
  await page.goto(`${stage.url}/app/users`)
  const { release } = await holdAnswers(page, '**/users/invitations')
  const invite = async (address: string) => {
    await button(m.accounts_users_invite({}, at)).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(address)
  }
  await invite('forsta@example.com')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await invite('andra@exa')
  release()
  await page.getByText(m.accounts_users_invited({ email: 'forsta@example.com' }, at)).waitFor()
  await page.keyboard.type('mple.com')
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('andra@example.com')
  await page.keyboard.press('Escape')
})

test('nor does the answer for a supplier whose drawer was left close that of the next', async () => {
  const { items } = await client.call<{ items: { number: string; name: string }[] }>('GET', '/suppliers')
  const [one, other] = items.map(({ name }) => name)
  for (const { number: supplierNumber, name: text } of items.slice(0, 2))
    await client.call('PUT', '/mapped-suppliers', { supplierNumber, designations: [{ match: 'exact', text }] })
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  const open = (name = '') => page.getByRole('row').getByText(name, { exact: true }).first().click()
  const text = page.getByRole('dialog').getByLabel(m.suppliers_designation_text({}, at)).first()
  await open(one)
  await text.fill('Kontoret')
  const { release } = await holdAnswers(page, '**/mapped-suppliers/*')
  await button(m.suppliers_save({}, at)).click()
  await page.keyboard.press('Escape')
  await button(m.shell_unsaved_leave({}, at)).click()
  await open(other)
  await text.fill('Fikat')
  release()
  await page.getByText(m.suppliers_saved_text({}, at)).waitFor()
  expect(await text.inputValue()).toBe('Fikat')
})

test('who takes back a merge by keyboard keeps the focus on it until it is answered', async () => {
  const { items } = await client.call<{ items: { number: string; name: string }[] }>('GET', '/suppliers')
  const mapped: string[] = []
  for (const { number: supplierNumber, name: text } of items.slice(2, 4)) {
    const designations = [{ match: 'exact', text }]
    mapped.push((await client.call<{ id: string }>('PUT', '/mapped-suppliers', { supplierNumber, designations })).id)
  }
  await client.call('POST', '/mapped-suppliers/merges', { into: mapped[0], from: [mapped[1]] })
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  const { release } = await holdAnswers(page, '**/undo')
  const undo = button(m.suppliers_merge_undo({}, at)).first()
  await undo.press('Enter')
  await page.waitForTimeout(300)
  expect(await undo.evaluate((pressed) => pressed === document.activeElement)).toBe(true)
  release()
  await undo.waitFor({ state: 'detached' })
})

test('a press beside a dialog throws away nothing that was typed in it', async () => {
  await page.goto(`${stage.url}/app/users`)
  const dialog = page.getByRole('dialog')
  const beside = () => page.mouse.click(20, 500)
  const open = async () => {
    await button(m.accounts_users_invite({}, at)).click()
    await dialog.waitFor()
    await page.waitForTimeout(600) // a second press of a double one opens nothing and closes nothing
  }
  await open()
  await page.keyboard.type('tredje@example.com')
  await beside()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('tredje@example.com')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await beside()
  await dialog.waitFor({ state: 'detached' })
})

test('what was found out about a link is not told beside another', async () => {
  await page.goto(`${stage.url}/app/connectors`)
  await button(m.connections_connect({ name: 'Google Sheets' }, at)).click()
  await button('Fortsätt').click()
  const link = page.getByLabel(m.connections_link_google_label({}, at))
  const address = (id: string) => `https://docs.google.com/spreadsheets/d/${id.repeat(44)}/edit`
  await link.fill(address('a'))
  await page.keyboard.press('Enter')
  const told = page.getByText(m.connections_link_not_shared({}, at))
  await told.waitFor()
  await link.fill(address('b'))
  await told.waitFor({ state: 'detached' })
})

test('a double press on an entry of a menu is no press of what lies under it', async () => {
  const name = 'Klient Två AB'
  await client.call('POST', '/companies', {
    ...{ name, organisationNumber: '559000-1235', address: 'Gatan 1', zipCode: '831 31', city: 'Östersund' },
    ...{ country: 'SE', billingEmail: stage.customer.email },
  })
  await page.goto(`${stage.url}/app/settings`)
  const switcher = page.getByRole('button', { name: m.shell_switch_company({}, at) })
  await switcher.click()
  await pressTwice(page.getByRole('menuitemcheckbox', { name }), () =>
    page.getByRole('menu').waitFor({ state: 'detached' }),
  )
  await switcher.filter({ hasText: name }).waitFor()
  await page.waitForTimeout(500)
  expect(new URL(page.url()).pathname).toBe('/app/settings')
})

const conflict = 'Failed to load resource: the server responded with a status of 409 (Conflict)'

test('back in the second step of signing up leads to the first, and what is filled in is asked about before it is left', async () => {
  const { page: stranger, errors } = await openPage(stage, { language: 'sv' })
  await stranger.goto(`${stage.url}/signin`)
  await stranger.getByRole('link', { name: m.site_sign_up({}, at), exact: true }).click()
  await stranger.waitForURL('**/signup')
  const question = stranger.getByRole('dialog', { name: m.shell_unsaved_title({}, at) })
  const stay = async () => {
    await question.getByRole('button', { name: m.shell_unsaved_stay({}, at) }).click()
    await question.waitFor({ state: 'detached' })
  }
  const fill = (name: string, text: string) => stranger.getByLabel(name, { exact: true }).fill(text)
  await fill(m.site_signup_first_name({}, at), 'Nils')
  await fill(m.site_signup_last_name({}, at), 'Ek')
  await fill(m.site_signup_mobile({}, at), '070-1')
  await stranger.getByRole('button', { name: /^EN/ }).click()
  await stay()
  await fill(m.site_signin_email({}, at), 'nils@example.com')
  for (const name of [m.site_signin_password({}, at), m.site_signup_password_again({}, at)])
    await fill(name, 'a long password')
  await stranger.keyboard.press('Enter')
  const company = stranger.getByLabel(m.site_signup_company_name({}, at), { exact: true })
  await company.fill('Eks Måleri AB')
  await stranger.goBack()
  const mobile = stranger.getByLabel(m.site_signup_mobile({}, at), { exact: true })
  await mobile.waitFor()
  expect([await mobile.inputValue(), await question.count()]).toEqual(['070-1', 0])
  await stranger.goBack()
  await stay()
  await stranger.goForward()
  await company.waitFor()
  expect(await company.inputValue()).toBe('Eks Måleri AB')
  const [taken, free, others] = stage.customer.organisationNumbers
  const number = stranger.getByLabel(m.site_signup_number({}, at), { exact: true })
  await number.fill(taken) // another's
  await fill(m.site_signup_address({}, at), 'Gatan 2')
  await fill(m.site_signup_zip({}, at), '831 31')
  await fill(m.site_signup_city({}, at), 'Östersund')
  await fill(m.site_signup_billing_email({}, at), 'nils@example.com')
  await stranger.keyboard.press('Enter')
  await number.and(stranger.locator('[aria-invalid=true]')).waitFor()
  await number.fill(free)
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe(null)
  await createClient(stage.url).signUp('nils@example.com', 'a long password', others) // meanwhile
  await stranger.keyboard.press('Enter')
  const email = stranger.getByLabel(m.site_signin_email({}, at), { exact: true })
  await email.and(stranger.locator(':focus[aria-invalid=true]')).waitFor()
  expect(errors.splice(0)).toEqual([conflict, conflict])
  await email.fill('nils.ek@example.com')
  await pressTwiceAtOnce(stranger, m.site_signup_next({}, at))
  await company.and(stranger.locator(':focus')).waitFor()
  await stranger.keyboard.press('Enter')
  await stranger.waitForURL('**/app/dashboard')
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  expect([await question.count(), errors]).toEqual([0, []])
  await stranger.context().close()
})

test('an answer that takes the form away that was sent by keyboard leaves the focus on the page', async () => {
  const { page: stranger } = await openPage(stage, { language: 'sv' })
  await stranger.goto(`${stage.url}/password/forget`)
  await stranger.getByLabel(m.site_signin_email({}, at), { exact: true }).fill('nils@example.com')
  await stranger.keyboard.press('Enter')
  await stranger.getByRole('heading', { name: m.site_forgot_sent_title({}, at) }).waitFor()
  await stranger.waitForFunction(() => document.activeElement?.localName === 'main')
  await stranger.keyboard.press('Tab')
  await stranger
    .getByRole('link', { name: m.site_forgot_back({}, at) })
    .and(stranger.locator(':focus'))
    .waitFor()
  await stranger.context().close()
})

test('who opens a receipt by keyboard keeps the focus on it until it is fetched', async () => {
  await page.goto(`${stage.url}/app/transaction?tab=receipts`)
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  await page.locator('input[type=file]').setInputFiles({ name: 'kvitto.png', mimeType: 'image/png', buffer: png })
  const { release } = await holdAnswers(page.context(), '**/receipts/*/file', () => true)
  const receipt = button('kvitto.png')
  await receipt.press('Enter')
  await page.waitForTimeout(300)
  expect(await receipt.evaluate((pressed) => pressed === document.activeElement)).toBe(true)
  release()
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
})

/** As some press every button: the second press falls on what has come in the button's place. */
async function pressTwiceAtOnce(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).hover()
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await page.waitForTimeout(200)
  }
}
