import { movementWords, paymentServices, sellingServices } from './merchant-words.ts'
import { normaliseMerchant } from './normalise-merchant.ts'

/** How something was paid or what for, whoever was paid. */
const paymentWords =
  'swish autogiro bankgiro plusgiro bg pg överföring insättning uttag avgift faktura räkning köp kort utlägg privat diverse'

const numberedName = /^\d\s\p{L}/u // `3 Sverige`
const nameOfLetters = /\p{L}&\p{L}/u // `H&M Sverige`

/**
 * Whether a text tells how was paid and not to whom (`SWISH`, `PAYPAL 4029357733`): each of its rows may be from another.
 * A person is asked whether it is to be remembered.
 */
export const namesNobody = tellsOnlyOf(paymentServices)

/**
 * Whether it could not even be the payment service's own (`KLARNA` sends bills, `SWISH` none): what is refused where nobody
 * can be asked.
 */
export const namesNoCompany = tellsOnlyOf(paymentServices.filter((service) => !sellingServices.includes(service)))

function tellsOnlyOf(services: readonly string[]): (text: string) => boolean {
  // Of several words, each of which may be in somebody's name: Apple is one, Apple Pay is not.
  const ofWords = services.filter((service) => /[ .]/.test(service))
  const ofOne = services.filter((service) => !/[ .]/.test(service))
  const words = new Set([...movementWords, ...ofOne, paymentWords].flatMap((text) => text.split(/[^\p{L}]+/u)))
  return (text) => {
    const name = normaliseMerchant(text)
    if (numberedName.test(name) || nameOfLetters.test(name)) return false
    const rest = ofWords.reduce((left, service) => left.replaceAll(service, ' '), name)
    const itsWords = rest.split(/[^\p{L}]+/u).filter((word) => word.length > 1)
    return itsWords.every((word) => words.has(word)) && (itsWords.length > 0 || rest !== name || !/\p{L}/u.test(name))
  }
}
