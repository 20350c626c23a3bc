import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import * as m from '#messages'
import { reloadOnce } from './reload-guard.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Wordmark } from './ui/wordmark.tsx'

/** What the error boundary shows: a page that is not found, or a failure; both lead home. */
export function ErrorPage({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (isFailedChunk(error)) reloadOnce(window.location.pathname)
  }, [error])
  return isMissing ? <NotFound /> : <Failure />
}

/** Browsers say in their own words that a module could not be fetched. */
function isFailedChunk(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script|error loading/i.test(error.message)
  )
}

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <BlankPage>
      <title>{`${m.shell_not_found_title()} – Radvis`}</title>
      <EmptyState
        title={m.shell_not_found_message({ path: pathname })}
        lines={[m.shell_not_found_text()]}
        level={1}
        actions={<HomeButton />}
      />
    </BlankPage>
  )
}

function Failure() {
  return (
    <BlankPage>
      <title>{`${m.shell_error_title()} – Radvis`}</title>
      <EmptyState
        title={m.shell_error_title()}
        lines={[m.shell_error_text()]}
        level={1}
        actions={
          <>
            <HomeButton />
            <Button onClick={() => window.location.reload()}>{m.shell_error_reload()}</Button>
          </>
        }
      />
    </BlankPage>
  )
}

function HomeButton() {
  return (
    <Button asChild variant="primary">
      <Link to="/">{m.shell_home()}</Link>
    </Button>
  )
}

function BlankPage({ children }: { children: React.ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col bg-paper px-4 pt-6">
      <Link to="/" className="inline-block pb-6">
        <Wordmark className="h-6" />
      </Link>
      {children}
    </main>
  )
}
