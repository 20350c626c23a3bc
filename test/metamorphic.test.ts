import { beforeAll, expect, test } from 'vitest'
import { type Base, fixtureFiles } from './metamorphic/base-files.ts'
import { columnRelations, headerRelations } from './metamorphic/column-relations.ts'
import { type Before, readBefore, tryVariant, type Way } from './metamorphic/compare.ts'
import { mixedRelations, sheetRelations } from './metamorphic/mixed-relations.ts'
import { repeatRelations, rowRelations, sizeRelations } from './metamorphic/row-relations.ts'
import { containerRelations, textRelations } from './metamorphic/text-relations.ts'
import { dateRelations, numberRelations, signRelations } from './metamorphic/value-relations.ts'
import type { Variant } from './metamorphic/variant.ts'

/**
 * A change of form that must not change what is read: each file of the golden set is put into other bytes, columns, rows
 * and ways of writing, and its rows come out as before or are asked about. Every so many of the pairs are tried; all of
 * them: `METAMORPHIC_EACH=1 vitest run test/metamorphic.test.ts`.
 */
const each = Number(process.env.METAMORPHIC_EACH ?? 31)
const relations: Record<string, (base: Base) => Iterable<Variant>> = {
  text: textRelations,
  container: containerRelations,
  numbers: numberRelations,
  dates: dateRelations,
  signs: signRelations,
  columns: columnRelations,
  header: headerRelations,
  rows: rowRelations,
  size: sizeRelations,
  repeat: repeatRelations,
  sheets: sheetRelations,
  mixed: mixedRelations,
}
const ways: readonly Way[] = ['suggested', 'saved', 'unknown']

/** Other columns, names or rows may make another guess of an unknown file, which a person sees before it counts. */
const isGuessedAnew = new Set(['columns', 'header', 'size', 'mixed'])

let files: { base: Base; before: Partial<Record<Way, Before | null>> }[] = []
beforeAll(() => {
  files = fixtureFiles().map((base) => ({
    base,
    before: Object.fromEntries(ways.map((way) => [way, readBefore(base, way)])),
  }))
})

test.each(Object.keys(relations))('%s: what is read stays the same or is asked about', (name) => {
  const broken: string[] = []
  let turn = 0
  for (const { base, before } of files) {
    for (const variant of relations[name]?.(base) ?? []) {
      if (turn++ % each !== 0) continue
      for (const way of isGuessedAnew.has(name) ? ways.slice(0, 2) : ways) {
        const known = variant.toldIn?.includes(way) ? null : before[way]
        const wrong = known && tryVariant(base, known, variant, way)
        if (wrong) broken.push(`${base.name} → ${variant.relation}, ${way}: ${wrong}`)
      }
    }
  }
  expect(broken).toEqual([])
})
