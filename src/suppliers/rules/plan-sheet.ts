import {
  matchKinds,
  type NewDesignation,
  newDesignation,
  type SheetChange,
  type SheetColumn,
  type SheetPlan,
  type SheetProblem,
  type SheetSupplier,
} from '../contract.ts'
import { designationKey, type MatchKind, normaliseDesignation } from './designations.ts'
import { without } from './merge-designations.ts'
import { namesNoCompany } from './names-nobody.ts'
import { cellText, contentSeal, isUnedited, type SheetEntry } from './sheet-id.ts'

/** How a supplier is mapped now. */
export type MappedNow = Omit<SheetSupplier, 'row'>
export type SheetGround = {
  mapped: readonly MappedNow[]
  suppliers: ReadonlyMap<string, { name: string; isActive: boolean }>
  accounts: ReadonlyMap<number, { isActive: boolean }>
}

type Wanted = { entry: SheetEntry; before: MappedNow | null; after: MappedNow | null }

/**
 * What a sheet would change, and which of its rows cannot be done and why. Suppliers that the sheet leaves out stay as
 * they are; a row with anything wrong in it changes nothing; a text can move between two suppliers of one sheet.
 */
export function planSheet(
  entries: readonly SheetEntry[],
  ground: SheetGround,
): Omit<SheetPlan, 'fingerprint' | 'unread'> {
  const mapped = new Map(ground.mapped.map((one) => [one.supplierNumber, one]))
  const refused: SheetProblem[] = []
  const taught = new Set(ground.mapped.flatMap(({ designations }) => designations.map(designationKey)))
  const seen = new Map<string, number>()
  let wanted: Wanted[] = []
  for (const entry of entries) {
    // Of which supplier the row is, is not known: it says nothing of the one whose number stands in it.
    const isUnnamed = entry.problems.some(({ column }) => column === 'number')
    const problems = isUnnamed
      ? entry.problems
      : [...entry.problems, ...problemsOf(entry, ground, { mapped, taught, seen })]
    if (!isUnnamed && !seen.has(entry.number)) seen.set(entry.number, entry.row)
    refused.push(...problems)
    if (problems.length > 0) continue
    const before = mapped.get(entry.number) ?? null
    const one = { entry, before, after: entry.isRemoved ? null : applied(entry, before, ground) }
    if (!isStale(one)) wanted.push(one)
    else refused.push({ row: entry.row, column: 'id', value: '', code: 'changed-since-download', params: {} })
  }
  // A row that is refused keeps its texts, which may refuse another: until nothing more is.
  for (;;) {
    const clashes = findClashes(wanted, ground.mapped)
    if (clashes.length === 0) break
    refused.push(...clashes.map(({ problem }) => problem))
    const out = new Set(clashes.map(({ entry }) => entry))
    wanted = wanted.filter(({ entry }) => !out.has(entry))
  }
  return {
    ...sorted(wanted),
    refused: refused.sort((a, b) => a.row - b.row),
    untouched: untouchedBy(seen, ground.mapped),
  }
}

function untouchedBy(seen: ReadonlyMap<string, number>, mapped: readonly MappedNow[]): number {
  return mapped.filter(({ supplierNumber }) => !seen.has(supplierNumber)).length
}

function sorted(wanted: readonly Wanted[]) {
  const plan = {
    added: [] as SheetSupplier[],
    changed: [] as SheetChange[],
    removed: [] as SheetSupplier[],
    unchanged: 0,
  }
  for (const { entry, before, after } of wanted) {
    const { row } = entry
    if (after === null) {
      if (before !== null) plan.removed.push({ row, ...before })
      else plan.unchanged++
    } else if (before === null) plan.added.push({ row, ...after })
    else if (isSame(before, after)) plan.unchanged++
    else plan.changed.push({ row, before, after })
  }
  return plan
}

type SheetSoFar = {
  mapped: ReadonlyMap<string, MappedNow>
  taught: ReadonlySet<string>
  /** On which row each number stood. */
  seen: ReadonlyMap<string, number>
}

function problemsOf(
  entry: SheetEntry,
  { suppliers, accounts }: SheetGround,
  { mapped, taught, seen }: SheetSoFar,
): SheetProblem[] {
  const { row, number } = entry
  const problem = (
    column: SheetColumn,
    value: string,
    code: SheetProblem['code'],
    params: SheetProblem['params'] = {},
  ) => ({
    row,
    column,
    value,
    code,
    params,
  })
  if (number === '') return [problem('number', '', 'supplier-number-missing')]
  const first = seen.get(number)
  if (first !== undefined) return [problem('number', number, 'supplier-twice', { row: first })]
  const supplierName = mapped.get(number)?.supplierName ?? ''
  if (isNamedOtherwise(entry, supplierName))
    return [problem('name', entry.name ?? '', 'sheet-name-differs', { supplierNumber: number, supplierName })]
  if (entry.isRemoved || isUnedited(entry)) return []
  const supplier = suppliers.get(number)
  const found: SheetProblem[] = []
  if (!supplier) found.push(problem('number', number, 'supplier-unknown'))
  else if (!supplier.isActive && !mapped.has(number)) found.push(problem('number', number, 'supplier-inactive'))
  const { account } = entry
  if (account !== undefined && account !== null && account !== mapped.get(number)?.account) {
    const known = accounts.get(account)
    if (!known?.isActive)
      found.push(problem('account', String(account), known ? 'account-inactive' : 'account-unknown', { account }))
  }
  for (const match of matchKinds)
    for (const text of entry.texts[match] ?? []) {
      const parsed = newDesignation.safeParse({ match, text })
      if (!parsed.success)
        found.push(problem(match, text, text.length > 200 ? 'designation-too-long' : 'designation-too-short'))
      // One that is taught already may stay or move: a person has said so where it was.
      else if (match === 'exact' && namesNoCompany(text) && !taught.has(designationKey({ match, text })))
        found.push(problem(match, text, 'designation-names-nobody'))
    }
  return found
}

/**
 * A row that we wrote, with another name: somebody means to rename the supplier, or has sorted some of the columns alone,
 * so that accounts and texts stand beside other suppliers.
 */
function isNamedOtherwise({ seal, name }: SheetEntry, supplierName: string): boolean {
  if (seal === undefined || name === undefined) return false
  return cellText(name).toLowerCase() !== cellText(supplierName).toLowerCase()
}

function applied(entry: SheetEntry, before: MappedNow | null, { suppliers }: SheetGround): MappedNow {
  if (before !== null && isUnedited(entry)) return before
  const { number, texts, account, vatType } = entry
  return {
    supplierNumber: number,
    supplierName: suppliers.get(number)?.name ?? before?.supplierName ?? number,
    account: account === undefined ? (before?.account ?? null) : account,
    vatType: vatType === undefined ? (before?.vatType ?? null) : vatType,
    designations: matchKinds.flatMap((match) => designationsOf(match, texts[match], before)),
  }
}

/** The same text in another spelling is kept as it stands, and once. */
function designationsOf(
  match: MatchKind,
  texts: readonly string[] | undefined,
  before: MappedNow | null,
): NewDesignation[] {
  const had = before?.designations.filter((one) => one.match === match) ?? []
  if (texts === undefined) return had
  const written = new Map(had.map((one) => [one.text, one]))
  const wanted = texts.map((text) => written.get(text) ?? { match, text })
  const alike = new Map([...wanted, ...had].map((one) => [normaliseDesignation(one), one]))
  return [...new Set(wanted.flatMap((one) => written.get(one.text) ?? alike.get(normaliseDesignation(one)) ?? []))]
}

/** The row would take back what has been changed elsewhere since the sheet was written. */
function isStale({ entry: { seal }, before, after }: Wanted): boolean {
  if (seal === undefined || before === null || seal === contentSeal(before)) return false
  return after === null || !isSame(before, after)
}

function isSame(before: MappedNow, after: MappedNow): boolean {
  if (before.account !== after.account || before.vatType !== after.vatType) return false
  return (
    before.designations.length === after.designations.length &&
    without(after.designations, before.designations).length === 0
  )
}

/** `row`: where the text stands in the sheet alone; null where it is the supplier's already. */
type Owner = { supplierNumber: string; supplierName: string; row: number | null }

/** A text means one supplier: rows whose text belongs to one that keeps it, or stands on a row before. */
function findClashes(
  wanted: readonly Wanted[],
  mapped: readonly MappedNow[],
): { entry: SheetEntry; problem: SheetProblem }[] {
  const owners = keptTexts(wanted, mapped)
  return wanted.flatMap(({ entry, before, after }) => {
    if (after === null) return []
    const { supplierNumber, supplierName } = after
    // One that it has stays, whoever has another that is compared by the same by now.
    const clash = without(after.designations, before?.designations ?? []).find((text) =>
      isOthers(owners.get(designationKey(text)), supplierNumber),
    )
    if (clash !== undefined) return [{ entry, problem: clashOf(entry, clash, owners.get(designationKey(clash))) }]
    for (const text of after.designations)
      if (!owners.has(designationKey(text)))
        owners.set(designationKey(text), { supplierNumber, supplierName, row: entry.row })
    return []
  })
}

/** Texts that stay where they are, whatever the order of the rows. */
function keptTexts(wanted: readonly Wanted[], mapped: readonly MappedNow[]): Map<string, Owner> {
  const planned = new Set(wanted.map(({ entry }) => entry.number))
  const owners = new Map<string, Owner>()
  const keep = ({ supplierNumber, supplierName, designations }: MappedNow, kept: ReadonlySet<string> | null) => {
    for (const text of designations)
      if (kept === null || kept.has(designationKey(text)))
        owners.set(designationKey(text), { supplierNumber, supplierName, row: null })
  }
  for (const one of mapped) if (!planned.has(one.supplierNumber)) keep(one, null)
  for (const { before, after } of wanted)
    if (before !== null && after !== null) keep(before, new Set(after.designations.map(designationKey)))
  return owners
}

function isOthers(owner: Owner | undefined, supplierNumber: string): boolean {
  return owner !== undefined && owner.supplierNumber !== supplierNumber
}

function clashOf({ row }: SheetEntry, text: NewDesignation, owner: Owner | undefined): SheetProblem {
  const { supplierName = '', row: other = null } = owner ?? {}
  const at = { row, column: text.match, value: text.text }
  if (other === null) return { ...at, code: 'designation-taken', params: { supplierName } }
  return { ...at, code: 'designation-twice', params: { supplierName, row: other } }
}
