import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as m from '#messages'
import { cardFile } from '../../scripts/card-file.ts'
import { workbook } from '../workbook.ts'
import { holdAnswers, keepPicture, openJourney, pressTwice, sample } from './open-browser.ts'

const at = { locale: 'sv' } as const
let journey: Awaited<ReturnType<typeof openJourney>>
let page: Page
let panel: Locator

beforeAll(async () => {
  journey = await openJourney()
  page = journey.page
  panel = page.locator('#row-panel')
  const template = await journey.client.createTemplate(sample)
  const { id } = await journey.client.importFile(sample, template.id)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').getByText('ICA SUPERMARKET TEST').waitFor()
})
afterAll(() => journey.stage.close())
beforeEach((test) => keepPicture(test, () => page, 'row-to-row'))

/** Columns take their widths when the page is alive, which on a busy machine is some time after the rows are seen. */
async function boxAtRest(cell: Locator) {
  let box = await cell.boundingBox()
  const isAtRest = async () => {
    const before = JSON.stringify(box)
    box = await cell.boundingBox()
    return JSON.stringify(box) === before
  }
  await page.waitForTimeout(300)
  await expect.poll(isAtRest, { interval: 300, timeout: 20_000 }).toBe(true)
  return box
}

test('the arrows lead down through all rows, past the titles of the cards', async () => {
  const rows = page.getByRole('grid').getByRole('row')
  await page.locator('[role=gridcell][tabindex="0"]').first().focus()
  const seen = new Set<string>()
  for (let i = 0; i < 60; i++) {
    seen.add(await page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? ''))
    await page.keyboard.press('ArrowDown')
  }
  expect([...seen].at(-1)).toBe(await rows.last().textContent())
})

test('a row opened and rows put in order before a filter just chosen is drawn leave the filter chosen', async () => {
  const place = page.url().split('?')[0] ?? ''
  await page.evaluate(
    async (label) => {
      const presses = [
        `[role=group][aria-label="${label}"] button:nth-of-type(3)`,
        '[role=columnheader] button',
        '[role=gridcell][tabindex="0"]',
      ]
      for (const selector of presses) {
        document.querySelector<HTMLElement>(selector)?.click()
        for (let i = 0; i < 20; i++) await null
      }
    },
    m.shell_equation_label({}, at),
  )
  await expect.poll(() => page.url()).toMatch(/\?(?=.*state=attention)(?=.*sort=)(?=.*row=)/)
  await page.goto(place)
  await page.getByRole('grid').getByText('ICA SUPERMARKET TEST').waitFor()
})

test('a supplier that is chosen and not saved is there again after J and K', async () => {
  await page.goto(`${page.url().split('?')[0]}?state=attention`)
  await page.getByRole('grid').getByText('ICA SUPERMARKET TEST').waitFor()
  await page.keyboard.press('j')
  const supplier = panel.getByRole('combobox', { name: m.imports_map_supplier({}, at) })
  const empty = await supplier.textContent()
  await supplier.click()
  await page.getByRole('option').first().click()
  await expect.poll(() => supplier.textContent()).not.toBe(empty)
  const chosen = await supplier.textContent()
  const first = await panel.getByRole('heading', { level: 2 }).textContent()
  await page.getByRole('grid').locator('[role=gridcell][tabindex="0"]').first().focus()
  await page.keyboard.press('j')
  await expect.poll(() => panel.getByRole('heading', { level: 2 }).textContent()).not.toBe(first)
  await expect.poll(() => supplier.textContent()).toBe(empty)
  await page.keyboard.press('k')
  await expect.poll(() => panel.getByRole('heading', { level: 2 }).textContent()).toBe(first)
  await expect.poll(() => supplier.textContent()).toBe(chosen)
})

test('going to a row by its number takes the panel along', async () => {
  const aside = page.getByRole('complementary').filter({ has: panel })
  const before = await aside.getAttribute('aria-label')
  const number = await page.getByRole('grid').getByRole('rowheader').last().textContent()
  await page.getByPlaceholder(m.imports_jump({}, at)).fill(number ?? '')
  await page.keyboard.press('Enter')
  const wanted = m.imports_panel_label({ row: number ?? '' }, at)
  expect(before).not.toBe(wanted)
  await expect.poll(() => aside.getAttribute('aria-label')).toBe(wanted)
})

test('Tab goes on past a toast, and not back to where it came from', async () => {
  await page.getByPlaceholder(m.imports_jump({}, at)).fill('9999')
  await page.keyboard.press('Enter')
  const close = page.getByRole('listitem').getByRole('button', { name: m.shell_close({}, at) })
  await close.waitFor()
  await page.locator('main button').last().focus()
  await page.keyboard.press('Tab')
  await close.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBe(null)
  await close.click()
})

test('a double press writes in the cell that was pressed, though the first opens the panel beside the rows', async () => {
  const path = join(tmpdir(), 'radvis-row-to-row.csv')
  writeFileSync(path, cardFile(300))
  const template = await journey.client.createTemplate(path, 'Kort')
  const { id } = await journey.client.importFile(path, template.id)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  const amount = page.getByRole('grid').getByRole('gridcell', { name: '23,03', exact: true })
  await amount.waitFor()
  const { x = 0, y = 0, width = 0 } = (await boxAtRest(amount)) ?? {}
  for (const delay of [100, 60, 0]) {
    await page.keyboard.press('Escape') // leaves the cell, as it was
    await amount.locator('input').waitFor({ state: 'detached' })
    await page.mouse.dblclick(x + width / 2, y + 10, { delay }) // how long the button is held, and then let go of
    await amount.locator('input:focus').waitFor()
  }
  await page.keyboard.type('24,50')
})

test('what is being typed in a cell stands there after the row was scrolled out of sight and back', async () => {
  const last = page.getByRole('grid').getByRole('rowheader', { name: '301' })
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, 20_000)
  await last.waitFor()
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -20_000)
  await last.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('input:focus').inputValue()).toBe('24,50')
})

test('a double press where nothing can be written leaves the panel open that its first press opened', async () => {
  await page.keyboard.press('Escape')
  const grid = page.getByRole('grid')
  const above = await grid.getByRole('columnheader', { name: m.imports_head_state({}, at) }).boundingBox()
  const beside = await grid.getByRole('rowheader', { name: '4', exact: true }).boundingBox()
  await page.mouse.dblclick((above?.x ?? 0) + 20, (beside?.y ?? 0) + 10)
  await panel.waitFor()
  await page.waitForTimeout(300) // a press that closes it would have
  expect(await panel.isVisible()).toBe(true)
})

test('a double press writes in the cell also where a choice of the panel comes under the pointer', async () => {
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, 400)
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: '37,17' })
  const [account, chosen] = [row.getByRole('gridcell').nth(5), panel.getByRole('combobox').last()]
  await row.click({ position: { x: 300, y: 10 } })
  const choice = await chosen.boundingBox()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  const cell = await boxAtRest(account)
  await page.mouse.wheel(0, (cell?.y ?? 0) - (choice?.y ?? 0))
  const { x = 0, y = 0 } = (await boxAtRest(account)) ?? {}
  expect(Math.abs(y - (choice?.y ?? 0))).toBeLessThan(10)
  await page.mouse.dblclick(x + 20, y + 20, { delay: 90 })
  await account.locator('input:focus').waitFor()
  await page.keyboard.press('Escape')
})

test('who goes on while a cell is being saved loses nothing, is not called back, and is told what was refused', async () => {
  const rowOf = (name: string) =>
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const dateOf = (row: string) => rowOf(row).getByRole('gridcell').nth(2)
  const write = async (row: string, date: string) => {
    await dateOf(row).focus()
    await page.keyboard.press('F2')
    await page.keyboard.type(date)
  }
  await page.goto(page.url().split('?')[0] ?? '')
  const { count, hold, release } = await holdAnswers(page, /\/rows\/\d+$/)
  await write('9', '2026-03-30')
  await page.keyboard.press('Tab')
  await page.keyboard.type('NYTT NAMN')
  await page.keyboard.press('Enter')
  release()
  await rowOf('9').filter({ hasText: '2026-03-30' }).filter({ hasText: 'NYTT NAMN' }).waitFor()

  hold()
  await write('9', '2026-03-31')
  await dateOf('7').click({ delay: 90 })
  release()
  await rowOf('9').filter({ hasText: '2026-03-31' }).waitFor()
  await dateOf('7').and(page.locator(':focus')).waitFor()

  hold()
  await write('9', '31/31/2026')
  await dateOf('7').click({ delay: 90 })
  await dateOf('7').dblclick({ delay: 90 })
  await dateOf('7').locator('input:focus').waitFor()
  release()
  await page.getByRole('alert').filter({ hasText: '31/31/2026' }).waitFor()

  await page.keyboard.type('2026-03-29')
  await page.setViewportSize({ width: 700, height: 800 })
  await expect.poll(() => count.answered).toBe(5)
  await page.setViewportSize({ width: 1280, height: 800 })
  await rowOf('7').filter({ hasText: '2026-03-29' }).waitFor()
})

test('a double press on what asks a question leaves the question there, unanswered', async () => {
  const button = page.getByRole('button', { name: m.imports_options({}, at) })
  const question = page.getByRole('dialog').locator(':focus')
  await pressTwice(button, () => question.waitFor())
  await page.waitForTimeout(300) // a press that closes it would have
  await question.waitFor()
})

test('a double press on what leaves the question opens no row that lies under it', async () => {
  const leave = page.getByRole('dialog').getByRole('button', { name: m.shell_cancel({}, at), exact: true })
  const before = page.url()
  await leave.dblclick({ delay: 90 })
  await leave.waitFor({ state: 'detached' })
  await page.waitForTimeout(300) // a press of the row would have led to it
  expect(page.url()).toBe(before)
})

test('a number that several sheets have rows of asks which sheet, and the keyboard goes to that row', async () => {
  const name = `Resor ${'och utlägg '.repeat(2)}`.trim() // a sheet's name has room for 31 characters
  const head = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
  const lines = ['KONTORSHALLEN', 'BRYGGERIGR'.repeat(6), 'PIXELGRUVAN'].map(
    (shop) => `2026-03-02;2026-03-03;${shop};MALMÖ;SEK;0;96`,
  )
  const purchases = [head, ...lines.slice(0, 2)]
  const file = join(journey.stage.files, 'blad.xlsx')
  writeFileSync(file, workbook({ Kort: purchases, [name]: [head, ...lines] }))
  const { id } = await journey.client.importFile(file, (await journey.client.createTemplate(sample, 'Blad')).id)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  const [jump, dialog] = [page.getByPlaceholder(m.imports_jump({}, at)), page.getByRole('dialog')]
  await jump.fill('3')
  await jump.press('Enter')
  await dialog.getByRole('button', { name: 'Kort' }).and(page.locator(':focus')).waitFor()
  for (const each of await dialog.getByRole('listitem').all())
    expect(await each.boundingBox().then((box) => box && box.x + box.width)).toBeLessThan(360)
  await page.keyboard.press('Escape')
  await page.locator(':focus').and(jump).waitFor()
  await jump.press('Enter')
  await dialog.getByRole('button', { name }).click()
  await page.locator('[role=row]:focus').filter({ hasText: name }).waitFor() // on the phone a row is one place
  await page.setViewportSize({ width: 1280, height: 800 })
  await jump.press('Enter')
  await dialog.getByRole('button', { name }).click()
  await page.locator('[role=row]:has([role=gridcell]:focus)').filter({ hasText: name }).waitFor()
  await jump.fill('4') // a row that one sheet has is gone to at once
  await jump.press('Enter')
  await page.locator('[role=row]:has(:focus)').filter({ hasText: 'PIXELGRUVAN' }).waitFor()
})

test('the ring around a button of the first row is seen whole below the head of its list', async () => {
  await page.goto(`${journey.stage.url}/app/template/overview`)
  const button = page.getByRole('row').nth(1).locator('button[aria-haspopup=menu]')
  await button.waitFor()
  await page.keyboard.press('Tab') // a ring is drawn for the keyboard
  await button.focus()
  const above = (one: Element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(one)
    const row = one.closest('[role=row]')?.getBoundingClientRect().top ?? 0
    return row - (one.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth))
  }
  await expect.poll(() => button.evaluate(above)).toBeLessThanOrEqual(0)
})

test('why a cell of the lowest row in sight was refused is told above it: below it lies the foot of the page', async () => {
  const { items } = await journey.client.call<{ items: { id: string; fileName: string }[] }>('GET', '/imports')
  const { id } = items.find(({ fileName }) => fileName === 'radvis-row-to-row.csv') ?? {}
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').getByRole('gridcell', { name: '2026-01-05', exact: true }).focus()
  await page.keyboard.press('PageDown')
  const writeWrong = async () => {
    await page.keyboard.press('F2')
    await page.keyboard.type('31/31/2026')
    await page.keyboard.press('Enter')
  }
  await writeWrong()
  const why = page.getByRole('alert').filter({ hasText: m.imports_edit_leave({}, at) })
  await why.waitFor()
  const isSeen = (note: Element) => {
    const { left, top, bottom } = note.getBoundingClientRect()
    return [top + 8, bottom - 8].every((y) => note.contains(document.elementFromPoint(left + 8, y)))
  }
  await expect.poll(() => why.evaluate(isSeen)).toBe(true)
  await page.keyboard.press('Escape')

  for (let row = 0; row < 8; row++) await page.keyboard.press('ArrowUp')
  await writeWrong()
  await expect.poll(() => why.evaluate(isSeen)).toBe(true)
  const below = await why.evaluate((note) => note.getBoundingClientRect().top)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, -255) // its row is the lowest now
  await expect.poll(() => why.evaluate((note) => note.getBoundingClientRect().top)).not.toBe(below)
  await expect.poll(() => why.evaluate(isSeen)).toBe(true)
  await page.keyboard.press('Escape')
})

test('marked rows that all ask for their amount are answered at once, and taken back', async () => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  const shops = ['Milersättning', 'Traktamente', 'Sibylla Arboga']
  const lines = cardFile(10).trimEnd().split('\r\n')
  const rows = shops.map((shop, index) => `2026-11-0${index + 1};2026-11-04;${shop};ARBOGA;SEK;0;742,50`)
  const path = join(journey.stage.files, 'utlagg.csv')
  writeFileSync(path, `${[...lines, ...rows].join('\r\n')}\r\n`)
  const { id } = await journey.client.importFile(path, (await journey.client.createTemplate(path, 'Utlägg')).id)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  const mark = (shop: string) => page.getByRole('checkbox', { name: shop }).check()
  const include = page.getByRole('button', { name: m.imports_bulk_include({}, at), exact: true })
  await mark('Milersättning')
  await mark('Traktamente')
  await include.waitFor()
  await mark('Sibylla Arboga')
  await include.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Sibylla Arboga' }).uncheck()
  await include.click()
  await page.getByText(m.imports_bulk_done({ rows: '2' }, at)).waitFor()
  const asks = async () =>
    (await journey.client.call<{ items: unknown[] }>('GET', `/imports/${id}/rows?problem=allowance`)).items.length
  expect(await asks()).toBe(0)
  await page.getByRole('button', { name: m.imports_bulk_undo({}, at) }).click()
  await page.getByText(m.imports_bulk_undone({}, at)).waitFor()
  expect(await asks()).toBe(2)
})

test('a row marked by keyboard stands above what is done with marked rows', async () => {
  const path = join(tmpdir(), 'radvis-marked-row.csv')
  writeFileSync(path, cardFile(300))
  const template = await journey.client.createTemplate(path, 'Kort med märken')
  const { id } = await journey.client.importFile(path, template.id)
  await page.goto(`${journey.stage.url}/app/imports/${id}`)
  await page.getByRole('grid').locator('[role=gridcell]').first().waitFor()
  const cell = page.getByRole('grid').locator('[role=gridcell]:focus')
  const bar = page.getByRole('region', { name: m.imports_bulk_label({}, at) })
  await page.getByRole('grid').locator('[role=gridcell][tabindex="0"]').first().focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageDown')
  await page.keyboard.press('x')
  const room = async () => {
    const [above, below] = [await cell.boundingBox(), await bar.boundingBox()]
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  }
  await expect.poll(room).toBeGreaterThan(0)
  await page.keyboard.press('PageDown')
  await expect.poll(room).toBeGreaterThan(0)
})
