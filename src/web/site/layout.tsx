import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { changeLanguage } from '../change-language.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LocaleSwitch } from '../ui/locale-switch.tsx'
import { PageTransition } from '../ui/page-transition.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { BandRow } from './band-row.tsx'

const entries = [
  { to: '/#how', label: m.site_nav_how },
  { to: '/fortnox', label: m.site_nav_fortnox },
  { to: '/#prices', label: m.site_nav_prices },
  { to: '/#questions', label: m.site_nav_questions },
  { to: '/blog', label: m.site_nav_blog },
  { to: '/about', label: m.site_nav_about },
]

/** The public pages: head, page, foot. The margin line runs down all of it. */
export default function SiteLayout() {
  return (
    <div className="overflow-x-clip bg-paper text-16 [--edge-x:max(40px,calc((100vw-1320px)/2))] [--m:176px] max-wide:[--edge-x:20px] max-wide:[--m:36px]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-2 focus:bg-fir focus:drawn focus:px-3 focus:py-2 focus:text-on-fir"
      >
        {m.shell_skip_to_content()}
      </a>
      <SiteHead />
      <PageTransition>
        <main id="content">
          <Outlet />
        </main>
      </PageTransition>
      <SiteFoot />
    </div>
  )
}

function SiteHead() {
  return (
    <header className="flex h-15 items-center gap-1 px-(--edge-x) text-14 wide:h-18">
      <Link to="/" className="mr-9">
        <Wordmark className="h-6 wide:h-[26px]" />
      </Link>
      <nav aria-label={m.site_nav()} className="flex gap-6 max-broad:hidden">
        {entries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className="text-ink-2 decoration-1 underline-offset-6 hover:text-ink hover:underline"
          >
            {entry.label()}
          </Link>
        ))}
      </nav>
      <span className="flex-1" />
      <LocaleSwitch className="max-wide:hidden" />
      <ThemeSwitch />
      <span className="contents max-wide:hidden">
        <SignInLinks />
      </span>
      <SiteMenu />
    </header>
  )
}

/** Who is signed in goes on to the app; who is not signs in or up. */
function SignInLinks() {
  const session = useSession()
  if (session) {
    return (
      <Button asChild variant="primary" className="h-9 px-3.5 max-wide:hidden">
        <Link to="/app/dashboard">{m.site_to_app()}</Link>
      </Button>
    )
  }
  return (
    <>
      <Button asChild variant="quiet" className="h-9 px-3 max-wide:hidden">
        <Link to="/signin">{m.site_sign_in()}</Link>
      </Button>
      <Button asChild variant="primary" className="h-9 px-3.5 max-wide:hidden">
        <Link to="/signup">{m.site_sign_up()}</Link>
      </Button>
    </>
  )
}

function SiteMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <IconButton
        label={m.shell_menu()}
        onClick={() => setIsOpen(true)}
        withTooltip={false}
        className="-mr-2.5 broad:hidden"
      >
        <MenuIcon size={16} strokeWidth={1.5} />
      </IconButton>
      <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title={m.shell_menu()}>
        <nav aria-label={m.site_nav()}>
          <ul className="border-t border-rule text-16">
            {[
              ...entries,
              { to: '/contact', label: m.site_nav_contact },
              { to: '/signin', label: m.site_sign_in },
              { to: '/signup', label: m.site_sign_up },
            ].map((entry) => (
              <li key={entry.to} className="border-b border-rule">
                <Link to={entry.to} onClick={close} className="flex h-12 items-center px-5 hover:bg-sunk">
                  {entry.label()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <LocaleSwitch className="px-3 py-3" />
      </Sheet>
    </>
  )
}

const columns = () => [
  { heading: m.site_foot_service(), links: [entries[0], entries[1], entries[2]] },
  { heading: m.site_foot_help(), links: [entries[3], entries[4], { to: '/contact', label: m.site_nav_contact }] },
  {
    heading: m.site_foot_radvis(),
    links: [entries[5], { to: '/terms', label: m.site_nav_terms }, { to: '/signin', label: m.site_sign_in }],
  },
]

function SiteFoot() {
  return (
    <footer className="border-t border-ink bg-sunk text-14 leading-[22px]">
      <BandRow bodyClassName="pt-10 pb-10">
        <div className="grid grid-cols-2 gap-8 wide:grid-cols-[1.5fr_1fr_1fr_1fr]">
          <div className="max-wide:col-span-2">
            <Wordmark className="mb-3.5 h-8" />
            <p className="text-ink-2">
              {m.site_hero_title_1()}
              <br />
              {m.site_hero_title_2()}
            </p>
          </div>
          {columns().map(({ heading, links }) => (
            <nav key={heading} aria-label={heading}>
              <h2 className="mb-2 font-head">{heading}</h2>
              <ul>
                {links.map(
                  (link) =>
                    link && (
                      <li key={link.to}>
                        <Link
                          to={link.to}
                          className="inline-block py-[3px] text-ink-2 underline-offset-4 hover:text-ink hover:underline"
                        >
                          {link.label()}
                        </Link>
                      </li>
                    ),
                )}
              </ul>
            </nav>
          ))}
        </div>
        <div className="mt-9 flex flex-wrap gap-x-6 gap-y-1 border-t border-rule-strong pt-3.5 text-ink-2">
          <span>{m.site_foot_reply()}</span>
          <span>{m.site_foot_vat()}</span>
          <OtherLanguage />
        </div>
      </BandRow>
    </footer>
  )
}

function OtherLanguage() {
  const other = getLocale() === 'sv' ? 'en' : 'sv'
  return (
    <button
      type="button"
      lang={other}
      onClick={() => void changeLanguage(other)}
      className="underline-offset-4 hover:text-ink hover:underline wide:ml-auto"
    >
      {other === 'en' ? 'In English' : 'På svenska'}
    </button>
  )
}
