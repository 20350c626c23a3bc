import { Link, useLocation } from 'react-router'
import * as m from '#messages'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageName } from './navigation.ts'

const texts: Record<string, () => string> = {
  subscription: m.shell_later_subscription,
  billing: m.shell_later_billing,
  faq: m.shell_later_faq,
  support: m.shell_later_support,
  videoguides: m.shell_later_videoguides,
  notifications: m.shell_later_notifications,
  'account-settings': m.shell_later_account_settings,
}

/** A page that is to come, saying so. */
export default function ComingLater() {
  const { pathname } = useLocation()
  const text = texts[pathname.split('/')[2] ?? '']
  return (
    <>
      <PageHeader title={pageName(pathname)} hasRule />
      <EmptyState
        title={m.shell_later_title()}
        lines={[...(text ? [text()] : []), m.shell_later_text()]}
        actions={
          <Button asChild>
            <Link to="/app/dashboard">{m.shell_later_go()}</Link>
          </Button>
        }
      />
    </>
  )
}
