import { Link } from 'react-router'
import * as m from '#messages'
import { Button } from '../ui/button.tsx'
import { SitePage } from './page.tsx'

export function meta() {
  return [{ title: `${m.site_fortnox_title()} – Radvis` }]
}

export default function FortnoxPage() {
  return (
    <SitePage title={m.site_fortnox_title()} lede={m.site_fortnox_lede()}>
      <Rows
        title={m.site_fortnox_reads()}
        rows={[
          m.site_fortnox_reads_1(),
          m.site_fortnox_reads_2(),
          m.site_fortnox_reads_3(),
          m.site_fortnox_reads_4(),
          m.site_fortnox_reads_5(),
          m.site_fortnox_reads_6(),
        ]}
      />
      <Rows
        title={m.site_fortnox_writes()}
        rows={[
          m.site_fortnox_writes_1(),
          m.site_fortnox_writes_2(),
          m.site_fortnox_writes_3(),
          m.site_fortnox_writes_4(),
          m.site_fortnox_writes_5(),
        ]}
      />
      <h2 className="mt-6 text-22 font-display tracking-[-0.014em] text-ink">{m.site_fortnox_speed_title()}</h2>
      <p>{m.site_fortnox_speed()}</p>
      <p className="mt-4">
        <Button asChild variant="primary" size="large">
          <Link to="/signup">{m.site_sign_up()}</Link>
        </Button>
      </p>
    </SitePage>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly string[] }) {
  return (
    <section>
      <h2 className="mt-6 border-b border-ink pb-2 text-22 font-display tracking-[-0.014em] text-ink">{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row} className="border-b border-rule py-2.5">
            {row}
          </li>
        ))}
      </ul>
    </section>
  )
}
