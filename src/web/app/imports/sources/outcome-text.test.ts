import { expect, test } from 'vitest'
import * as m from '#messages'
import { groupDigits } from '../../../ui/amount.tsx'
import {
  endedFetches,
  failureText,
  isMended,
  latestText,
  lostSince,
  mendOf,
  outcomeText,
  unconnectedTexts,
} from './outcome-text.ts'

test('a lost connection is told by the name of the system that rows are fetched from', () => {
  for (const code of ['connection-lost', 'not-connected']) {
    const outcome = { kind: 'failed', newRows: 0, changedRows: 0, problem: { code }, importId: null } as never
    expect(outcomeText('google-sheets', outcome)).toBe(m.shell_disconnected({ name: 'Google Sheets' }))
    expect(outcomeText('airtable', outcome)).toBe(m.shell_disconnected({ name: 'Airtable' }))
  }
})

test('rows that are gone are told by their number, though nothing new came', () => {
  const unchanged = (more: object) =>
    ({ kind: 'unchanged', newRows: 0, changedRows: 0, problem: null, ...more }) as never
  expect(outcomeText('google-sheets', unchanged({}))).toBe(m.sources_outcome_unchanged())
  expect(outcomeText('google-sheets', unchanged({ goneRows: 1 }))).toBe(m.sources_outcome_gone_one())
  expect(outcomeText('google-sheets', unchanged({ goneRows: 1200, gone: 'ICA 349,00; …' }))).toBe(
    m.sources_outcome_gone({ rows: groupDigits(1200) }),
  )
})

test('beside the way to choose a source again it is told in the words of its system what is gone, and nothing of where that way is', () => {
  const outcome = (code: string) => ({ kind: 'failed', newRows: 0, changedRows: 0, problem: { code } }) as never
  expect(failureText('google-sheets', outcome('source-not-found'))).toBe(m.sources_gone_sheet())
  expect(failureText('airtable', outcome('source-not-found'))).toBe(m.sources_gone_base())
  expect(outcomeText('airtable', outcome('source-not-found'))).toBe(m.problems_source_gone())
  expect(failureText('airtable', outcome('source-in-bin'))).toBe(m.problems_source_in_bin())
})

test('a lost connection is made again, a source that is gone is chosen again, columns are mapped, and the rest ends by itself', () => {
  const codes = [
    'connection-lost',
    'not-connected',
    'source-access-missing',
    'source-not-found',
    'source-not-a-sheet',
    'source-in-bin',
    'template-not-mapped',
    'source-unavailable',
  ]
  expect(codes.map((code) => mendOf({ code } as never))).toEqual([
    'connect',
    'connect',
    'connect',
    'choose',
    'choose',
    'choose',
    'map',
    null,
  ])
})

test('a connection that is there again is not told as lost for what was not fetched meanwhile', () => {
  const failedFor = (code: string) =>
    ({ connectorId: 'airtable', outcome: { kind: 'failed', problem: { code } } }) as never
  const stand = (state: string | null) => [{ connectorId: 'airtable', connection: state && { state } }] as never
  expect(isMended(failedFor('connection-lost'), stand('connected'))).toBe(true)
  expect(isMended(failedFor('not-connected'), stand('connected'))).toBe(true)
  const others = [
    stand('disconnected'),
    stand(null),
    [{ connectorId: 'google-sheets', connection: { state: 'connected' } }] as never,
    [],
  ]
  expect(others.map((one) => isMended(failedFor('connection-lost'), one))).toEqual([false, false, false, false])
  expect(isMended(failedFor('source-not-found'), stand('connected'))).toBe(false)
})

test('a system that is not connected, or no longer, is told once for all its templates', () => {
  const sources = [
    { connectorId: 'google-sheets' },
    { connectorId: 'google-sheets' },
    { connectorId: 'airtable' },
  ] as const
  const stand = (connectorId: string, displayName: string, connection: object | null) =>
    ({ connectorId, displayName, connection }) as never
  const told = unconnectedTexts(sources, [
    stand('google-sheets', 'Google Sheets', { state: 'disconnected', lostReason: null }),
    stand('airtable', 'Airtable', { state: 'disconnected', lostReason: 'revoked' }),
    stand('fortnox', 'Fortnox', null),
  ])
  expect(told.map(({ text }) => text)).toEqual([
    m.sources_not_connected({ name: 'Google Sheets' }),
    m.shell_disconnected({ name: 'Airtable' }),
  ])
  expect(unconnectedTexts(sources, [stand('airtable', 'Airtable', { state: 'connected' })])).toEqual([])
})

test('a fetching has ended once the latest is another', () => {
  const [never, once] = [
    { templateId: 'a', fetchedAt: null },
    { templateId: 'a', fetchedAt: '2026-10-01T06:00:00Z' },
  ]
  expect(endedFetches([never] as never, [once] as never)).toEqual([once])
  expect(endedFetches([once] as never, [once] as never)).toEqual([])
  expect(endedFetches([], [once] as never)).toEqual([])
})

test('a connection is found lost by the fetching that says so, and by no later look at it', () => {
  const source = (isFetching: boolean, code: string | null) =>
    ({ templateId: 'a', isFetching, outcome: code && { problem: { code } } }) as never
  const [lost, fetching] = [source(false, 'connection-lost'), source(true, 'connection-lost')]
  const lostAfter = (before: never[], now: never) => lostSince(before, [now]).length === 1
  expect([lostAfter([fetching], lost), lostAfter([source(false, null)], lost), lostAfter([], lost)]).toEqual([
    true,
    true,
    true,
  ])
  expect(lostAfter([fetching], source(false, 'not-connected'))).toBe(true)
  expect([lostAfter([lost], lost), lostAfter([lost], fetching)]).toEqual([false, false])
  expect(lostAfter([fetching], source(false, 'source-not-found'))).toBe(false)
})

test('new and changed rows are told in words that fit one and several, and none are not told', () => {
  const told = (newRows: number, changedRows: number) =>
    outcomeText('airtable', { kind: 'imported', newRows, changedRows, problem: null, importId: null } as never)
  expect([told(0, 1), told(0, 2), told(1, 1), told(1, 2), told(2, 1), told(2, 2)]).toEqual([
    '1 ändrad rad',
    '2 ändrade rader',
    '1 ny, 1 ändrad',
    '1 ny, 2 ändrade',
    '2 nya, 1 ändrad',
    '2 nya, 2 ändrade',
  ])
})

test('rows that were all fetched once more are not told as new', () => {
  const told = (newRows: number) =>
    outcomeText('airtable', { kind: 'imported', newRows, changedRows: 0, isWhole: true, problem: null } as never)
  expect([told(1), told(14)]).toEqual(['1 rad på nytt', 'Alla 14 rader på nytt'])
})

test('counts of rows are grouped by thousands', () => {
  const outcome = { kind: 'imported', newRows: 12_345, changedRows: 0, problem: null, importId: null } as never
  expect(outcomeText('airtable', outcome)).toBe(m.sources_outcome_imported({ rows: '12\u00A0345' }))
  const changed = { kind: 'imported', newRows: 12_345, changedRows: 1_234, problem: null, importId: null } as never
  expect(outcomeText('airtable', changed)).toBe(
    m.sources_outcome_changed({ rows: '12\u00A0345', changed: '1\u00A0234' }),
  )
})

test('a row that was not fetched for a lost connection says so also once it is there again', () => {
  const source = { connectorId: 'airtable', outcome: { kind: 'failed', problem: { code: 'connection-lost' } } } as never
  const airtable = (state: string) => [{ connectorId: 'airtable', connection: { state } }] as never
  expect(latestText(source, airtable('connected'))).toBe(m.sources_failed_disconnected())
  expect(latestText(source, airtable('disconnected'))).toBe(m.sources_failed())
})
