import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

/** The search that the address is about to have: the router takes a moment, and forgets a step when the next one comes before. */
let underWay: URLSearchParams | null = null

/** The address as it is about to be: a change made of what is drawn, or stands there yet, would take back the one before. */
export const addressNow = () => new URLSearchParams(underWay ?? window.location.search)

type Changes = Readonly<Record<string, string | null | undefined>>

/** What is shown of a page stands in its address: what is drawn of it, and how to change some of it (what is empty goes out of it). */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [search] = useSearchParams()
  const goTo = useGoTo()
  const change = (changes: Changes) => void goTo(changed(addressNow(), changes), { replace: true })
  return [search, change]
}

/** How to come to another address of the same page; resolves when the router is there, or on the way to a later one. */
export function useGoTo(): (search: URLSearchParams, options: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  return async (search, options) => {
    underWay = search
    try {
      await navigate({ search: search.toString() }, { ...options, preventScrollReset: true })
    } finally {
      if (underWay === search) underWay = null
    }
  }
}

function changed(address: URLSearchParams, changes: Changes): URLSearchParams {
  for (const [key, value] of Object.entries(changes)) {
    if (value) address.set(key, value)
    else address.delete(key)
  }
  return address
}
