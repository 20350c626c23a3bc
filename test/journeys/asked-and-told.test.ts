import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import type { RadvisClient } from '../../scripts/radvis-client.ts'
import { expectAccessible, keepPicture, openJourney, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
const booking = { account: 5410, vatType: 'SE25' }
let stage: Stage
let page: Page
let client: RadvisClient
let templateId: string

beforeAll(async () => {
  ;({ stage, client, page } = await openJourney())
  templateId = (await client.createTemplate(sample)).id
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'asked-and-told'))

test('receipts dropped while others go up wait for their turn: none is left out', async () => {
  await page.goto(`${stage.url}/app/transaction?tab=receipts`)
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/receipts', async (route) => {
    if (route.request().method() === 'POST') await isAnswered
    await route.continue()
  })
  await drop(page, 'kafe.png')
  await page.getByText(m.receipts_uploading({ left: '1' }, at)).waitFor()
  await drop(page, 'taxi.png')
  await page.getByText(m.receipts_uploading({ left: '2' }, at)).waitFor()
  answer()
  for (const name of ['kafe.png', 'taxi.png']) await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByText(m.receipts_drop_help({}, at)).waitFor()
  await page.unroute('**/api/v1/receipts')
})

test('a receipt is removed only after asking, and the focus stays where it was', async () => {
  const receipt = page.getByRole('button', { name: 'kafe.png', exact: true })
  const ask = async () => {
    await page.getByRole('button', { name: m.receipts_actions({ name: 'kafe.png' }, at) }).click()
    await page.getByRole('menuitem', { name: m.receipts_remove({}, at) }).click()
    await page
      .getByRole('dialog')
      .getByText(m.receipts_remove_title({ name: 'kafe.png' }, at))
      .waitFor()
  }
  await ask()
  await expectAccessible(page, 'remove receipt')
  await page.getByRole('button', { name: m.receipts_keep({}, at) }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => receipt.count()).toBe(1)
  await ask()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.receipts_remove({}, at) })
    .click()
  await page.getByText(m.receipts_removed({ name: 'kafe.png' }, at)).waitFor()
  await receipt.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('taxi.png')
})

test('a file dropped while another is read is not taken without a word', async () => {
  await page.goto(`${stage.url}/app/imports`)
  await page.route('**/api/v1/imports', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  await drop(page, 'nasta.csv')
  await page.getByText(m.shell_file_busy({ name: 'nasta.csv' }, at)).waitFor()
  await page.waitForURL('**/app/imports/*-*')
  await page.unroute('**/api/v1/imports')
})

test("a dialog's form does not send off the form that it stands in", async () => {
  await page.goto(`${stage.url}/app/imports`)
  const buffer = Buffer.from('Dag;Kiosk;Kostnad\r\n2026-11-02;Sibylla Arboga;89,00\r\n')
  await page.locator('input[type=file][accept*=csv]').setInputFiles({ name: 'kiosk.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
  await page.getByRole('button', { name: m.templates_create_do({}, at) }).click()
  const missing = (name: string) => page.getByText(m.shell_required_name({ name }, at))
  await missing(m.templates_field_bank({}, at)).waitFor()
  expect(await missing(m.imports_new_template({}, at)).count()).toBe(0)
})

test('a file that fits a template which is not finished leads to its mapping, and on to the import', async () => {
  const buffer = Buffer.from('Kiosk;Kostnad;Dag\r\nSibylla Arboga;89,00;2026-11-02\r\n')
  const csv = { name: 'kiosk.csv', mimeType: 'text/csv', buffer }
  await page.goto(`${stage.url}/app/imports`)
  await page.locator('input[type=file][accept*=csv]').setInputFiles(csv)
  await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
  await page.getByLabel(m.templates_field_bank({}, at)).fill('Kiosken')
  await page.getByRole('button', { name: m.templates_create_do({}, at) }).click()
  await page.waitForURL('**/mapping')
  await page.goto(`${stage.url}/app/imports`)
  await page.locator('input[type=file][accept*=csv]').setInputFiles(csv)
  await page.getByText(m.problems_template_not_mapped({}, at)).waitFor()
  await expectAccessible(page, 'unfinished template')
  await page.getByRole('link', { name: m.imports_new_finish_template({}, at) }).click()
  await page.waitForURL('**/mapping')
})

test('who adds a text to a supplier writes in it at once, and who removes one goes on among them', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  await page
    .getByRole('button', { name: m.suppliers_add({}, at) })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  const add = sheet.getByRole('button', { name: m.suppliers_designation_add({}, at) })
  await add.press('Enter')
  const texts = sheet.getByRole('textbox', { name: m.suppliers_designation_text({}, at) })
  await texts.nth(1).and(page.locator(':focus')).fill('KAFFEBAREN')
  await sheet.getByRole('button', { name: m.suppliers_designation_remove({ text: 'KAFFEBAREN' }, at) }).press('Enter')
  await add.and(page.locator(':focus')).waitFor()
  await expect.poll(() => texts.count()).toBe(1)
})

test('the template of an export leads on to an export through it', async () => {
  await page.goto(`${stage.url}/app/template/overview?new=export`)
  await page.locator('input[type=file][accept*=csv]').setInputFiles(sample)
  await page.getByLabel(m.templates_field_name({}, at), { exact: true }).fill('Ut till SEB')
  await page.getByRole('button', { name: m.templates_create_do({}, at) }).click()
  await page.getByLabel(m.templates_field_receiver({}, at)).and(page.locator(':focus')).fill('Revisorn')
  await page.getByRole('button', { name: m.templates_create_do({}, at) }).click()
  await page.waitForURL('**/mapping')
  await page.getByText(m.templates_not_written({}, at)).first().waitFor()
  await page.getByRole('heading', { name: m.templates_group_rules_export({}, at) }).waitFor()
  expect(await page.getByText(m.templates_not_invoices({}, at)).count()).toBe(0)
  await page.getByRole('button', { name: m.templates_save({}, at) }).click()
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: m.templates_saved({ name: 'Ut till SEB' }, at) })
  const confirmEmpty = page.getByRole('button', { name: m.templates_empty_fields_do({}, at) })
  await confirmEmpty.or(toast).first().waitFor()
  if (await confirmEmpty.isVisible()) await confirmEmpty.click()
  await toast.getByRole('link', { name: m.templates_saved_export({}, at) }).click()
  await page.getByRole('button', { name: m.exports_start({}, at) }).waitFor()
  await page
    .getByRole('combobox', { name: m.exports_field_template({}, at) })
    .filter({ hasText: 'Ut till SEB' })
    .waitFor()
})

test('what has become of an export is told where it was asked for, with the way to its file', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: m.exports_start({}, at) }).click()
  const told = page.getByRole('status').filter({ hasText: m.exports_begun_none({ name: 'Ut till SEB.xlsx' }, at) })
  await told.waitFor()
  const download = page.getByRole('button', { name: m.exports_download({}, at), exact: true })
  await expect.poll(async () => ((await download.boundingBox())?.y ?? 800) < 760).toBe(true)
  await page.getByText(m.exports_invoices({ invoices: '0' }, at)).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 1000 })
})

test('after an export nothing is missing in the next, which says whose it is before its dates', async () => {
  await page.getByRole('button', { name: m.exports_start({}, at) }).click()
  const whole = `${m.exports_filter_all({}, at)} · ${m.exports_period_all({}, at)}`
  // This one and the one before it.
  await expect.poll(() => page.getByRole('main').getByText(whole).count(), { timeout: 20_000 }).toBe(2)
  await page.getByRole('combobox', { name: m.exports_field_format({}, at) }).click()
  await page.getByRole('option', { name: m.exports_format_google_sheets({}, at) }).click()
  // Left to connect, the form is there again as it was filled in.
  await page.getByRole('button', { name: m.exports_start({}, at) }).click()
  await page
    .getByRole('link', { name: m.sources_connect({}, at) })
    .and(page.locator(':focus'))
    .press('Enter')
  await page.getByRole('button', { name: m.connections_connect({ name: 'Google Sheets' }, at) }).click()
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await page.waitForURL('**/app/imports?tab=exports')
  const sheet = page.getByRole('combobox', { name: m.sources_document({}, at), exact: true })
  await sheet.waitFor()
  expect(await sheet.getAttribute('aria-invalid')).not.toBe('true')
  // What was given stands in its list, though the page of the connections listed it first.
  await sheet.click()
  await page.getByRole('option', { name: 'Kortköp 2026' }).waitFor({ timeout: 10_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: m.exports_start({}, at) }).click()
  await sheet.and(page.locator(':focus')).waitFor()
  await page.getByLabel(m.sources_link({}, at)).fill('https://example.com/ark')
  await page.getByText(m.sources_link_unreadable({}, at)).waitFor()
  // And the other way round: the page of the connections is shown, though the form listed it first.
  await page.getByRole('link', { name: m.shell_nav_connectors({}, at), exact: true }).click()
  await page.getByText('Kortköp 2026').waitFor({ timeout: 10_000 })
})

test('an export that ends before it begins says so at the day', async () => {
  await page.goto(`${stage.url}/app/imports?tab=exports`)
  await page.getByLabel(m.exports_field_from({}, at)).fill('2026-02-01')
  const to = page.getByLabel(m.exports_field_to({}, at))
  await to.fill('2026-01-31')
  await page.getByRole('button', { name: m.exports_start({}, at) }).click()
  await to.and(page.locator(':focus[aria-invalid=true]')).waitFor({ timeout: 10_000 })
  await page.getByText(m.problems_to_before_from({}, at)).waitFor()
})

test("a choice in the menu of the row that is selected does not open the row's page", async () => {
  await page.goto(`${stage.url}/app/template/overview`)
  const name = 'SEB Kort till Fortnox'
  await page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(1).click()
  await page.getByRole('button', { name: m.templates_actions_for({ name }, at), exact: true }).click()
  await page.getByRole('menuitem', { name: m.templates_delete({}, at) }).click()
  const dialog = page.getByRole('dialog')
  const keep = dialog.getByRole('button', { name: m.templates_cancel({}, at) })
  await keep.and(page.locator(':focus')).waitFor()
  await dialog.getByRole('heading').click()
  await keep.click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/app/template/overview')
})

test('the side of the page tells in full that a connection is lost', async () => {
  const state = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"user":"1001"}' }
  await fetch(`${stage.sandboxUrl}/google/sandbox/revoke`, state)
  await expect(client.call('GET', '/sources/google-sheets/documents')).rejects.toThrow('409')
  await page.goto(`${stage.url}/app/dashboard`)
  const lost = page
    .getByRole('navigation')
    .locator('..')
    .getByText(m.shell_disconnected({ name: 'Google Sheets' }, at))
  await lost.first().waitFor()
  const [end, edge] = await lost.first().evaluate((text) => {
    const whole = document.createRange()
    whole.selectNodeContents(text)
    return [whole.getBoundingClientRect().right, document.getElementById('content')?.getBoundingClientRect().left ?? 0]
  })
  expect(end).toBeLessThanOrEqual(edge)
})

test('a supplier that the register lacks is created by the keyboard', async () => {
  const { id } = await client.importFile(sample, templateId)
  await page.goto(`${stage.url}/app/imports/${id}`)
  await page.getByText('ICA SUPERMARKET TEST').first().click()
  const supplier = page.getByRole('combobox', { name: m.imports_map_supplier({}, at) })
  await supplier.press('Enter')
  await page.getByPlaceholder(m.suppliers_supplier_search({}, at)).fill('Ny Handlare')
  await page.getByRole('button', { name: m.suppliers_supplier_create({ name: 'Ny Handlare' }, at) }).press('Enter')
  await expect.poll(() => supplier.textContent()).toContain('Ny Handlare')
})

test('a note that is missing is asked for in its field, and a button that goes with its answer leaves the focus in the page', async () => {
  // Not the file of the next journey, which would find nothing new in it.
  const other = sample.replace('sebkort_transaktioner_multicard.xlsx', 'amex_se_activity.csv')
  const { id } = await client.importFile(other, (await client.createTemplate(other, 'Amex')).id)
  await client.mapUnknownMerchants(id, booking)
  await refuseInvoices(['supplierinvoices'])
  const run = await client.post(id)
  await refuseInvoices([])
  await page.goto(`${stage.url}/app/transaction?run=${run.id}`)
  await page.getByRole('button', { name: m.posting_handle_many({ count: String(run.rejected) }, at) }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').waitFor()
  await dialog.getByRole('button', { name: m.posting_handle_many({ count: String(run.rejected) }, at) }).press('Enter')
  await dialog.getByText(m.posting_handle_note_missing({}, at)).waitFor()
  await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor()
  await dialog.getByRole('button', { name: m.shell_cancel({}, at) }).press('Enter')
  const again = page.getByRole('button', { name: m.posting_retry_many({ count: String(run.rejected) }, at) })
  await again.press('Enter')
  await again.waitFor({ state: 'detached' })
  await page.locator('main :focus, main:focus').waitFor()
})

test('a merge that was undone elsewhere is told as such, and is no longer offered', async () => {
  for (const [name, text] of [
    ['Bageri', 'BAGERI'],
    ['Bageriet', 'BAGERIET'],
  ]) {
    const { number } = await client.call<{ number: string }>('POST', '/suppliers', { name })
    const designations = [{ match: 'exact', text }]
    await client.call('PUT', '/mapped-suppliers', { supplierNumber: number, ...booking, designations })
  }
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  const marks = page.getByRole('row').filter({ hasText: 'BAGERI' }).getByRole('checkbox')
  await marks.nth(1).waitFor()
  for (const mark of await marks.all()) await mark.click()
  await page.getByRole('button', { name: m.suppliers_merge({}, at) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.suppliers_merge({}, at) })
    .click()
  const undo = page.getByRole('main').getByRole('button', { name: m.suppliers_merge_undo({}, at) })
  await undo.waitFor()
  const { items } = await client.call<{ items: { id: string }[] }>('GET', '/mapped-suppliers/merges')
  await client.call('POST', `/mapped-suppliers/merges/${items[0]?.id}/undo`)
  await undo.press('Enter')
  await page.getByText(m.suppliers_merge_undone_before({}, at)).waitFor()
  await undo.waitFor({ state: 'detached' })
})

test('an amount that is missing in the rule of approval takes the focus', async () => {
  await page.goto(`${stage.url}/app/settings`)
  await page.getByRole('switch', { name: m.connections_approval_amount_switch({}, at) }).press('Space')
  await page.getByRole('button', { name: m.connections_approval_save({}, at) }).press('Enter')
  await page.getByText(m.connections_approval_amount_unreadable({}, at)).waitFor()
  await page.getByLabel(m.connections_approval_amount_label({}, at)).and(page.locator(':focus')).waitFor()
})

test('the amount of the rule of approval stands as amounts are written once it is saved', async () => {
  const amount = page.getByLabel(m.connections_approval_amount_label({}, at))
  await page.goto(`${stage.url}/app/settings`)
  await page.getByRole('switch', { name: m.connections_approval_amount_switch({}, at) }).press('Space')
  await amount.fill('25000')
  await page.getByRole('button', { name: m.connections_approval_save({}, at) }).press('Enter')
  await page.getByText(m.connections_approval_saved({}, at)).first().waitFor()
  await expect.poll(() => amount.inputValue()).toMatch(/^25\s000,00$/)
  await client.call('PUT', '/approval-rule', { fromAmount: null, approver: 'admin' })
})

test('what is not saved is asked about before a link, the back of the browser or another language takes it away', async () => {
  const dialog = page.getByRole('dialog').filter({ hasText: m.shell_unsaved_title({}, at) })
  const isOn = page.getByRole('switch', { name: m.connections_approval_amount_switch({}, at), checked: true })
  const stay = async () => {
    await dialog.getByRole('button', { name: m.shell_unsaved_stay({}, at) }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/app/settings')
    await isOn.waitFor()
  }
  await page.goto(`${stage.url}/app/dashboard`)
  await page.getByRole('link', { name: m.shell_nav_settings({}, at), exact: true }).click()
  await page.getByRole('switch', { name: m.connections_approval_amount_switch({}, at) }).click()
  await page.getByRole('link', { name: m.shell_nav_events({}, at), exact: true }).click()
  await stay()
  await page.evaluate(() => history.back())
  await stay()
  await page.getByRole('button', { name: `EN, ${m.shell_english({}, at)}` }).click()
  await stay()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'PARAGLIDE_LOCALE')?.value).toBe('sv')
  await page.getByRole('link', { name: m.shell_nav_events({}, at), exact: true }).click()
  await dialog.getByRole('button', { name: m.shell_unsaved_leave({}, at) }).click()
  await page.waitForURL('**/app/events')
  await page.getByRole('link', { name: m.shell_nav_suppliers({}, at), exact: true }).click()
  await page
    .getByRole('button', { name: m.suppliers_add({}, at) })
    .first()
    .click()
  const text = page.getByRole('dialog').getByRole('textbox').first()
  await text.fill('KAFE')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: m.shell_unsaved_stay({}, at) }).click()
  await expect.poll(() => text.inputValue()).toBe('KAFE')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: m.shell_unsaved_leave({}, at) }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a run that waits for approval says so once, and whose it is to give', async () => {
  await client.call('PUT', '/approval-rule', { fromAmount: 1, approver: 'admin' })
  const { id } = await client.importFile(sample, templateId)
  await client.mapUnknownMerchants(id, booking)
  const { invoices } = await client.getImport(id)
  const { runId } = await client.call<{ runId: string }>('POST', `/imports/${id}/confirm`, { invoices })
  await page.goto(`${stage.url}/app/transaction?run=${runId}`)
  await page.getByRole('heading', { name: m.posting_approval_others_title({}, at) }).waitFor()
  const said = page.getByRole('main').getByText(m.posting_phase_awaiting_approval({}, at))
  await expect.poll(() => said.count()).toBe(1)
  await expectAccessible(page, 'run that waits for approval')
})

/** As the mouse does: anywhere on the page for imports, in the field for receipts. */
async function drop(page: Page, name: string): Promise<void> {
  const bytes = name.endsWith('.png') ? [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] : [0x61]
  const files = await page.evaluateHandle(
    ({ name, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array([...bytes, ...new TextEncoder().encode(name)])], name))
      return transfer
    },
    { name, bytes },
  )
  await page.locator('input[type=file]').first().locator('..').dispatchEvent('drop', { dataTransfer: files })
}

/** Nothing of these kinds may be written or looked up in the sandbox's company. */
async function refuseInvoices(noRightTo: string[]): Promise<void> {
  await fetch(`${stage.sandboxUrl}/sandbox/tenants/${stage.customer.books}/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ noRightTo }),
  })
}

test('an import whose template was removed is named after it, and leads to no page that is gone', async () => {
  const { id } = await client.createTemplate(sample, 'Bara en gång')
  const { id: importId } = await client.importFile(sample, id)
  const name = m.imports_template({ name: 'Bara en gång' }, at)
  await page.goto(`${stage.url}/app/imports/${importId}`)
  await page.getByRole('link', { name }).waitFor()
  await client.call('DELETE', `/templates/${id}`).catch(() => undefined) // answers nothing
  await page.reload()
  await page.getByRole('main').getByText(name).waitFor()
  await page.getByRole('link', { name }).waitFor({ state: 'detached' })
  await client.deleteImport(importId)
})
