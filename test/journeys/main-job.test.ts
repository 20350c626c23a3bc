import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as m from '#messages'
import { expectAccessible, keepPicture, type Language, openPage, openStage, type Stage } from './open-browser.ts'

const sample = fileURLToPath(new URL('../fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url))
const slowAnswer = 1_000
let stage: Stage

beforeAll(async () => {
  stage = await openStage()
  const tenant = { id: booksOf('en'), name: 'Fjällbruket AB' }
  await fetch(`${stage.sandboxUrl}/sandbox/tenants`, { method: 'POST', body: JSON.stringify(tenant) })
})
afterAll(() => stage.close())

const languages = ['sv', 'en'] as const
const booksOf = (language: Language) => (language === 'sv' ? stage.customer.books : `${stage.customer.books}2`)

/** Axe is asked in one language: what it finds stands in the other too. */
async function look(page: Page, language: Language, name: string): Promise<void> {
  if (language === 'sv') await expectAccessible(page, name)
}

describe.each(languages)('in %s, a stranger', (language) => {
  const at = { locale: language }
  let page: Page
  let errors: string[]

  beforeAll(async () => {
    const opened = await openPage(stage, { language })
    page = opened.page
    errors = opened.errors
  })
  afterAll(() => page.context().close())
  beforeEach((test) => keepPicture(test, () => page, 'main'))

  test('signs up in two steps, told what is missing', async () => {
    await page.goto(`${stage.url}/signup`)
    await look(page, language, 'sign-up, user')
    await page.getByRole('button', { name: m.site_signup_next({}, at) }).click()
    await page.getByText(m.shell_required_name({ name: m.site_signup_first_name({}, at) }, at)).waitFor()
    await page.getByLabel(m.site_signup_first_name({}, at)).fill('Karin')
    await page.getByLabel(m.site_signup_last_name({}, at)).fill('Ekdahl')
    await page.getByLabel(m.site_signin_email({}, at), { exact: true }).fill(`karin-${language}@example.com`)
    await page.getByLabel(m.site_signup_mobile({}, at)).fill('070-174 06 05')
    await page.getByLabel(m.site_signin_password({}, at), { exact: true }).fill('a long password')
    await page.getByLabel(m.site_signup_password_again({}, at)).fill('another password')
    await page.getByRole('button', { name: m.site_signup_next({}, at) }).click()
    await page.getByText(m.shell_password_mismatch({}, at)).waitFor()
    await page.getByLabel(m.site_signup_password_again({}, at)).fill('a long password')
    await page.keyboard.press('Enter')
    const name = page.getByLabel(m.site_signup_company_name({}, at))
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Fjällbruket AB')
    await look(page, language, 'sign-up, company')
    await page
      .getByLabel(m.site_signup_number({}, at))
      .fill(stage.customer.organisationNumbers[languages.indexOf(language)] ?? '')
    await page.getByLabel(m.site_signup_address({}, at)).fill('Bruksvägen 1')
    await page.getByLabel(m.site_signup_zip({}, at)).fill('831 31')
    await page.getByLabel(m.site_signup_city({}, at), { exact: true }).fill('Östersund')
    await page.getByLabel(m.site_signup_billing_email({}, at)).fill('faktura@example.com')
    await page.getByRole('button', { name: m.site_signup_create({}, at) }).click()
    await page.waitForURL('**/app/dashboard')
    await page.getByRole('heading', { name: m.activity_dashboard_begin_title({}, at) }).waitFor()
    await look(page, language, 'dashboard')
  })

  test('connects the accounting system and says what the card is paid from', async () => {
    await page.goto(`${stage.url}/app/connectors`)
    await page.getByRole('button', { name: m.connections_connect({ name: 'Fortnox' }, at) }).click()
    // Books of its own: what the other stranger confirms into the same ones are duplicates here.
    await page.locator(`input[name=company][value="${booksOf(language)}"]`).check()
    await page.getByRole('button', { name: 'Tillåt' }).click()
    await page.waitForURL('**/app/connectors*')
    await page.getByText(m.connections_state_connected({}, at), { exact: true }).first().waitFor()
    await look(page, language, 'connectors')
    await page.goto(`${stage.url}/app/settings`)
    await page.getByRole('combobox', { name: m.connections_settings_mode_label({}, at) }).click()
    await page.getByRole('option', { name: /Företagskort/ }).click()
    await look(page, language, 'settings')
    await page.getByRole('button', { name: m.connections_settings_save({}, at) }).click()
    await page.getByText(m.connections_settings_saved({}, at)).waitFor()
  })

  test('makes a template of a real card file, which is understood without help', async () => {
    if (language === 'sv') {
      await page.goto(`${stage.url}/app/template/overview`)
      await page
        .getByRole('button', { name: m.templates_new({}, at) })
        .first()
        .click()
      await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
    } else {
      // A file that is chosen where there is no template yet leads to one.
      await page.goto(`${stage.url}/app/imports`)
      await page.getByText(m.imports_new_no_templates({}, at)).waitFor()
      await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
      await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
    }
    await page.getByLabel(m.templates_field_name({}, at), { exact: true }).fill('SEB Kort till Fortnox')
    await page.getByLabel(m.templates_field_bank({}, at)).fill('SEB Kort')
    await look(page, language, 'new template')
    await page.getByRole('button', { name: m.templates_create_do({}, at) }).click()
    await page.waitForURL('**/mapping')
    await page.getByText(m.templates_preview_title({}, at)).waitFor()
    await look(page, language, 'mapping')
    await page.getByRole('button', { name: m.templates_save({}, at) }).click()
    const confirmEmpty = page.getByRole('button', { name: m.templates_empty_fields_do({}, at) })
    const saved = page.getByText(m.templates_saved({ name: 'SEB Kort till Fortnox' }, at))
    await confirmEmpty.or(saved).first().waitFor()
    if (await confirmEmpty.isVisible()) await confirmEmpty.click()
    await saved.waitFor()
  })

  test('drops the file, sees every row, says who each merchant is, and creates the invoices', async () => {
    await page.goto(`${stage.url}/app/imports`)
    await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
    await look(page, language, 'imports')
    await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
    await page.waitForURL('**/app/imports/*-*')
    await page.getByRole('grid', { name: m.imports_rows_label({}, at) }).waitFor()
    await look(page, language, 'review')
    await correctByKeyboard(page, language)
    // The browser itself notes the answers that refused a date.
    expect(errors.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')])
    // The slowest answer after a change comes when the person is at another row already.
    await answerLate(page, '**/row-groups')
    await mapEveryMerchant(page, language)
    await page.unroute('**/row-groups')
    await page.getByRole('button', { name: m.imports_foot_create({ invoices: '6' }, at) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await look(page, language, 'confirm')
    await dialog.getByRole('button', { name: m.imports_foot_create({ invoices: '6' }, at) }).click()
    await page.getByText(m.imports_run_done_title({ created: '6', target: 'Fortnox' }, at)).waitFor({ timeout: 60_000 })
    await look(page, language, 'result')
  })

  test('finds the run, its invoices and an event for each thing done', async () => {
    await page.goto(`${stage.url}/app/transaction`)
    await page.getByText('sebkort_transaktioner_multicard.xlsx').first().waitFor()
    await look(page, language, 'transactions')
    await page.goto(`${stage.url}/app/events`)
    const created = page.getByText(m.activity_invoice_created({}, at))
    await expect.poll(() => created.count()).toBeGreaterThanOrEqual(6)
    await look(page, language, 'events')
    await page.goto(`${stage.url}/app/mappedsuppliers`)
    await page.getByText('KAFE').first().waitFor()
    await look(page, language, 'mapped suppliers')
    expect(errors).toEqual([])
  })

  test('imports the same file again and is shown that nothing in it is new', async () => {
    await answerLate(page, '**/api/v1/templates')
    await page.goto(`${stage.url}/app/imports`)
    await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
    await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
    await page.waitForURL('**/app/imports/*-*')
    await page.unroute('**/api/v1/templates')
    await page.getByText(m.imports_foot_nothing({}, at)).waitFor()
  })

  test('signs out, and the signed-in pages ask for a sign-in', async () => {
    await page.getByRole('button', { name: /Karin Ekdahl/ }).click()
    await page.getByRole('menuitem', { name: m.shell_sign_out({}, at) }).click()
    await page.waitForURL('**/signin*')
    expect(
      await page.evaluate(() => [localStorage.getItem('radvis.auth'), localStorage.getItem('radvis.token')]),
    ).toEqual(['not-logged-in', null])
    await page.goto(`${stage.url}/app/imports`)
    await page.waitForURL('**/signin*')
  })
})

test('with the keyboard alone: signs in, goes by the palette, opens an import and a row of it', async (test) => {
  const { page, errors } = await openPage(stage, { language: 'sv' })
  keepPicture(test, () => page, 'main')
  await page.goto(`${stage.url}/signin`)
  await page.getByLabel('E-post').focus()
  await page.keyboard.type('karin-sv@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a long password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard')
  const hasFocus = (name: string) =>
    expect
      .poll(() => page.evaluate(() => [document.activeElement?.localName, document.activeElement?.ariaLabel]))
      .toEqual(['main', name])
  await hasFocus(m.shell_nav_dashboard({}, { locale: 'sv' }))
  await page.getByText('Ctrl K').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Importer')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/imports')
  await hasFocus(m.shell_nav_imports({}, { locale: 'sv' }))
  for (const [letter, name] of [
    ['u', m.shell_nav_users],
    ['i', m.shell_nav_imports],
  ] as const) {
    for (const key of ['g', letter]) await page.keyboard.press(key)
    await hasFocus(name({}, { locale: 'sv' }))
  }
  const grid = page.getByRole('grid')
  await grid.getByRole('row').nth(1).waitFor()
  for (const key of ['j', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL('**/app/imports/*-*')
  await grid.getByText('ICA SUPERMARKET TEST').waitFor()
  await page.keyboard.press('j')
  await page
    .getByText(m.imports_panel_in_file({}, { locale: 'sv' }))
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test.each(languages)(
  'the sandbox company of the stranger in %s holds what was created, once: balanced, bookkept, paid, the refund as a credit invoice',
  async (language) => {
    const { invoices, payments } = (await (
      await fetch(`${stage.sandboxUrl}/sandbox/state/${booksOf(language)}`)
    ).json()) as {
      invoices: {
        Total: string
        Booked: boolean
        Balance: string
        SupplierInvoiceRows: { Debit: number; Credit: number }[]
      }[]
      payments: unknown[]
    }
    expect(invoices.map(({ Total }) => Number(Total)).sort((a, b) => a - b)).toEqual([-249.5, 12.5, 35, 50, 50, 614])
    expect(invoices.every(({ Booked, Balance }) => Booked && Number(Balance) === 0)).toBe(true)
    for (const { SupplierInvoiceRows: rows } of invoices)
      expect(rows.reduce((sum, { Debit, Credit }) => sum + Debit - Credit, 0)).toBeCloseTo(0, 6)
    expect(payments).toHaveLength(6)
  },
)

/** Opens each row that needs a supplier, by the table alone, and creates its supplier in place. */
async function mapEveryMerchant(page: Page, language: Language): Promise<void> {
  const at = { locale: language }
  const waiting = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: m.shell_state_attention({}, at) })
  for (let round = 0; round < 6 && (await waiting.count()) > 0; round++) {
    await waiting.last().click()
    const panel = page
      .getByRole('form')
      .or(page.locator('form'))
      .filter({ hasText: m.imports_map_vat_type({}, at) })
      .first()
    await panel.waitFor()
    const merchant = ((await panel.getByRole('heading').textContent()) ?? '')
      .replace(m.imports_map_title({ merchant: '' }, at).split('?')[0]!.trim(), '')
      .replace('?', '')
      .trim()
    await panel.getByRole('combobox', { name: m.imports_map_supplier({}, at) }).click()
    await page.getByPlaceholder(m.suppliers_supplier_search({}, at)).fill(merchant)
    const create = page.getByRole('button', { name: m.suppliers_supplier_create({ name: merchant }, at) })
    const existing = page.getByRole('option', { name: new RegExp(merchant.replaceAll('.', '\\.')) })
    await create.waitFor()
    await page.waitForTimeout(500)
    const account = panel.getByRole('combobox', { name: m.suppliers_account_field({}, at) })
    const opened = account.evaluate(openWhenListIsGone)
    if ((await existing.count()) > 0) await existing.first().click()
    else await create.click()
    await opened
    await page.waitForTimeout(200) // the closed list gives the focus back, or leaves it
    await page.getByPlaceholder(m.suppliers_account_search({}, at)).fill('5410')
    await page.getByRole('option', { name: /5410/ }).click()
    await panel.getByRole('combobox', { name: m.imports_map_vat_type({}, at) }).click()
    await page.getByRole('option', { name: m.suppliers_vat_se25({}, at) }).click()
    await page.waitForTimeout(slowAnswer)
    expect(await panel.getByRole('heading').textContent()).toContain(merchant)
    const before = await waiting.count()
    await panel.getByRole('button', { name: m.imports_map_save({}, at) }).click()
    await expect.poll(() => waiting.count()).toBeLessThan(before)
  }
}

async function answerLate(page: Page, path: string): Promise<void> {
  await page.route(path, (route) => void setTimeout(() => route.continue().catch(() => undefined), slowAnswer))
}

/** Goes on to a field in the same moment in which the list over it closes, as a busy browser makes it seem. */
function openWhenListIsGone(field: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[cmdk-root]')) return
      watch.disconnect()
      field.focus()
      field.click()
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
}

/** Writes in a cell, is told when it cannot be read, leaves rows out together, takes that back, and fetches what is to be mended. */
async function correctByKeyboard(page: Page, language: Language): Promise<void> {
  const at = { locale: language }
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  const date = row.first().locator('[role=gridcell][aria-colindex="2"]')
  const before = await date.textContent()
  await date.focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('31/31/2026')
  await page.keyboard.press('Enter')
  await page.getByText(m.problems_date_unreadable({}, at)).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => date.textContent()).toBe(before)
  await page.keyboard.press('F2')
  await page.keyboard.type('31/31/2026')
  await page.keyboard.press('Tab')
  await page.getByText(m.problems_date_unreadable({}, at)).waitFor()
  await page.keyboard.press('Tab')
  await page.getByText(m.problems_date_unreadable({}, at)).waitFor({ state: 'detached' })
  await expect.poll(() => date.textContent()).toBe(before)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await row.nth(1).locator('[role=gridcell][aria-colindex="2"]').focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText(m.imports_bulk_count({ rows: '2' }, at)).waitFor()
  await look(page, language, 'bulk bar')
  await page.getByRole('button', { name: m.imports_bulk_leave_out({}, at) }).click()
  await page.getByText(m.imports_bulk_done({ rows: '2' }, at)).waitFor()
  await page.getByRole('button', { name: m.imports_bulk_undo({}, at) }).click()
  await page.getByText(m.imports_bulk_undone({}, at)).waitFor()
  await page.getByRole('button', { name: m.shell_close({}, at) }).click()
  await page.getByRole('button', { name: m.imports_download({}, at) }).focus()
  await page.keyboard.press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: m.imports_download_problems_xlsx({}, at) }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
}
