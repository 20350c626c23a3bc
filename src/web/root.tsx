import './no-eval.ts' // before anything is parsed
import interUrl from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url'
import { type ReactNode, use, useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useNavigation } from 'react-router'
import { paraglideMiddleware } from '#paraglide/server.js'
import { getLocale } from '#runtime'
import type { Route } from './+types/root'
import { beforeScripts, rememberGoing } from './before-scripts.ts'
import { ErrorPage } from './error-page.tsx'
import { NonceContext } from './nonce.ts'
import { themeScript } from './theme-choice.ts'
import './ui/theme.css'

/** Every text rendered for a request is in the language of that request's cookie. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }, next) => paraglideMiddleware(request, () => next()),
]

export const links: LinksFunction = () => [
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang={getLocale()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before any other script is there */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: beforeScripts }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const { location } = useNavigation()
  const going = location ? location.pathname + location.search : null
  useEffect(() => window.radvisTakesOver?.(), [])
  useEffect(() => rememberGoing(going), [going])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
