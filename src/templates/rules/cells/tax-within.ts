/** What Swedish VAT is of a price without it. */
export const swedishRates: readonly number[] = [0.06, 0.12, 0.25]

/** Whether a tax is what one of the rates gives of a price that holds it; all in minor units, none below zero. */
export function isTaxOf(tax: number, price: number, rates: readonly number[]): boolean {
  return rates.some((rate) => Math.abs(tax - (price * rate) / (1 + rate)) <= 1)
}
