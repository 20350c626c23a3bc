import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { roleOf } from '../words/header-words.ts'
import { isNameOfShops } from '../words/shop-names.ts'

const campaignNames =
  /^(?:kampanj(?:namn)?|campaign(?: name)?|kampanje(?:navn)?|annonsgrupp|ad ?group(?: name)?|ad ?set(?: name)?|annonsuppsättning(?:snamn)?)$/
/** How an advertiser's platform counts what was shown. */
const shownNames =
  /^(?:klick|clicks|link clicks|länkklick|visningar|exponeringar|impressions|impr\.?|intryck|ctr|cpc|cpm|genomsn\. cpc|avg\. cpc|konv(?:erteringar|\.)?|conversions|räckvidd|reach|results?|resultat)$/
const platform =
  /google ads|google adwords|meta ads|facebook ads|linkedin (?:ads|campaign)|microsoft (?:ads|advertising)|tiktok ads|snapchat ads/

/** A report of what each campaign cost: no shop and no card stands in it, and what was shown or the platform does. */
export function surveyCampaigns(
  names: readonly string[],
): { add(cells: readonly string[]): void; decide(above: string): 'campaign-costs' | null } | null {
  const labels = names.map(normaliseLabel)
  const campaigns = labels.flatMap((label, column) => (campaignNames.test(label) ? [column] : []))
  const isOfShops = labels.some(
    (label) => isNameOfShops(label) || otherParty.test(label) || roleOf(label)?.role === 'card',
  )
  if (campaigns.length === 0 || isOfShops) return null
  const isShown = labels.some((label) => shownNames.test(label))
  const hasTexts = names.some((name) => roleOf(name)?.role === 'merchant')
  const seen = { rows: 0, repeated: 0 }
  return {
    add(cells) {
      const [campaign] = campaigns.map((column) => (cells[column] ?? '').trim()).filter((text) => !isBlank(text))
      if (campaign === undefined) return
      seen.rows++
      if (cells.some((cell, column) => !campaigns.includes(column) && cell.includes(campaign))) seen.repeated++
    },
    decide(above) {
      const isRepeated = hasTexts && seen.repeated * 2 > seen.rows
      return seen.rows > 0 && (isShown || platform.test(above) || isRepeated || !hasTexts) ? 'campaign-costs' : null
    },
  }
}

const otherParty =
  /^(?:leverantör(?:snamn)?|säljare|supplier(?: name)?|vendor(?: name)?|motpart|counterparty|mottagare|payee)$/
