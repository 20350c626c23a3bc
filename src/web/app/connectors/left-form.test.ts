import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forgetLeftForm, keepLeftForm, leftFormPath, readLeftForm } from './left-form.ts'

const { at } = vi.hoisted(() => ({ at: { companyId: 'a' } }))
vi.mock('../../session.ts', () => ({ readSession: () => ({ company: { id: at.companyId } }) }))

const schema = z.object({ name: z.string() })
beforeEach(() => {
  at.companyId = 'a'
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('a form that was left for a consent is filled in again, once', () => {
  expect(leftFormPath()).toBe(null)
  keepLeftForm('/app/imports?tab=exports', { name: 'Ut' })
  expect(leftFormPath()).toBe('/app/imports?tab=exports')
  expect(readLeftForm('/app/template/overview', schema)).toBe(null)
  forgetLeftForm('/app/template/overview')
  expect(readLeftForm('/app/imports?tab=exports', schema)).toEqual({ name: 'Ut' })
  forgetLeftForm('/app/imports?tab=exports')
  expect([leftFormPath(), readLeftForm('/app/imports?tab=exports', schema)]).toEqual([null, null])
})

test('what was filled in is there for each drawing of the form until it stands on the page', () => {
  keepLeftForm('/app/imports?tab=exports', { name: 'Ut' })
  const drawings = [1, 2].map(() => readLeftForm('/app/imports?tab=exports', schema))
  expect(drawings).toEqual([{ name: 'Ut' }, { name: 'Ut' }])
})

test('a form of another company, or of another shape, is not', () => {
  keepLeftForm('/app/imports?tab=exports', { name: 'Ut' })
  at.companyId = 'b'
  expect([leftFormPath(), readLeftForm('/app/imports?tab=exports', schema)]).toEqual([null, null])
  at.companyId = 'a'
  keepLeftForm('/app/imports?tab=exports', { other: 1 })
  expect(readLeftForm('/app/imports?tab=exports', schema)).toBe(null)
})
