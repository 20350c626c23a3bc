import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'

const client = fileURLToPath(new URL('../build/client', import.meta.url))
const server = new URL('../build/server/index.js', import.meta.url)
const buildFile = new URL('../build/build.json', import.meta.url)

/** The built browser files and the server-rendered pages. `build.json` tells open pages which build is running. */
export async function renderedWeb(mode: 'development' | 'production'): Promise<Hono> {
  if (!existsSync(server))
    throw new Error('the web is not built: run `npm run build` first (`npm start` does it by itself)')
  const handle = createRequestHandler((await import(server.href)) as ServerBuild, mode)
  const build = existsSync(buildFile) ? readFileSync(buildFile, 'utf8') : '{}'
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
  web.all('*', (c) => handle(c.req.raw))
  return web
}
