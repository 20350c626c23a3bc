import { movementWords, paymentServices } from './merchant-words.ts'
import { normaliseMerchant } from './normalise-merchant.ts'

/** How something was paid or what for, whoever was paid. */
const paymentWords =
  'swish autogiro bankgiro plusgiro bg pg överföring insättning uttag avgift faktura räkning köp kort utlägg privat diverse'

const words: ReadonlySet<string> = new Set(
  [...movementWords, ...paymentServices, paymentWords].flatMap((text) => text.split(/[^\p{L}]+/u)),
)

/** Whether a text tells how was paid and not to whom (`SWISH`, `PAYPAL 4029357733`): each of its rows may be from another. */
export function namesNobody(text: string): boolean {
  return normaliseMerchant(text)
    .split(/[^\p{L}]+/u)
    .every((word) => word.length < 2 || words.has(word))
}
