import { expect, test } from 'vitest'
import type { ExportSummary } from '#exports/contract.ts'
import { exportFailureText, exportProblemText, stillFailed } from './still-failed.ts'

const one = (id: string, fileName: string, code?: string) =>
  ({ id, fileName, state: code ? 'failed' : 'done', problem: code ? { code } : null }) as ExportSummary

test('what failed is told until the same file or tab has been written since, and only once', () => {
  const rows = [
    one('4', 'Mars.csv', 'connection-lost'),
    one('3', 'Mars.csv', 'connection-lost'),
    one('2', 'April.csv'),
    one('1', 'April.csv', 'connection-lost'),
  ]
  expect(stillFailed(rows).map(({ id }) => id)).toEqual(['4'])
})

test('of an export nobody is sent to the sources of imports', () => {
  expect(exportProblemText({ code: 'source-not-found' })).toMatch(/exportera igen|export again/)
  expect(exportProblemText({ code: 'connection-lost' })).toMatch(/\.$/)
})

test('a file that is written without some invoices names them, until it has been made anew', () => {
  const problem = { code: 'export-lacks', params: { count: 2, numbers: '12, 15', message: 'Hittades inte.' } }
  const lacking = { ...one('2', 'Mars.csv'), problem }
  const [told] = stillFailed([lacking, one('1', 'Mars.csv', 'connection-lost')])
  expect(told && exportFailureText(told)).toMatch(/^Mars\.csv .*12, 15.*Hittades inte\. \S/)
  expect(stillFailed([one('3', 'Mars.csv'), lacking])).toEqual([])
})

test('one that waits says for whom, and is not told as failed', () => {
  const waiting = { ...one('1', 'Mars.csv', 'awaits-store'), state: 'writing' } as const
  const [told] = stillFailed([waiting])
  expect(told && exportFailureText(told)).toMatch(/^Mars\.csv (är inte skriven än|is not written yet)\. \S.*\.$/)
})
