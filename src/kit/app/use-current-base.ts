import { useMemo, useSyncExternalStore } from 'react'
import type { Entity } from '#contract/entity.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'

const changed = 'furrow:area'
const read = () => Number(localStorage.getItem(storedKeys.area)) || null
const listen = (told: () => void) => {
  addEventListener(changed, told)
  addEventListener('storage', told)
  return () => {
    removeEventListener(changed, told)
    removeEventListener('storage', told)
  }
}
/** The base that one works in, as the head of the page says; null: all of them. */
export const useCurrentBase = (): number | null => useSyncExternalStore(listen, read)
export function chooseBase(id: number | null): void {
  if (id === null) localStorage.removeItem(storedKeys.area)
  else localStorage.setItem(storedKeys.area, String(id))
  dispatchEvent(new Event(changed))
}

const none = {}
/**
 * Of what stands on a base, or was written down of it: that it is the current one. Rules and
 * contacts, which may be for all bases, are nobody's place.
 */
export function useBaseOf(
  { fields }: Entity,
  names: readonly string[],
): Readonly<Record<string, number>> {
  const base = useCurrentBase()
  const field = fields.areaId
  const isPlaced =
    names.includes('areaId') &&
    field?.kind === 'ref' &&
    field.to === 'area' &&
    (field.required || field.readonly)
  return useMemo(() => (base !== null && isPlaced ? { areaId: base } : none), [base, isPlaced])
}
