import { describe, expect, test } from 'vitest'
import { groupMerchants } from './group-merchants.ts'

/** The texts of each merchant proposed. */
const grouped = (texts: readonly string[]) =>
  groupMerchants(texts.map((text) => ({ text }))).map((group) => group.texts.map((position) => texts[position]))

const chains = ['Stadium', 'Lindex', 'Rusta', 'Jula', 'Hemtex']

describe('what all texts together show', () => {
  test('a place that no list has stands behind so many names that it belongs to none', () => {
    const texts = chains.flatMap((chain) => [chain, `${chain} GRUVTORGET`, `${chain} AB GRUVTORGET KIRUNA`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('a word behind fewer names stays with them', () => {
    const texts = chains.flatMap((chain, index) => (index < 4 ? [chain, `${chain} GRUVTORGET`] : [chain]))
    expect(grouped(texts)).toHaveLength(9)
    expect(grouped(['STADIUM', 'STADIUM OUTLET', ...chains.slice(1)])).toHaveLength(6)
  })

  test('a bank’s own words for a purchase are taken from before every merchant, with numbers in its name too', () => {
    const texts = [...chains, '46elks'].flatMap((chain) => [chain, `KÖPT HOS ${chain}`])
    expect(grouped(texts)).toHaveLength(6)
    expect(grouped([...texts, 'KÖPT HOS PAYPAL *46ELKS'])).toHaveLength(6)
    expect(grouped(chains.flatMap((chain) => [chain, `XZ-${chain}`]))).toHaveLength(chains.length)
  })

  test('a payment service that no list has hands over to the merchant behind its star', () => {
    const texts = chains.flatMap((chain) => [chain, `NYPAY *${chain}`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('a mark that something else follows each time ends a name', () => {
    const texts = chains.flatMap((chain, index) => [chain, `${chain} BOKAT ${'ABCDE'[index]}QWX`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('codes of bookings are no names', () => {
    const codes = ['QWERTZ', 'ASDFGH', 'YXCVBN', 'POIUZT', 'LKJHGF', 'MNBVCX', 'EDCRFV', 'TGBZHN']
    const plain = Array.from({ length: 5 }, () => 'RYANAIR')
    expect(grouped([...plain, ...codes.map((code) => `RYANAIR ${code}`)])).toHaveLength(1)
    expect(grouped(['RYANAIR', ...codes.map((code) => `RYANAIR ${code}`)])).toHaveLength(9)
    expect(grouped(['ICA', 'ICA KVANTUM', 'ICA MAXI', 'ICA NÄRA'])).toHaveLength(4)
  })

  test('a number glued to a name that others have without it is none of its', () => {
    const plain = (name: string) => Array.from({ length: 5 }, () => name)
    const texts = [...plain('ICA'), ...plain('ICA MAXI'), ...plain('OKQ8'), ...plain('ESPRESSO HOUSE')]
    expect(grouped([...texts, 'ICA MAXI8758', 'OKQ83282', 'ESPRESSO HOUSE-7307 LUND'])).toHaveLength(4)
    expect(grouped([...plain('ICA'), 'ICA MAXI8758'])).toHaveLength(1) // nobody is called ICA Maxi
  })

  test('codes of letters and digits behind a name that has many of them are no names, where one has few digits or none', () => {
    const codes = [
      'P3A9F01C22',
      'PD6XC2L0R9',
      'A1B2C3D4E5',
      'K9L8M7N6O5',
      'Q1W2E3R4T5',
      'Z9X8C7V6B5',
      'U7I6O5P4A3',
      'T5R4E3W2Q1',
    ]
    const texts = codes.map((code) => `SPOTIFY ${code} STOCKHOLM`)
    expect(grouped([...texts, 'SPOTIFY PABAWEE253', 'SPOTIFY NEQQPLRCPA'])).toHaveLength(1)
    expect(grouped([...texts, 'SPOTIFY ADVERTISING'])).toHaveLength(2)
  })

  test('names cut after as many characters each, with a city behind them, are the names that go on', () => {
    const names = ['KJELL & COMPANY', 'APOTEKET HJÄRTAT', 'AKADEMIBOKHANDELN']
    const whole = names.flatMap((name) => Array.from({ length: 5 }, (_, i) => `${name} 447${i}`))
    expect(grouped([...whole, ...names.map((name) => `${name.slice(0, 14)} LULEÅ`)])).toHaveLength(3)
    expect(grouped([...whole, 'AKADEMIBOKHAND LULEÅ'])).toHaveLength(4) // one alone could be another shop
  })

  test('twenty codes of one length are codes behind a name too that is never seen alone, and codes glued to one as well', () => {
    const codes = Array.from({ length: 20 }, (_, i) => `Q${String.fromCharCode(65 + i)}WXYZ`)
    expect(grouped(codes.map((code) => `WIZZ AIR ${code}`))).toHaveLength(1)
    expect(grouped(codes.slice(1).map((code) => `WIZZ AIR ${code}`))).toHaveLength(19)
    const ryanair = Array.from({ length: 5 }, (_, i) => `RYANAIR 22457627644${i}`)
    expect(grouped([...ryanair, 'RYANAIR224016XA37', 'RYANAIR22407KBA11'])).toHaveLength(1)
  })

  test('twenty shops behind a mark that no list has are no codes', () => {
    const shops =
      `ONEPARK HUBSPOT WEBFLOW SHOPIFY KLAVIYO FORTNOX WIDEROE EASYJET VAPIANO PINCHOS SIBYLLA FREENOW TRADERA
      BLOCKET ZALANDO PROSHOP KAPPAHL FLIXBUS BAHNHOF PARKMAN`.split(/\s+/u)
    expect(grouped(shops.map((shop) => `LS-${shop}`))).toHaveLength(20)
  })

  test('a company’s other word behind its name, and a product with or without its star, are the same name', () => {
    const netflix = Array.from({ length: 5 }, () => 'NETFLIX.COM')
    expect(grouped([...netflix, 'NETFLIX INTERNATIONAL B.V.'])).toHaveLength(1)
    const amazon = Array.from({ length: 20 }, (_, i) => `AMAZON WEB SERVICES ${4000 + i}`)
    expect(grouped([...amazon, 'AMAZON WEB SERVICES EMEA SARL LUXEMBOURG'])).toHaveLength(1)
    expect(grouped(['ACME TECHNOLOGY', 'ACME'])).toHaveLength(2) // too few to know
    expect(grouped(['UBER *TRIP HELP.UBER.COM', 'UBER   TRIP', 'UBER *EATS'])).toHaveLength(2)
  })
})
