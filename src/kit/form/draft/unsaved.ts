import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { confirm } from '#src/ui/confirm.ts'
import type { Translate } from '#src/kit/definition/label.ts'

/**
 * Forms with unsaved work, and the page each is on. Pages kept alive in tabs stay listed while
 * hidden.
 */
const dirty = new Map<symbol, string>()

const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
function set(key: symbol, path: string | null): void {
  if (path === null) dirty.delete(key)
  else dirty.set(key, path)
  if (dirty.size > 0) window.addEventListener('beforeunload', handleUnload)
  else window.removeEventListener('beforeunload', handleUnload)
}

/** Whether work would be lost: on one page, or anywhere. */
export const hasUnsaved = (path?: string) =>
  path === undefined ? dirty.size > 0 : [...dirty.values()].includes(path)

/** The work of a page, or all of it, is given up. */
export function forgetUnsaved(path?: string): void {
  for (const [key, at] of dirty) if (path === undefined || at === path) set(key, null)
}

/** Whether somebody means to give up what they entered. */
export const isLeft = (t: Translate): Promise<boolean> =>
  confirm({
    title: t('kit:form.leaveTitle'),
    body: t('kit:form.leaveBody'),
    go: t('kit:form.leave'),
    isDanger: true,
  })

/**
 * Asks before unsaved work is given up: the tab bar, the tenant switch and sign-out ask here too
 * (docs/specification.md 5.6).
 */
export async function mayLeave(t: Translate, path?: string): Promise<boolean> {
  if (!hasUnsaved(path)) return true
  const isSure = await isLeft(t)
  if (isSure) forgetUnsaved(path)
  return isSure
}

/**
 * Says whether this form holds unsaved work; the answer's function says at once that it no longer
 * does.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const { pathname } = useLocation()
  const [key] = useState(() => Symbol('form'))
  // No cleanup: React runs it when a kept tab hides, and hidden work is still unsaved.
  useEffect(() => set(key, isDirty ? pathname : null), [key, isDirty, pathname])
  return () => set(key, null)
}
