import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { navigation } from './navigation.ts'

/** One after the other, and after the page that was asked for. */
const everyMs = 1_000
/** Last those that lists lead to: their addresses are known to the router once a link to one has been seen; any id will do. */
const pages = [...navigation.map(({ to }) => to), '/app/imports/id', '/app/template/id/mapping']

/**
 * Fetches the code of every page beforehand. Where it is asked for in vain, as while Radvis is away, the framework loads
 * the document anew, and what was on the page is gone for the browser's own word of it.
 */
export function KeptPages() {
  const [at, setAt] = useState(-1)
  const page = pages[at]
  useEffect(() => {
    if (at >= pages.length) return
    const timer = setTimeout(() => setAt(at + 1), everyMs)
    return () => clearTimeout(timer)
  }, [at])
  return page === undefined ? null : <PrefetchPageLinks page={page} />
}
