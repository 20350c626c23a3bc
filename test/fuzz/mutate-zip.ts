import { unzipSync, zipSync } from 'fflate'
import { mutateTags } from './mutate-text.ts'
import type { Dice } from './random.ts'

const localHeader = 0x04034b50
const directoryEntry = 0x02014b50

/** Damages a zip as a zip: a member's packed bytes, its sizes, its name, or what it holds. Null where it is none. */
export function mutateZip(bytes: Uint8Array, dice: Dice): Uint8Array | null {
  return dice.chance(60) ? rewriteMember(bytes, dice) : damageHeaders(bytes, dice)
}

/** Members that claim more, as damaged headers do, would keep whoever makes the file busy, and not who reads it. */
const mostBytes = 64 * 2 ** 20

function rewriteMember(bytes: Uint8Array, dice: Dice): Uint8Array | null {
  let members: Record<string, Uint8Array>
  let claimed = 0
  const fits = ({ originalSize }: { originalSize: number }) => {
    claimed += originalSize
    return claimed <= mostBytes
  }
  try {
    members = unzipSync(bytes, { filter: fits })
  } catch {
    return null
  }
  if (claimed > mostBytes) return null
  const names = Object.keys(members).filter((name) => /\.(xml|rels|bin)$/.test(name))
  if (names.length === 0) return null
  const sheets = names.filter((name) => /sheet\d*\.|content\./.test(name))
  const name = sheets.length > 0 && dice.chance(60) ? dice.one(sheets) : dice.one(names)
  const roll = dice.below(10)
  const member = members[name] ?? new Uint8Array()
  if (roll === 0) delete members[name]
  else if (roll === 1) members[name] = member.slice(0, dice.below(member.length + 1))
  else if (roll === 2) members[name] = members[dice.one(names)] ?? member
  else if (roll === 3) flip(members, name, dice)
  else members[name] = Buffer.from(mutateTags(Buffer.from(member).toString('latin1'), dice), 'latin1')
  return zipSync(members, { level: dice.one([0, 1]) })
}

function flip(members: Record<string, Uint8Array>, name: string, dice: Dice): void {
  const changed = (members[name] ?? new Uint8Array()).slice()
  for (let i = 1 + dice.below(8); i > 0 && changed.length > 0; i--)
    changed[dice.below(changed.length)] = dice.below(256)
  members[name] = changed
}

function damageHeaders(bytes: Uint8Array, dice: Dice): Uint8Array {
  const made = bytes.slice()
  const view = new DataView(made.buffer)
  const signature = dice.one([localHeader, directoryEntry])
  const places: number[] = []
  for (let i = 0; i + 46 < made.length; i++) if (view.getUint32(i, true) === signature) places.push(i)
  if (places.length === 0) return made
  const place = dice.one(places)
  const fields = signature === localHeader ? [6, 8, 14, 18, 22, 26] : [8, 10, 16, 20, 24, 28, 42]
  const field = place + dice.one(fields)
  if (dice.chance(50)) view.setUint16(field, dice.one([0, 1, 8, 9, 0xffff, dice.below(65_536)]), true)
  else view.setUint32(field, dice.one([0, 1, 0xffffffff, dice.below(2 ** 31)]), true)
  return made
}
