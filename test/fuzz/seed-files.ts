import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MutatedFile, mutateFile, type SeedFile } from './mutate-file.ts'
import { createDice } from './random.ts'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** Every file of the fixtures that a user could upload, in an order that is the same everywhere. */
export function seedFiles(): SeedFile[] {
  return globSync('{golden,samples}/**/*.*', { cwd: folder })
    .filter((name) => !name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${folder}${name}`)) }))
}

/** The file of that number under that seed, whichever were made before it. */
export function makeFile(seeds: readonly SeedFile[], seed: number, number: number): MutatedFile {
  return mutateFile(seeds, createDice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b)))
}
