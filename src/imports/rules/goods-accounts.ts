/**
 * Accounts of BAS on which goods for resale and their stock are kept: stock (14), purchases of goods and material (40 to
 * 43, and of 44 and 45 what is not services), changes of stock (49). Where a warehouse module is used, it reckons with them.
 */
const goods: readonly (readonly [from: number, to: number])[] = [
  [1400, 1499],
  [4000, 4399],
  [4400, 4419],
  [4500, 4529],
  [4540, 4549],
  [4900, 4999],
]

export function isGoodsAccount(account: number): boolean {
  return goods.some(([from, to]) => from <= account && account <= to)
}
