import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceContext } from './nonce.ts'

const abortAfterMs = 6_000

/** Set by the server on the request's context when it sends a Content-Security-Policy (`build.entry.module.nonceContext`). */
export const nonceContext = createContext<string | null>(null)
/** The router of the pages' own build: the server takes no other (rendered-web.ts). */
export { createRequestHandler, RouterContextProvider }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext) ?? undefined
  let hasFailed = false
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
    </NonceContext>,
    {
      ...(nonce && { nonce }),
      signal: AbortSignal.timeout(abortAfterMs),
      onError: () => {
        hasFailed = true
      },
    },
  )
  if (isbot(request.headers.get('user-agent'))) await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  // The language is all that differs between callers.
  headers.set('vary', 'Cookie')
  return new Response(stream, { status: hasFailed ? 500 : status, headers })
}
