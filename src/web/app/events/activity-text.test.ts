import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { activityText, activityTexts } from './activity-text.ts'

test('every activity that the source records has a text', () => {
  const source = fileURLToPath(new URL('../../..', import.meta.url))
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('paraglide') && !file.includes('/testing/'),
  )
  const recorded = new Set(
    files.flatMap((file) =>
      [...readFileSync(`${source}/${file}`, 'utf8').matchAll(/activity: '([a-z-]+)'/g)].map((found) => found[1] ?? ''),
    ),
  )
  expect(recorded.size).toBeGreaterThan(8)
  expect([...recorded].filter((activity) => !activityTexts[activity])).toEqual([])
})

test('the text says what the event holds: voucher, reason, counts', () => {
  const texts = [
    { activity: 'invoice-bookkept', params: { voucher: 'B 1207' } },
    { activity: 'invoice-bookkept', params: {} },
    { activity: 'posting-rejected', params: { message: 'Perioden är låst.' } },
    { activity: 'posting-rejected', params: { message: '' } },
    { activity: 'posting-rejected', params: { code: 'cancelled-there', message: '' } },
    { activity: 'posting-rejected', params: { code: 'paid-otherwise', message: '' } },
    { activity: 'posting-rejected', params: { code: 'rows-changed', message: '6540: 80 (100)' } },
    { activity: 'import-confirmed', params: { invoices: 1 } },
    { activity: 'run-finished', params: { created: 36, rejected: 1 } },
    { activity: 'run-finished', params: { created: 1, rejected: 0 } },
    { activity: 'run-finished', params: { created: 7, rejected: 0, dropped: 32 } },
    { activity: 'undo-finished', params: { removed: 0, credited: 3, kept: 0 } },
    { activity: 'undo-finished', params: { removed: 1, credited: 2, kept: 1 } },
    { activity: 'of-a-newer-version', params: {} },
  ].map(activityText)
  expect(texts).toEqual([
    'Faktura bokförd, verifikation B 1207',
    'Faktura bokförd',
    'Nekad: Perioden är låst.',
    'Nekad av bokföringssystemet',
    'Fakturan är makulerad i bokföringssystemet',
    'Fakturan har redan en annan betalning i bokföringssystemet, eller är reglerad på annat sätt där',
    'Bokföringssystemet har andra belopp på konton: 6540: 80 (100)',
    'Import bekräftad, 1 faktura',
    'Körning klar. Skapade: 36. Nekade: 1',
    'Körning klar. Skapade: 1',
    'Körning avbruten. Skapade: 7. Inte slutförda: 32',
    'Import tillbakatagen. Borttagna: 0. Krediterade: 3',
    'Import delvis tillbakatagen. Borttagna: 1. Krediterade: 2. Kvar: 1',
    'of-a-newer-version',
  ])
})

test('counts are grouped by thousands', () => {
  const params = {
    invoices: 12_345,
    rows: 12_345,
    created: 12_345,
    rejected: 12_345,
    removed: 12_345,
    credited: 12_345,
  }
  const counting = [
    'undo-started',
    'undo-finished',
    'import-confirmed',
    'import-rows-changed',
    'export-written',
    'run-finished',
  ]
  for (const activity of counting) expect(activityText({ activity, params })).toContain('12\u00A0345')
  expect(activityText({ activity: 'supplier-sheet-read', params: { added: 1_234 } })).toContain('1\u00A0234')
})
