import type { ReactNode } from 'react'
import { BandRow } from './band-row.tsx'

/** A plain public page: title and running text on the ruled sheet. */
export function SitePage({ title, lede, children }: { title: string; lede?: ReactNode; children?: ReactNode }) {
  return (
    <BandRow bodyClassName="min-h-[60vh] pt-10 pb-20 wide:pt-13">
      <h1 className="text-44 font-display tracking-[-0.028em] text-balance">{title}</h1>
      {lede !== undefined && <p className="mt-4 max-w-[62ch] text-18 leading-[29px] text-ink-2 text-pretty">{lede}</p>}
      <div className="mt-6 grid max-w-[68ch] gap-4 text-ink-2">{children}</div>
    </BandRow>
  )
}
