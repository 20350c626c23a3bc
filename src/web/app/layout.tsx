import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import * as m from '#messages'
import { LeaveUnsaved } from '../leave-unsaved.tsx'
import { leadNewTabsWhileShown, useSession } from '../session.ts'
import { signInFirst } from '../sign-in-first.ts'
import { useSignOut } from '../sign-out.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { watchFocus } from '../ui/leave-focus.ts'
import { PageTransition } from '../ui/page-transition.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { refuseStrayDrops } from '../ui/stray-drop.ts'
import { Toaster } from '../ui/toasts.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import type { Route } from './+types/layout'
import { AddCompanyDialog } from './add-company-dialog.tsx'
import { useCurrentBreadcrumb } from './breadcrumb.ts'
import { useBuildCheck } from './build-check.ts'
import { CommandPalette } from './command-palette.tsx'
import { useKeptPages } from './kept-pages.ts'
import { pageName } from './navigation.ts'
import { useNavigationKeys } from './navigation-keys.ts'
import { createQueryClient } from './query-client.ts'
import { refreshAccount } from './refresh-account.ts'
import { useServerAway } from './server-away.ts'
import { SideNavigation } from './side-navigation.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TopBar } from './top-bar.tsx'

/** The signed-in pages are drawn in the browser only: the session is there and nowhere else. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => signInFirst(request)
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <div className="min-h-dvh bg-sheet wide:grid wide:grid-cols-[var(--nav)_minmax(0,1fr)]">
      <div className="flex h-14 items-center bg-paper pl-5 wide:h-12">
        <Wordmark />
      </div>
      <main className="margin-line-l bg-sheet pt-28 max-wide:border-l-0">
        <SkeletonRows />
      </main>
    </div>
  )
}

export default function AppLayout() {
  const session = useSession()
  const company = session?.company ?? null
  const companyId = company?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another company's data is never shown, so its cache starts empty
  const queryClient = useMemo(() => createQueryClient(company), [companyId])
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  useNavigationKeys()
  useEffect(watchFocus, [])
  useEffect(leadNewTabsWhileShown, [])
  useEffect(refuseStrayDrops, [])
  useBuildCheck()
  useKeptPages()
  useServerAway(queryClient)
  useAccountKeptFresh()
  useLeaveWhenSignedOut(session !== null)
  const isOther = useLeaveToOther(session?.user.id)
  if (!session || isOther) return <HydrateFallback />
  return (
    <QueryClientProvider client={queryClient}>
      <PageTitle />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-2 focus:bg-fir focus:drawn focus:px-3 focus:py-2 focus:text-on-fir"
      >
        {m.shell_skip_to_content()}
      </a>
      <div className="min-h-dvh max-wide:[--top:56px] print:block wide:grid wide:grid-cols-[var(--nav)_minmax(0,1fr)]">
        <SideNavigation />
        <div className="margin-line-l flex min-h-dvh min-w-0 flex-col bg-sheet print:min-h-0 print:border-l-0 max-wide:border-l-0">
          <p className="hidden px-4 text-12 text-ink-2 print:block wide:px-6">{company?.name}</p>
          <TopBar onPalette={() => setIsPaletteOpen(true)} />
          {company === null ? <NoCompany /> : <Page key={companyId} />}
        </div>
      </div>
      <CommandPalette isOpen={isPaletteOpen} onOpenChange={setIsPaletteOpen} />
      <Toaster />
      <LeaveUnsaved />
      <SignInAgain />
    </QueryClientProvider>
  )
}

/** Whoever was taken out of their only company: no page has anything to show. */
function NoCompany() {
  const signOut = useSignOut()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <main id="content" className="flex min-w-0 flex-1 flex-col max-wide:pt-(--toast-room)">
      <EmptyState
        level={1}
        title={m.shell_company_none()}
        lines={[m.shell_company_none_text()]}
        actions={
          <>
            <Button variant="primary" onClick={() => setIsAdding(true)}>
              {m.shell_add_company()}
            </Button>
            <Button onClick={() => void signOut()}>{m.shell_sign_out()}</Button>
          </>
        }
      />
      {isAdding && <AddCompanyDialog onClose={() => setIsAdding(false)} />}
    </main>
  )
}

function Page() {
  const name = usePageName()
  return (
    <PageTransition>
      <main id="content" aria-label={name} className="flex min-w-0 flex-1 flex-col max-wide:pt-(--toast-room)">
        <Outlet />
      </main>
    </PageTransition>
  )
}

function PageTitle() {
  return <title>{`${usePageName()} – Radvis`}</title>
}

function usePageName(): string {
  const { pathname } = useLocation()
  const last = useCurrentBreadcrumb()
  const name = pageName(pathname)
  return last === null ? name : `${last} – ${name}`
}

function useAccountKeptFresh(): void {
  useEffect(() => void refreshAccount(), [])
}

/** Signing out in another tab ends this one too. */
function useLeaveWhenSignedOut(isSignedIn: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSignedIn) void navigate('/signin')
  }, [isSignedIn, navigate])
}

/** Another person has signed in, here or in another tab: nothing of the page that was drawn for the first stays. */
function useLeaveToOther(userId: string | undefined): boolean {
  const [first] = useState(userId)
  const isOther = userId !== undefined && userId !== first
  useEffect(() => {
    if (isOther) window.location.assign('/app/dashboard')
  }, [isOther])
  return isOther
}
