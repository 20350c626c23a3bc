import { data } from 'react-router'

/** There are no posts yet, so every address of one leads to the page for what is not found. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function BlogPost() {
  return null
}
