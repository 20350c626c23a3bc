import { Link } from 'react-router'
import * as m from '#messages'
import { Button } from '../ui/button.tsx'
import { BandRow } from './band-row.tsx'
import { ControlSum, Posting, Steps } from './home-chapters.tsx'
import { Prices, Questions, Systems } from './home-facts.tsx'
import { RowsBecomeInvoices } from './home-rows.tsx'

export function meta() {
  return [{ title: m.site_meta_title() }, { name: 'description', content: m.site_meta_description() }]
}

export default function HomePage() {
  return (
    <>
      <BandRow
        margin={m.site_hero_margin()}
        marginClassName="wide:pt-17"
        bodyClassName="pt-8 pb-8 wide:pt-13 wide:pb-11"
      >
        <h1 className="text-72 font-display tracking-[-0.035em] max-wide:text-balance">
          {m.site_hero_title_1()}
          <br />
          {m.site_hero_title_2()}
        </h1>
        <div className="mt-5 grid gap-6 wide:mt-6 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-end wide:gap-10">
          <p className="max-w-[60ch] text-[1.0625rem] leading-[26px] text-ink-2 text-pretty wide:text-[1.1875rem] wide:leading-[29px]">
            {m.site_hero_text()}
          </p>
          <div className="flex flex-col gap-2.5 medium:flex-row">
            <Button asChild variant="primary" size="large" className="px-5 text-16">
              <Link to="/signup">{m.site_sign_up()}</Link>
            </Button>
            <Button asChild size="large" className="px-5 text-16">
              <a href="#how">{m.site_hero_how()}</a>
            </Button>
          </div>
        </div>
      </BandRow>
      <RowsBecomeInvoices />
      <Steps />
      <ControlSum />
      <Posting />
      <Systems />
      <Prices />
      <Questions />
    </>
  )
}
