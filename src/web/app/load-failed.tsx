import { Link } from 'react-router'
import * as m from '#messages'
import { problemTitle } from '../field-problems.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { awayTitle, useIsAway } from './server-away.ts'

type Props = {
  title: string
  error: unknown
  onRetry: () => unknown
  /** Of a whole page, from which another one leads on. */
  page?: { back: string; label: string }
}

/** In the place of what could not be fetched: why, and the way to ask again. What Radvis could not be reached for comes by itself. */
export function LoadFailed({ title, error, onRetry, page }: Props) {
  const isAway = useIsAway()
  return (
    <EmptyState
      level={page ? 1 : 2}
      title={isAway ? awayTitle() : title}
      lines={[isAway ? m.shell_away_fetched() : problemTitle(error)]}
      actions={
        <>
          <Button onClick={() => void onRetry()}>{m.shell_retry()}</Button>
          {page && (
            <Button asChild variant="quiet">
              <Link to={page.back}>{page.label}</Link>
            </Button>
          )}
        </>
      }
    />
  )
}
