import * as m from '#messages'
import { EmptyState } from '../ui/empty-state.tsx'
import { SitePage } from './page.tsx'

export function meta() {
  return [{ title: `${m.site_blog_title()} – Radvis` }]
}

export default function BlogPage() {
  return (
    <SitePage title={m.site_blog_title()}>
      <EmptyState title={m.site_blog_empty()} lines={[m.site_blog_empty_text()]} />
    </SitePage>
  )
}
