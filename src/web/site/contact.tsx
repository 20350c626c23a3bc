import * as m from '#messages'
import { SitePage } from './page.tsx'

export function meta() {
  return [{ title: `${m.site_contact_title()} – Radvis` }]
}

export default function ContactPage() {
  return (
    <SitePage title={m.site_contact_title()}>
      <p>{m.site_contact_1()}</p>
      <p>{m.site_contact_2()}</p>
    </SitePage>
  )
}
