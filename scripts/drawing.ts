import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Draws who imports whom between the folders of src/ into ARCHITECTURE.md, from the code's own imports. */
const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout, status } = spawnSync(
  `${root}node_modules/.bin/depcruise`,
  [
    'src',
    '--config',
    '.dependency-cruiser.cjs',
    '--include-only',
    '^src/[^/]+/',
    '--exclude',
    '\\.test\\.tsx?$|src/paraglide',
    '--collapse',
    '^src/[^/]+',
    '-T',
    'mermaid',
  ],
  { cwd: root, encoding: 'utf8' },
)
if (status !== 0) throw new Error(`depcruise ended with ${status}`)
const path = `${root}ARCHITECTURE.md`
const page = readFileSync(path, 'utf8')
const drawn = `<!-- drawing -->\n\`\`\`mermaid\n${stdout.trim()}\n\`\`\`\n<!-- /drawing -->`
writeFileSync(path, page.replace(/<!-- drawing -->[\s\S]*<!-- \/drawing -->/, drawn))
