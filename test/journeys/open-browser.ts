import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import * as m from '#messages'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { organisationNumber } from '../organisation-number.ts'
import { runningStage } from './running-stages.ts'

export type Language = 'sv' | 'en'
/** Whom a journey signs up: what her companies are registered under, and the books in the sandbox that are hers alone. */
export type Customer = { email: string; organisationNumbers: readonly [string, string, string]; books: string }
/** `files`: where a journey may write; `outbox`: where the letters are that Radvis sent. */
export type Stage = {
  url: string
  sandboxUrl: string
  outbox: string
  files: string
  customer: Customer
  browser: Browser
  close(): Promise<void>
}

/** The worker's, for all its journeys; it ends with the worker. */
let running: Promise<Browser> | null = null

/** A customer nobody else is, at the Radvis of this worker, and the browser. */
export async function openStage(): Promise<Stage> {
  const { url, sandboxUrl, folder } = runningStage()
  const files = mkdtempSync(join(tmpdir(), 'radvis-journey-'))
  running ??= chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  const [customer, browser] = await Promise.all([addCustomer(sandboxUrl), running])
  return {
    ...{ url, sandboxUrl, outbox: join(folder, 'outbox'), files, customer, browser },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      rmSync(files, { recursive: true, force: true })
    },
  }
}

/** Journeys of one worker run one after another: how many books there are tells which number is free. */
async function addCustomer(sandboxUrl: string): Promise<Customer> {
  const tenants = `${sandboxUrl}/sandbox/tenants`
  const { length: nth } = (await (await fetch(tenants)).json()) as unknown[]
  const books = String(5000 + nth)
  await fetch(tenants, {
    method: 'POST',
    body: JSON.stringify({ id: books, name: 'Fjällbruket AB', withSuppliers: true }),
  })
  const organisationNumbers = [
    organisationNumber(3 * nth),
    organisationNumber(3 * nth + 1),
    organisationNumber(3 * nth + 2),
  ] as const
  return { email: `karin${nth}@example.com`, organisationNumbers, books }
}

export type PageOptions = { language: Language; width?: number; theme?: 'light' | 'dark' }

/** A page that fails the journey on any error of its own: script errors, failed answers, refused scripts. */
export async function openPage(
  { url, browser }: Stage,
  { language, width = 1440, theme = 'light' }: PageOptions,
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 1000 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'PARAGLIDE_LOCALE', value: language, url }])
  // A busy browser may tell of an animation too late: nothing may wait for that.
  await context.addInitScript(() =>
    window.addEventListener('animationstart', (event) => event.stopImmediatePropagation(), true),
  )
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`refused by the page's policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('response', (response) => response.status() >= 500 && errors.push(`${response.status()} ${response.url()}`))
  page.setDefaultTimeout(40_000)
  return { page, errors }
}

/** Everybody's. */
export const password = 'a long password'

export async function signIn(page: Page, { url, customer }: Stage): Promise<void> {
  const at = { locale: 'sv' } as const
  await page.goto(`${url}/signin`)
  await page.getByLabel(m.site_signin_email({}, at), { exact: true }).fill(customer.email)
  await page.getByLabel(m.site_signin_password({}, at), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/dashboard')
}

/** A card file of three cards. */
export const sample = fileURLToPath(
  new URL('../fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url),
)

/** The stage's customer, connected to her books; what comes back speaks for her. */
export async function signUpCustomer({ url, customer }: Stage): Promise<RadvisClient> {
  const client = createClient(url)
  await client.signUp(customer.email, password, customer.organisationNumbers[0])
  await client.connectSandbox(customer.books)
  return client
}

/** Karin, signed in to a company of hers that is connected to the sandbox; `client` speaks for her beside the page. */
export async function openJourney(options: Omit<PageOptions, 'language'> = {}) {
  const stage = await openStage()
  const client = await signUpCustomer(stage)
  const { page } = await openPage(stage, { language: 'sv', ...options })
  await signIn(page, stage)
  return { stage, client, page }
}

/**
 * Answers come when the journey lets them, and not after some time: what stands before them is done by then, however slow
 * the machine is. Nothing is held once `release` was called, until `hold` is.
 */
export async function holdAnswers(
  page: Page | BrowserContext,
  path: string | RegExp,
  isHeld: (request: Request) => boolean = (request) => request.method() !== 'GET',
) {
  let gate = Promise.withResolvers<void>()
  const count = { asked: 0, answered: 0 }
  await page.route(path, async (route) => {
    if (!isHeld(route.request())) return route.continue().catch(() => undefined)
    count.asked++
    const response = await route.fetch().catch(() => null) // the journey may be over
    await gate.promise
    if (response) await route.fulfill({ response }).catch(() => undefined)
    count.answered++
  })
  return {
    count,
    release: () => gate.resolve(),
    hold() {
      gate = Promise.withResolvers()
    },
  }
}

/**
 * The second press comes once what the first does is done, and by its own time a fifth of a second after it: on a busy
 * machine it would be a single press otherwise.
 */
export async function pressTwice(place: Locator, isOpen: () => Promise<void>): Promise<void> {
  await place.hover()
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
  const browser = await place.page().context().newCDPSession(place.page())
  const begunAt = Date.now() / 1000
  for (const clickCount of [1, 2]) {
    const at = { x: x + width / 2, y: y + height / 2, timestamp: begunAt + (clickCount - 1) * 0.2 }
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await browser.send('Input.dispatchMouseEvent', { type, button: 'left', clickCount, ...at })
    if (clickCount === 1) await isOpen()
  }
  await browser.detach()
}

/** What a failed journey saw last, in the folder for temporary files. */
export const keepPicture = ({ onTestFailed }: Pick<TestContext, 'onTestFailed'>, page: () => Page, journey: string) =>
  onTestFailed(
    async () => void (await page().screenshot({ path: join(tmpdir(), `radvis-${journey}-journey-failed.png`) })),
  )

/** The address in the letter that invites, which a worker sends a moment after it was asked for. */
export async function invitationTo({ url, outbox }: Stage, address: string): Promise<string> {
  const find = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
      .find((text) => text.replaceAll(/\r\n /g, ' ').includes(`To: ${address}`))
  await expect.poll(find).toBeDefined()
  return `${url}${/\/signup\?invitation=[\w-]+/.exec(find()?.replaceAll('=3D', '=') ?? '')?.[0]}`
}

/** Nothing on the page breaks WCAG 2.2 AA as far as axe can tell. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor() // the skeleton before it has nothing to say
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // selectors of all that passed would take much of its time
    .setLegacyMode() // a page of its own to put the frames' results together: there are no frames
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { html, target } of nodes)
      if (id !== 'target-size' || !(await isLargeEnough(page, String(target[0])))) found.push(`${id}: ${html}`)
  }
  expect([name, found]).toEqual([name, []])
}

/** Axe measures what a sticky bar leaves of a target; what is large enough by itself is scrolled free (WCAG 2.5.8). */
async function isLargeEnough(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox()
  return box !== null && box.width >= 24 && box.height >= 24
}
