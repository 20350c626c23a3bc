/**
 * Writes the made-up files of the golden set (test/fixtures/golden/<layout>/), as each issuer writes them: encodings, byte
 * order marks, line ends, hard spaces, padding and ragged rows included. `node scripts/golden-files.ts`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { appFiles } from './golden-files/apps.ts'
import { bankFiles } from './golden-files/banks.ts'
import { cardFiles } from './golden-files/cards.ts'
import { bytesOf } from './golden-files/made-up-file.ts'
import { moreBankFiles } from './golden-files/more-banks.ts'

const folder = new URL('../test/fixtures/golden/', import.meta.url)
for (const [layout, [name, content]] of Object.entries({ ...cardFiles, ...bankFiles, ...moreBankFiles, ...appFiles })) {
  mkdirSync(new URL(`${layout}/`, folder), { recursive: true })
  writeFileSync(new URL(`${layout}/${name}`, folder), bytesOf(content))
}
