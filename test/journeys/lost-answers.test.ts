import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import type { RadvisClient } from '../../scripts/radvis-client.ts'
import { keepPicture, openJourney, type Stage, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
let stage: Stage
let page: Page
let client: RadvisClient
let read: ImportSummary

beforeAll(async () => {
  ;({ stage, client, page } = await openJourney())
  const { id: templateId } = await client.createTemplate(sample)
  read = await client.importFile(sample, templateId)
  await client.mapUnknownMerchants(read.id, { account: 5410, vatType: 'SE25' })
})
afterAll(() => stage.close())
beforeEach((test) => keepPicture(test, () => page, 'lost-answers'))
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Radvis does the first so many that are asked for at this path, and the line is cut before it can say so. */
async function loseAnswers(path: string, most: number): Promise<void> {
  let lost = 0
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || lost === most) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}

const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
const changed = (rows: string) => toast(m.imports_bulk_done({ rows }, at))
const decisions = async () => {
  const { items } = await client.call<{ items: { decision: string | null }[] }>('GET', `/imports/${read.id}/rows`)
  return items.filter(({ decision }) => decision === 'leave-out').length
}
const mark = async (rows: readonly number[]) => {
  for (const row of rows) await page.getByRole('grid').getByRole('checkbox').nth(row).click()
}

test('a change of many rows whose answer was lost is made once, told as made, and taken back', async () => {
  await page.goto(`${stage.url}/app/imports/${read.id}`)
  await page.getByRole('grid').getByRole('checkbox').nth(2).waitFor()
  await mark([1, 2])
  await loseAnswers('**/rows/change', 1)
  await page
    .getByRole('button', { name: m.imports_bulk_leave_out({}, at) })
    .last()
    .click()
  await changed('2').waitFor()
  expect(await decisions()).toBe(2)
  await loseAnswers('**/rows/undo', 1)
  await changed('2')
    .getByRole('button', { name: m.imports_bulk_undo({}, at) })
    .click()
  await toast(m.imports_bulk_undone({}, at)).waitFor()
  expect(await decisions()).toBe(0)
})

test('pressed again after nobody could say whether it was made it is the same change', async () => {
  await mark([1, 2])
  await loseAnswers('**/rows/change', 2)
  const leaveOut = page.getByRole('button', { name: m.imports_bulk_leave_out({}, at) }).last()
  await leaveOut.click()
  await toast(m.shell_request_unknown({}, at)).waitFor()
  expect(await toast(m.imports_bulk_failed({}, at)).count()).toBe(0)
  await leaveOut.click()
  await changed('2').waitFor()
  await page.keyboard.press('Control+z')
  await toast(m.imports_bulk_undone({}, at)).waitFor()
  expect(await decisions()).toBe(0)
})

test('a merge whose answer was lost is told as made, and is not asked for again once it is undone', async () => {
  await page.goto(`${stage.url}/app/mappedsuppliers`)
  await page.getByRole('grid').getByRole('checkbox').nth(2).waitFor()
  await mark([1, 2])
  const merge = page.getByRole('button', { name: m.suppliers_merge({}, at), exact: true })
  await merge.click()
  await loseAnswers('**/mapped-suppliers/merges', 1)
  await page.getByRole('dialog').waitFor()
  await merge.last().click()
  const undo = page
    .locator('[data-sonner-toast]')
    .getByRole('button', { name: new RegExp(m.suppliers_merge_undo({}, at)) })
  await undo.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await undo.click()
  await toast(m.suppliers_merge_undone({}, at)).waitFor()
  await expect.poll(() => page.getByRole('grid').getByRole('checkbox').count()).toBeGreaterThanOrEqual(5)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
