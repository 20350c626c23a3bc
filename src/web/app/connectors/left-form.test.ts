import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { keepLeftForm, leftFormPath, takeLeftForm } from './left-form.ts'

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
  expect(takeLeftForm('/app/template/overview', schema)).toBe(null)
  expect(takeLeftForm('/app/imports?tab=exports', schema)).toEqual({ name: 'Ut' })
  expect([leftFormPath(), takeLeftForm('/app/imports?tab=exports', schema)]).toEqual([null, null])
})

test('a form of another company, or of another shape, is not', () => {
  keepLeftForm('/app/imports?tab=exports', { name: 'Ut' })
  at.companyId = 'b'
  expect([leftFormPath(), takeLeftForm('/app/imports?tab=exports', schema)]).toEqual([null, null])
  at.companyId = 'a'
  keepLeftForm('/app/imports?tab=exports', { other: 1 })
  expect(takeLeftForm('/app/imports?tab=exports', schema)).toBe(null)
})
