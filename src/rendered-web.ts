import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'

const client = fileURLToPath(new URL('../build/client', import.meta.url))
const server = new URL('../build/server/index.js', import.meta.url)
const buildFile = new URL('../build/build.json', import.meta.url)

/** Only scripts of ours run: built files, and what the page itself carries with this answer's nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'", // positions of menus and virtual rows are inline styles
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What the build's entry (src/web/entry.server.tsx) hands on: the router that is built into it, and its key for the nonce. */
type Router = {
  createRequestHandler: typeof createRequestHandler
  RouterContextProvider: typeof RouterContextProvider
  nonceContext: RouterContext<string | undefined>
}

/** The built browser files and the server-rendered pages. `build.json` tells open pages which build is running, and where its pages' code is. */
export async function renderedWeb(mode: 'development' | 'production'): Promise<Hono> {
  if (!existsSync(server))
    throw new Error('the web is not built: run `npm run build` first (`npm start` does it by itself)')
  const built = (await import(server.href)) as ServerBuild
  const router = built.entry.module as unknown as Router
  const handle = router.createRequestHandler(built, mode)
  const pages = Object.values(built.assets.routes).filter((route) => route?.parentId === 'app/layout')
  const build = JSON.stringify({
    ...(existsSync(buildFile) && (JSON.parse(readFileSync(buildFile, 'utf8')) as object)),
    pages: [...new Set(pages.map((route) => route?.module))],
  })
  const web = new Hono()
  web.get('/build.json', (c) => c.body(build, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' }))
  web.use(
    '/assets/*',
    serveStatic({
      root: client,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  web.use('*', serveStatic({ root: client }))
  web.all('*', async (c) => {
    const nonce = randomBytes(16).toString('base64')
    const context = new router.RouterContextProvider()
    context.set(router.nonceContext, nonce)
    const page = await handle(c.req.raw, context)
    page.headers.set('content-security-policy', contentSecurityPolicy(nonce))
    page.headers.set('cache-control', 'private, no-cache') // a cache on the way would give its nonce to others
    return page
  })
  return web
}
