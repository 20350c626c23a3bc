import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import type { RadvisClient } from '../../scripts/radvis-client.ts'
import { expectAccessible, keepPicture, openJourney, type Stage } from './open-browser.ts'

const at = { locale: 'sv' } as const
const name = 'kontoutdrag.csv'
const lines = [
  'Bokföringsdatum;Valutadag;Text;Belopp;Saldo',
  ...['ÖSTRA KAFÉ ÅRE;-129,00', 'Järnia Västerås;-1 249,50', 'SJ Biljetter;-595,00', 'Pressbyrån Älvsjö;-45,00'].map(
    (row, day) => `2026-10-0${day + 1};2026-10-0${day + 1};${row};10 000,00`,
  ),
  ...['okt 5', 'okt 6', 'okt 7'].map((day) => `${day};2026-10-05;SJ Biljetter;-45,00;10 000,00`),
]
let stage: Stage
let page: Page
let client: RadvisClient

beforeAll(async () => {
  ;({ stage, page, client } = await openJourney())
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'own-file'))

test('of a file that no template fits a template is made, and where suggestions stand it says to use them', async () => {
  await page.goto(`${stage.url}/app/imports`)
  await page.getByText(m.imports_new_no_templates({}, at)).waitFor()
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') }
  await page.locator('input[type=file][accept*=csv]').setInputFiles(file)
  await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
  await page.getByLabel(m.templates_field_bank({}, at)).fill('Östersjöbanken')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mapping')
  const save = page.getByRole('button', { name: m.templates_save({}, at) })
  await save.click()
  const fields = [
    m.templates_target_field_merchant,
    m.templates_target_field_invoice_date,
    m.templates_target_field_total,
  ]
  const names = new Intl.ListFormat('sv').format(fields.map((field) => field({}, at)))
  const told = page.locator('[data-sonner-toast]').getByText(m.templates_missing_suggested({ fields: names }, at))
  await told.waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(3)
  await expectAccessible(page, 'mapping with faults')
  await page.getByRole('button', { name: m.templates_use_all({ count: '3' }, at) }).click()
  await told.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0)
  await save.click()
  await page.getByRole('button', { name: m.templates_empty_fields_do({}, at) }).click()
})

test('the file that the template was made of goes along to its import', async () => {
  const way = { name: m.templates_saved_import_file({ name }, at) }
  await page.getByRole('main').getByRole('link', way).click()
  await page.waitForURL('**/app/imports?template=*')
  await page.getByText(name, { exact: true }).waitFor()
  await page.getByRole('button', { name: m.imports_new_start({}, at) }).click()
  await page.waitForURL('**/app/imports/*-*')
  await page.getByRole('grid').getByText('ÖSTRA KAFÉ ÅRE').waitFor()
})

test('J held down goes row by row: none of its steps is lost', async () => {
  for (let step = 0; step < 5; step++) await page.keyboard.press('j')
  await page.waitForURL('**row=5')
})

test('Ctrl+Z takes back what was written in a cell, one change at a time', async () => {
  const amount = page.getByRole('row').filter({ hasText: 'Järnia' }).getByRole('gridcell').last()
  const before = await amount.textContent()
  await amount.focus()
  for (const total of ['100,50', '200,75']) {
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(total)
    await page.keyboard.press('Enter')
    await expect.poll(() => amount.textContent()).toContain(total)
  }
  await page.keyboard.press('Control+z')
  await expect.poll(() => amount.textContent()).toContain('100,50')
  await page.keyboard.press('Control+z')
  await expect.poll(() => amount.textContent()).toBe(before)
  await page.getByText(m.imports_bulk_undone({}, at)).waitFor()
  await page.getByRole('button', { name: m.shell_close({}, at), exact: true }).click()
})

test('the import options are gone once they are saved', async () => {
  await page.getByRole('button', { name: m.imports_options({}, at) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: m.imports_options_save({}, at) }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('toasts that need more lines beside no open row stand apart', async () => {
  const search = page.getByPlaceholder(m.imports_jump({}, at))
  await search.fill('99')
  await search.press('Enter')
  const supplier = page.getByRole('combobox', { name: m.imports_map_supplier({}, at) })
  await supplier.press('Enter')
  const long = 'Pressbyrån Älvsjö station södra uppgången'
  await page.getByPlaceholder(m.suppliers_supplier_search({}, at)).fill(long)
  await page.getByRole('button', { name: m.suppliers_supplier_create({ name: long }, at) }).press('Enter')
  const toasts = page.locator('[data-sonner-toast]')
  await toasts.filter({ hasText: long }).waitFor()
  await toasts.nth(1).waitFor()
  await page.getByRole('button', { name: m.imports_panel_close({}, at) }).click()
  await page.waitForURL((url) => !url.search.includes('row='))
  await expect.poll(async () => overlap(await toasts.all())).toBeLessThan(0)
})

test('where a mended row leaves the list the keyboard goes on at its place', async () => {
  await page.getByRole('button', { name: m.shell_toast_close_all({}, at) }).click()
  await showUnreadable(3)
  await page.locator('#cell-0-1').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('2026-10-05')
  await page.keyboard.press('Enter')
  await waitForRows(2)
  await page.locator('#cell-0-1:focus').waitFor()
  await showUnreadable(8)
})

test('a list that is filtered takes the keyboard along with its row, however late it comes', async () => {
  const places = [
    { from: 7, to: 1 },
    { from: 3, to: 1 }, // its own row is none of these
  ]
  for (const { from, to } of places) {
    await page.reload()
    await waitForRows(8)
    const held = Promise.withResolvers<void>()
    await page.route('**/row-index?problem=*', async (route) => {
      await held.promise
      await route.continue().catch(() => undefined)
    })
    await showUnreadable(2, async () => {
      await page.locator(`#cell-${from}-1`).focus()
      held.resolve()
    })
    await page.locator(`#cell-${to}-1:focus`).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await showUnreadable(8)
  }
})

test('in a sorted list the keyboard goes with the row that was written in', async () => {
  await page.getByRole('columnheader').last().getByRole('button').click()
  const amountAt = (position: number) => page.locator(`[data-index="${position}"]`).getByRole('gridcell').last()
  await expect.poll(() => amountAt(0).textContent()).toContain('45,00')
  await amountAt(0).focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('9999')
  await page.keyboard.press('Enter')
  const written = page.locator('[data-index]:not([data-index="0"]) [role=gridcell]').filter({ hasText: /9\s999,00/ })
  await written.and(page.locator(':focus')).waitFor()
})

test('days that can be read two ways are asked about on top, and saving leads to what stops it', async () => {
  await page.goto(`${stage.url}/app/imports`)
  const days = ['Dag;Ställe;Kostnad', '03/04/2026;SJ Biljetter;-45,00', '05/04/2026;Järnia;-249,50']
  const file = { name: 'dagar.csv', mimeType: 'text/csv', buffer: Buffer.from(days.join('\r\n'), 'latin1') }
  await page.locator('input[type=file][accept*=csv]').setInputFiles(file)
  await page.getByRole('button', { name: m.imports_new_make_template({}, at) }).click()
  await page.getByLabel(m.templates_field_bank({}, at)).fill('Fjällbanken')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mapping')
  await page.getByRole('heading', { name: m.templates_group_questions({}, at) }).waitFor()
  const useAll = page.getByRole('button', { name: m.templates_use_all({ count: '3' }, at) })
  await useAll.click()
  await useAll.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: m.templates_save({}, at) }).click()
  const dates = page.getByRole('combobox', { name: m.templates_date_order({}, at), exact: true })
  await expect.poll(() => dates.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: m.templates_date_ymd({}, at) }).click()
  const told = m.problems_date_order_reads({ order: m.templates_date_dmy({}, at), count: '2', days: '2' }, at)
  await page.getByRole('main').getByText(told).waitFor()
  await page.getByRole('button', { name: m.templates_save({}, at) }).click()
  await expect.poll(() => dates.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(page, 'mapping with questions')
})

/** Presses for the rows whose date cannot be read, or for all again; resolves when so many stand there. */
async function showUnreadable(count: number, meanwhile?: () => Promise<void>): Promise<void> {
  const problem = new RegExp(m.problems_date_unreadable({}, at))
  await page
    .getByRole('list', { name: m.imports_groups_label({}, at) })
    .getByRole('button', { name: problem })
    .click()
  await meanwhile?.()
  await waitForRows(count)
}

async function waitForRows(count: number): Promise<void> {
  await expect.poll(() => page.locator('[data-index] [role=row]:not([aria-busy=true])').count()).toBe(count)
}

/** How far the lower of two reaches over the upper. */
async function overlap(toasts: { boundingBox(): Promise<{ y: number; height: number } | null> }[]): Promise<number> {
  const boxes = (await Promise.all(toasts.map((toast) => toast.boundingBox()))).flatMap((box) => box ?? [])
  const [upper, lower] = boxes.toSorted((a, b) => a.y - b.y)
  return upper && lower ? upper.y + upper.height - lower.y : Number.NaN
}

test('what was wrong with one template file is told no more once another is chosen', async () => {
  await page.goto(`${stage.url}/app/template/overview`)
  const choose = (text: string) =>
    page
      .locator('input[type=file][accept*=json]')
      .setInputFiles({ name: 'mall.radvis.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  const told = page.locator('[data-sonner-toast]')
  await choose('{"format":"radvis-template"')
  await told.getByText(m.templates_import_file_broken({}, at)).waitFor()
  await choose('{}')
  await told.getByText(m.templates_import_file_wrong({}, at)).waitFor()
  await expect.poll(() => told.getByText(m.templates_import_file_broken({}, at)).count()).toBe(0)
})

test('a row whose amount is asked for is answered by one press, or by typing the amount that stands there', async () => {
  const id = await importList(['ELGIGANTEN;119,00', 'RETUR KLÄDER;100,00', 'RETUR SKOR;50,00'])
  await page.goto(`${stage.url}/app/imports/${id}`)
  const grid = page.getByRole('grid')
  const row = (text: string) => grid.getByRole('row').filter({ hasText: text })
  await row('RETUR KLÄDER').click()
  const panel = page.getByRole('complementary').filter({ hasText: 'RETUR KLÄDER' })
  await panel.getByRole('button', { name: m.imports_include_refund({}, at) }).click()
  await row('RETUR KLÄDER')
    .getByText(/[-\u2212]100,00/)
    .waitFor()
  await row('RETUR SKOR').getByRole('gridcell', { name: '50,00', exact: true }).click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('50,00')
  await page.keyboard.press('Enter')
  const asked = async () =>
    (
      await client.call<{ items: { problems: { code: string }[] }[] }>('GET', `/imports/${id}/rows?state=attention`)
    ).items.flatMap(({ problems }) => problems.map(({ code }) => code))
  await expect.poll(asked).not.toContain('refund-or-purchase')
})

/** A list without signs, read by a template that was made for it. */
async function importList(rows: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-list-'))
  const path = join(folder, 'lista.csv')
  writeFileSync(path, ['Datum;Handlare;Belopp', ...rows.map((row) => `2026-10-02;${row}`), ''].join('\n'))
  const { id, version, mapping } = await client.createTemplate(path, 'Egen lista')
  const column = (index: number, name: string) => ({
    kind: 'source',
    from: { kind: 'column', index, name, occurrence: 0 },
  })
  const fields = { invoiceDate: column(0, 'Datum'), merchant: column(1, 'Handlare'), total: column(2, 'Belopp') }
  const asRead = {
    ...mapping,
    fields,
    signRule: 'as-is',
    dateOrder: 'ymd',
    account: 'card',
    emptyFieldsConfirmed: true,
  }
  await client.call('PUT', `/templates/${id}/mapping?version=${version}`, asRead)
  const { id: importId } = await client.importFile(path, id)
  rmSync(folder, { recursive: true })
  return importId
}
