import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import type { RadvisClient } from '../../scripts/radvis-client.ts'
import { holdAnswers, keepPicture, openJourney, type Stage } from './open-browser.ts'

const at = { locale: 'sv' } as const
const sheet = { name: 'Kortköp 2026', id: '1KortkopFjallbruket2026mars0000000000000001', tab: 'Kort mars' }
const otherSheet = 'Resor 2026'
let stage: Stage
let page: Page
let client: RadvisClient
let opening: Awaited<ReturnType<typeof holdAnswers>>

/** Karin lets Radvis read two spreadsheets; the address of one is opened once the journey lets it. */
beforeAll(async () => {
  ;({ stage, client, page } = await openJourney())
  await page.goto(`${stage.url}/app/connectors`)
  await button(m.connections_connect({ name: 'Google Sheets' }, at)).click()
  for (const name of [sheet.name, otherSheet]) await page.getByRole('checkbox', { name }).check()
  await button('Fortsätt').click()
  await page
    .getByText(m.connections_connected_toast({ name: 'Google Sheets' }, at))
    .first()
    .waitFor()
  opening = await holdAnswers(page, `**/documents/${sheet.id}`, () => true)
})
afterAll(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await stage.close()
})
beforeEach((test) => keepPicture(test, () => page, 'sources'))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
const document = () => combobox(m.sources_document({}, at))

async function choose(field: string, name: string): Promise<void> {
  await combobox(field).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function openLink(): Promise<void> {
  opening.hold()
  await page.getByLabel(m.sources_link({}, at)).fill(`https://docs.google.com/spreadsheets/d/${sheet.id}/edit#gid=0`)
  await button(m.sources_link_open({}, at)).click()
}

const isOpened = () => combobox(m.sources_table({}, at)).filter({ hasText: sheet.tab }).waitFor()

async function beginTemplate(): Promise<void> {
  await page.goto(`${stage.url}/app/template/overview?new=import`)
  await choose(m.templates_field_source({}, at), m.templates_source_google_sheets({}, at))
}

test('a name that is written while a link is opened stays', async () => {
  await beginTemplate()
  const name = page.getByLabel(m.templates_field_name({}, at), { exact: true })
  await openLink()
  await name.fill('Kortet')
  opening.release()
  await isOpened()
  expect(await name.inputValue()).toBe('Kortet')
})

test('a spreadsheet that is chosen while a link is opened stays', async () => {
  await beginTemplate()
  await openLink()
  await choose(m.sources_document({}, at), otherSheet)
  const { answered } = opening.count
  opening.release()
  await expect.poll(() => opening.count.answered).toBe(answered + 1)
  await page.waitForTimeout(500) // what it tells would have been chosen
  expect(await document().textContent()).toBe(otherSheet)
})

test('a list that is opened before what stands in it has come says that it is on its way', async () => {
  await beginTemplate()
  const tables = `**/documents/${sheet.id}/tables`
  const { release } = await holdAnswers(page, tables, () => true)
  await choose(m.sources_document({}, at), sheet.name)
  await combobox(m.sources_table({}, at)).click()
  const list = page.getByRole('listbox')
  await list.getByText(m.shell_loading({}, at)).waitFor()
  release()
  await list.getByRole('option', { name: sheet.tab }).click()
  await isOpened()
  await page.unroute(tables)
})

test('what is chosen for an export while a link is opened stays', async () => {
  const form = new FormData()
  const fields = { name: 'Till byrån', bank: 'Byrån', sourceSystem: 'file', targetSystem: 'fortnox' }
  const rest = { resource: 'supplier-invoice', movement: 'export', granularity: 'row' }
  for (const [field, value] of Object.entries({ ...fields, ...rest })) form.set(field, value)
  form.set('file', new Blob(['Fakturanummer;Belopp\n1;100,00\n']), 'byran.csv')
  await client.call('POST', '/templates', form)
  await page.goto(`${stage.url}/app/imports?tab=exports`)
  await choose(m.exports_field_format({}, at), m.exports_format_google_sheets({}, at))
  await openLink()
  await choose(m.exports_field_state({}, at), m.exports_filter_paid({}, at))
  opening.release()
  await isOpened()
  expect(await combobox(m.exports_field_state({}, at)).textContent()).toBe(m.exports_filter_paid({}, at))
})

test('who chooses an hour to fetch at is told that the minute is not theirs', async () => {
  const template = { name: 'Kortköp', bank: 'SEB Kort', granularity: 'row', connectorId: 'google-sheets' }
  const source = { documentId: sheet.id, documentName: sheet.name, tableId: '0', tableName: sheet.tab }
  await client.call('POST', '/template-sources', { ...template, ...source, viewId: null, viewName: null })
  await page.goto(`${stage.url}/app/imports`)
  await button(m.sources_more({ name: template.name }, at)).click()
  await page.getByRole('menuitem', { name: m.sources_schedule_edit({ name: template.name }, at) }).click()
  await choose(m.sources_schedule_every({}, at), m.sources_every_day({}, at))
  await page.getByText(m.sources_schedule_at_help({}, at)).waitFor()
})

test('the tab that rows are fetched from is told while the tabs are read', async () => {
  await page.keyboard.press('Escape')
  const tables = `**/documents/${sheet.id}/tables`
  const { release } = await holdAnswers(page, tables, () => true)
  await page.reload()
  await button(m.sources_more({ name: 'Kortköp' }, at)).click()
  await page.getByRole('menuitem', { name: m.sources_choose({ name: 'Kortköp' }, at) }).click()
  const tab = combobox(m.sources_table({}, at))
  await tab.waitFor()
  expect(await tab.textContent()).toBe(sheet.tab)
  release()
})

test('a menu that names a template by one long word keeps within the phone', async () => {
  await page.keyboard.press('Escape')
  const name = 'Kortmallen'.repeat(8)
  const { items } = await client.call<{ items: { id: string }[] }>('GET', '/templates')
  await client.call('PATCH', `/templates/${items[0]?.id}`, { name })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${stage.url}/app/imports`)
  await button(m.sources_more({ name }, at)).click()
  const entry = page.getByRole('menuitem', { name: m.sources_choose({ name }, at) }).locator('span')
  await expect.poll(() => entry.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await expect.poll(() => entry.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThan(360)
})

test('a row that is taken away in the sheet is told beside its source, in the events and in the import that waits with it', async () => {
  const document = `${stage.sandboxUrl}/google/sandbox/documents/${sheet.id}`
  const template = { name: 'Bortplockat', bank: 'SEB Kort', granularity: 'row', connectorId: 'google-sheets' }
  const source = { documentId: sheet.id, documentName: sheet.name, tableId: '0', tableName: sheet.tab }
  const { templateId } = await client.call<{ templateId: string }>('POST', '/template-sources', {
    ...{ ...template, ...source, viewId: null, viewName: null },
  })
  const { version, mapping } = await client.call<{ version: number; mapping: object }>(
    'GET',
    `/templates/${templateId}`,
  )
  const column = (index: number, name: string) => ({
    kind: 'source',
    from: { kind: 'column', index, name, occurrence: 0 },
  })
  const fields = { invoiceDate: column(0, 'Datum'), merchant: column(1, 'Specifikation'), total: column(5, 'Belopp') }
  const asRead = { ...mapping, fields, emptyFieldsConfirmed: true }
  await client.call('PUT', `/templates/${templateId}/mapping?version=${version}`, asRead)
  const fetchRows = async () => {
    await client.call('POST', `/template-sources/${templateId}/fetch`, { extent: 'changed' })
    const read = () =>
      client.call<{ isFetching: boolean; outcome: { importId: string } | null }>(
        'GET',
        `/template-sources/${templateId}`,
      )
    await expect.poll(async () => (await read()).isFetching, { timeout: 20_000 }).toBe(false)
    return (await read()).outcome
  }
  const importId = (await fetchRows())?.importId
  await expect.poll(async () => (await client.getImport(importId ?? '')).state, { timeout: 20_000 }).toBe('checked')
  type Tab = { sheetId: number; title: string; hidden: boolean; rows: unknown[][] }
  const { name, locale, tabs } = (await (await fetch(document)).json()) as { name: string; locale: string; tabs: Tab[] }
  const without = tabs.map(({ sheetId, title, hidden, rows }) => ({
    ...{ sheetId, title, hidden, rows: rows.toSpliced(1, sheetId === 0 ? 1 : 0) },
  }))
  const put = await fetch(document, { method: 'PUT', body: JSON.stringify({ name, locale, tabs: without }) })
  expect(put.ok).toBe(true)
  await fetchRows()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/imports`)
  await page.getByText(m.sources_outcome_gone_one({}, at)).waitFor()
  const which = page.getByText(m.sources_gone_rows({ which: '' }, at))
  expect(await which.isVisible()).toBe(false) // stands beside the number
  await page.setViewportSize({ width: 390, height: 844 })
  await which.waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.url}/app/events`)
  await page.getByText(m.activity_source_rows_gone_one({}, at)).first().waitFor()
  await page.goto(`${stage.url}/app/imports/${importId}`)
  const told = m.problems_source_own_rows_gone_one({ which: '' }, at).split(':')[0] ?? ''
  await page.getByText(told).first().waitFor()
})
