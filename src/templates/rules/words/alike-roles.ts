import type { ColumnRole } from './header-words.ts'

export type RoleGroups = readonly (readonly ColumnRole[])[]

/** Names of these are taken one for the other: by who translates a file's header, and by who writes it anew. */
export const alikeRoles: RoleGroups = [
  ['purchaseDate', 'bookedDate'],
  ['merchant', 'detail', 'reference', 'comments', 'place', 'address', 'other'],
  ['currency', 'accountCurrency', 'foreignCurrency'],
]

/** Whether two names that are known may be one column's, by such groups. */
export function areAlike(one: ColumnRole, other: ColumnRole, groups: RoleGroups): boolean {
  return one === other || groups.some((roles) => roles.includes(one) && roles.includes(other))
}
