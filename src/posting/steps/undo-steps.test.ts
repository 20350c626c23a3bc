import { expect, test } from 'vitest'
import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { OpenPosting } from './step-store.ts'
import { lookUpUndoStep } from './undo-steps.ts'

test('a credit whose answer was lost the evening before is looked for from before it was asked for, whenever it was tried last', async () => {
  const asked: Date[] = []
  const session = {
    findCreditInvoice: async (_number: string, since: Date) => {
      asked.push(since)
      return '9'
    },
  } as Partial<AccountingSession> as AccountingSession
  const sentAt = new Date('2026-11-28T07:00:00Z')
  const posting = {
    ...{ invoice: { total: 12_500 }, invoiceNumber: '4', undoDay: '2026-11-27' },
    steps: [{ step: 'credit', state: 'unknown', attempts: 2, sentAt }],
  } as unknown as OpenPosting
  const found = await lookUpUndoStep(session, posting, 'credit', { now: sentAt.getTime() } as never)
  expect(found).toMatchObject({ kind: 'carried-out', outcome: { numbers: { creditNumber: '9' } } })
  expect(asked[0]!.getTime()).toBeLessThan(Date.parse('2026-11-26T23:00:00Z')) // midnight in Sweden
})
