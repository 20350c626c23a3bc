import * as m from '#messages'
import { SitePage } from './page.tsx'

export function meta() {
  return [{ title: `${m.site_about_title()} – Radvis` }]
}

export default function AboutPage() {
  return (
    <SitePage title={m.site_about_title()}>
      <p>{m.site_about_1()}</p>
      <p>{m.site_about_2()}</p>
      <p>{m.site_about_3()}</p>
    </SitePage>
  )
}
