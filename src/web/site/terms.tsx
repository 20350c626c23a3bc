import * as m from '#messages'
import { SitePage } from './page.tsx'

export function meta() {
  return [{ title: `${m.site_terms_title()} – Radvis` }]
}

export default function TermsPage() {
  return (
    <SitePage title={m.site_terms_title()}>
      <p>{m.site_terms_1()}</p>
      <p>{m.site_terms_2()}</p>
    </SitePage>
  )
}
