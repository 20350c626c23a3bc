import { useEffect, useState } from 'react'
import { z } from 'zod'
import { readSession } from '../../session.ts'

const key = 'radvis.left-form'
const kept = z.object({
  /** Where the form is. */
  path: z.string().startsWith('/app/'),
  companyId: z.string(),
  filled: z.unknown(),
})

/** Keeps what is filled in in a form that is left to let Radvis in at another system; in this tab alone. */
export function keepLeftForm(path: string, filled: unknown): void {
  const companyId = readSession()?.company?.id ?? ''
  sessionStorage.setItem(key, JSON.stringify({ path, companyId, filled }))
}

/** The way back to the form that was left, if one was. */
export function leftFormPath(): string | null {
  return readLeft()?.path ?? null
}

/** What was filled in there. */
export function readLeftForm<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | null {
  const left = readLeft()
  return left?.path === path ? (schema.safeParse(left.filled).data ?? null) : null
}

export function forgetLeftForm(path: string): void {
  if (readLeft()?.path === path) sessionStorage.removeItem(key)
}

/**
 * What was filled in in the form that was left, once; path null for one that begins otherwise. Forgotten only when the form stands on
 * the page: React may throw a first drawing away, and the one that stayed was empty.
 */
export function useLeftForm<Schema extends z.ZodType>(path: string | null, schema: Schema): z.infer<Schema> | null {
  const [left] = useState(() => (path === null ? null : readLeftForm(path, schema)))
  useEffect(() => {
    if (path !== null) forgetLeftForm(path)
  }, [path])
  return left
}

function readLeft() {
  const text = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(key)
  if (text === null) return null
  const left = kept.safeParse(JSON.parse(text)).data
  return left && left.companyId === (readSession()?.company?.id ?? '') ? left : null
}
