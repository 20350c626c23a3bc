import { data } from 'react-router'
import type { Route } from './+types/not-found'
import { NotFound } from './error-page.tsx'
import { signInFirst } from './sign-in-first.ts'

export function loader() {
  return data(null, 404)
}

/** Whoever is not logged in is told nothing of what is under /app, nor what is not. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => signInFirst(request)
clientLoader.hydrate = true as const

export default function NotFoundPage() {
  return <NotFound />
}
