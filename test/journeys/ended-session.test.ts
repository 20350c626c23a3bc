import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { createClient } from '../../scripts/radvis-client.ts'
import {
  expectAccessible,
  holdAnswers,
  invitationTo,
  keepPicture,
  openJourney,
  openPage,
  password,
  type Stage,
  sample,
  signIn,
} from './open-browser.ts'

const other = 'annan@example.com'
const at = { locale: 'sv' } as const
const client = (url: string) => createClient(url)
let stage: Stage
let page: Page
let karin: ReturnType<typeof client>

beforeAll(async () => {
  ;({ stage, client: karin, page } = await openJourney())
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'session'))

const save = () => page.getByRole('button', { name: m.connections_settings_save({}, at) })
const bookkeep = (shown = page) =>
  shown.getByRole('switch', { name: m.connections_settings_bookkeep_label({}, at), exact: true })
const warehouse = (shown = page) =>
  shown.getByRole('switch', { name: m.connections_settings_warehouse_label({ name: 'Fortnox' }, at), exact: true })
const asked = () => page.getByRole('dialog', { name: m.shell_session_ended_title({}, at) })

/** As when it has run out: the server no longer knows the token. */
async function endSession(): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('radvis.token'))
  await fetch(`${stage.url}/api/v1/auth/sign-out`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

test('no cache on the way keeps a page: its scripts run by a key that no other answer has', async () => {
  const answers = [await fetch(`${stage.url}/signin`), await fetch(`${stage.url}/signin`)]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(2).fill('private, no-cache'))
  const keys = answers.map(({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1])
  expect(new Set(keys).size).toBe(2)
  expect(await answers[0]?.text()).toContain(`nonce="${keys[0]}"`)
})

test('who opens another address while a page is on its way stays there', async () => {
  await page.evaluate(() =>
    sessionStorage.setItem('radvis.going', JSON.stringify({ path: '/app/dashboard', at: Date.now() })),
  )
  await page.goto(`${stage.url}/app/settings`)
  await bookkeep().waitFor()
})

test('a session that ends in a form asks for the password over the page, and what was typed is saved', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await bookkeep().waitFor()
  const before = await bookkeep().getAttribute('aria-checked')
  await bookkeep().press('Space')
  await endSession()
  await save().click()
  await asked().waitFor()
  await expectAccessible(page, 'sign in again')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await asked().getByRole('alert').getByText(/./).waitFor()
  await asked().getByLabel(m.site_signin_password({}, at), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(m.connections_settings_saved({}, at)).waitFor()
  await asked().waitFor({ state: 'detached' })
  await expect.poll(() => bookkeep().getAttribute('aria-checked')).not.toBe(before)
  await page.reload()
  await bookkeep().waitFor()
  await expect.poll(() => bookkeep().getAttribute('aria-checked')).not.toBe(before)
})

test('over a dialog too; closed it leaves what was typed, and it can be sent again', async () => {
  await page.goto(`${stage.url}/app/users`)
  await page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('ny@example.com')
  await endSession()
  await page.keyboard.press('Enter')
  await asked().waitFor()
  await page.keyboard.press('Escape')
  await asked().waitFor({ state: 'detached' })
  const invite = page.getByRole('dialog', { name: m.accounts_users_invite({}, at) })
  await expect.poll(() => invite.getByRole('textbox').first().inputValue()).toBe('ny@example.com')
  await invite.getByRole('textbox').first().press('Enter')
  await asked().getByLabel(m.site_signin_password({}, at), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(m.accounts_users_invited({ email: 'ny@example.com' }, at)).waitFor()
})

test('a change that is never answered ends with the word that it may have been made', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await page.clock.install()
  await save().waitFor()
  await page.route('**/api/v1/settings', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue().catch(() => undefined),
  )
  await save().click()
  await page.clock.fastForward(181_000)
  await page.getByText(m.shell_request_unknown({}, at)).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await save().click()
  await page.getByText(m.connections_settings_saved({}, at)).waitFor()
})

test('of two who change the settings at once neither overwrites the other unseen', async () => {
  const second = (await openPage(stage, { language: 'sv' })).page
  await signIn(second, stage)
  await second.goto(`${stage.url}/app/settings`)
  await page.goto(`${stage.url}/app/settings`)
  await warehouse().waitFor()
  await bookkeep(second).press('Space')
  await second.getByRole('button', { name: m.connections_settings_save({}, at) }).click()
  await second.getByText(m.connections_settings_saved({}, at)).waitFor()
  const theirs = await bookkeep(second).getAttribute('aria-checked')
  await expect.poll(() => bookkeep().getAttribute('aria-checked')).not.toBe(theirs)
  await warehouse().press('Space')
  const mine = await warehouse().getAttribute('aria-checked')
  await save().click()
  await page.getByText(m.shell_overtaken({}, at)).waitFor()
  await expectAccessible(page, 'settings changed by another')
  await expect.poll(() => bookkeep().getAttribute('aria-checked')).toBe(theirs)
  await expect.poll(() => warehouse().getAttribute('aria-checked')).toBe(mine)
  await save().click()
  await page.getByText(m.connections_settings_saved({}, at)).waitFor()
  await page.getByText(m.shell_overtaken({}, at)).waitFor({ state: 'detached' })
  await second.context().close()
})

test('who writes in a cell of an import that a colleague has just confirmed is told so, and sees it confirmed', async () => {
  const template = await karin.createTemplate(sample)
  const { id } = await karin.importFile(sample, template.id)
  await karin.mapUnknownMerchants(id, { account: 5410, vatType: 'SE25' })
  await page.goto(`${stage.url}/app/imports/${id}`)
  const text = page.getByRole('grid').getByText('ICA SUPERMARKET TEST').first()
  await text.dblclick()
  const field = page.getByRole('textbox', {
    name: m.imports_edit_cell({ column: m.imports_head_text({}, at), row: '13' }, at),
  })
  await field.fill('ICA')
  await karin.post(id)
  await field.press('Enter')
  await page.getByRole('alert').getByText(m.problems_import_confirmed({}, at)).waitFor()
  await page.getByRole('alert').getByText('ICA', { exact: false }).first().waitFor()
  await page.getByRole('link', { name: m.imports_run_open({}, at) }).waitFor()
  await field.waitFor({ state: 'detached' })
  await karin.call('DELETE', `/templates/${template.id}`).catch(() => undefined) // answers nothing
})

test('who went elsewhere before an import was there is not fetched back by it', async () => {
  await karin.createTemplate(sample, 'SEB Kort')
  await page.goto(`${stage.url}/app/imports`)
  await page.locator('input[type=file]').first().setInputFiles(sample)
  const { count, release } = await holdAnswers(page, '**/api/v1/imports')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/imports'),
  )
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  await sent
  // The answer comes when the address is that of the next page, and the one before is still drawn.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.getByRole('link', { name: m.shell_nav_users({}, at), exact: true }).click()
  await page.waitForURL('**/app/users')
  release()
  await expect.poll(() => count.answered).toBe(1)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(500)
  expect(page.url()).toBe(`${stage.url}/app/users`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('who joins by invitation can ask again, joins once, and is not asked to join while the dashboard comes', async () => {
  const invited = (await openPage(stage, { language: 'sv' })).page
  let cut = 0
  await invited.route('**/auth/invitation', (route) =>
    cut++ === 0 ? route.abort('connectionreset') : route.continue(),
  )
  let joins = 0
  await invited.route('**/auth/invitation/sign-up', async (route) => {
    joins++
    await invited.waitForTimeout(500)
    await route.continue()
  })
  await invited.goto(await invitationTo(stage, 'ny@example.com'))
  await invited.getByRole('button', { name: m.shell_retry({}, at) }).click()
  await invited.getByLabel(m.site_signup_first_name({}, at)).fill('Ny')
  await invited.getByLabel(m.site_signup_last_name({}, at)).fill('Person')
  await invited.getByLabel(m.site_signup_mobile({}, at)).fill('070-174 06 05')
  await invited.getByLabel(m.site_signin_password({}, at), { exact: true }).fill(password)
  await invited.getByLabel(m.site_signup_password_again({}, at)).fill(password)
  let isAsked = false
  await invited.route('**/assets/page-*.js', async (route) => {
    isAsked ||= await invited.getByRole('button', { name: m.accounts_join_do({}, at), exact: true }).isVisible()
    await route.continue()
  })
  await invited.keyboard.press('Enter')
  await invited.keyboard.press('Enter')
  await invited.waitForURL('**/app/dashboard')
  expect([joins, isAsked]).toEqual([1, false])
  await invited.context().close()
})

test('who is asked whether to remove a person, and answers by Enter, keeps them', async () => {
  await page.goto(`${stage.url}/app/users`)
  const person = page.getByRole('row').filter({ hasText: 'ny@example.com' })
  await person.getByRole('button').click()
  await page.getByRole('menuitem', { name: m.accounts_users_remove_do({}, at), exact: true }).click()
  const question = page.getByRole('dialog')
  await question
    .getByRole('button', { name: m.shell_cancel({}, at), exact: true })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.reload()
  await person.waitFor()
})

test('who opens an invitation to somebody else signs out there, and goes on with it', async () => {
  await page.goto(`${stage.url}/app/users`)
  await page.getByRole('button', { name: m.accounts_users_invite({}, at), exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('nasta@example.com')
  await page.keyboard.press('Enter')
  const link = await invitationTo(stage, 'nasta@example.com')
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: m.shell_sign_out({}, at), exact: true }).click()
  await tab.getByRole('button', { name: m.accounts_join_create({}, at), exact: true }).waitFor()
  expect(tab.url()).toBe(link)
  await tab.close()
  await page.goto(`${stage.url}/signin`)
  await signIn(page, stage)
})

test('another person who signs in gets nothing of the page, and who asks for it leaves for the sign-in page', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await bookkeep().press('Space')
  const tab = await page.context().newPage()
  const { token, ...account } = await client(stage.url).call<{ token: string }>('POST', '/auth/sign-up', {
    user: { firstName: 'Annan', lastName: 'Person', email: other, mobile: '070-174 06 05', password },
    company: {
      ...{
        name: 'Annat AB',
        organisationNumber: stage.customer.organisationNumbers[1],
        address: 'Gatan 1',
        zipCode: '831 31',
      },
      ...{ city: 'Östersund', country: 'SE', billingEmail: other },
    },
  })
  await tab.goto(`${stage.url}/about`)
  await tab.evaluate(
    ([key, user]) => {
      localStorage.setItem('radvis.user', user ?? '')
      localStorage.setItem('radvis.token', key ?? '')
    },
    [token, JSON.stringify(account)],
  )
  await page.waitForURL('**/app/dashboard')
  await page.getByRole('button', { name: /Annat AB/ }).waitFor()
  await tab.close()
  await page.goto(`${stage.url}/app/users`)
  await page.getByText(other).first().waitFor()
  await endSession()
  await page.getByRole('link', { name: m.shell_nav_events({}, at), exact: true }).click()
  await asked().waitFor()
  await asked()
    .getByRole('button', { name: m.shell_session_ended_leave({}, at) })
    .click()
  await page.waitForURL('**/signin?ended=1&next=%2Fapp%2Fevents*')
  expect(await page.evaluate(() => localStorage.getItem('radvis.token'))).toBeNull()
})
