import { data } from 'react-router'
import { NotFound } from './error-page.tsx'

export function loader() {
  return data(null, 404)
}

export default function NotFoundPage() {
  return <NotFound />
}
