import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Entity } from '#contract/entity.ts'
import { placingOf } from '#contract/placing.ts'
import { chosenBase, onBase } from '#src/lib/chosen-base.ts'

/** The base that one works in, as the head of the page says; null: all of them. */
export const useCurrentBase = (): number | null => useSyncExternalStore(onBase, chosenBase)

/** The base that narrows a kind of record: none for what is the whole company's. */
export function useBaseOf(entity: Entity): number | null {
  const base = useCurrentBase()
  return placingOf(entity) ? base : null
}

const none: Readonly<Record<string, number>> = {}
let only: number | null = null
/** Where there is one base alone it need not be chosen to be meant. */
export function setOnlyBase(id: number | null): void {
  only = id
}

/**
 * What a new record begins with: the base at hand, for what stands on one. As it was when the form
 * opened: choosing another one changes no form.
 */
export function useBaseAtHand(
  { fields }: Entity,
  names: readonly string[],
): Readonly<Record<string, number>> {
  const [base] = useState(() => chosenBase() ?? only)
  const field = fields.areaId
  const isPlaced =
    names.includes('areaId') && field?.kind === 'ref' && field.to === 'area' && field.required
  return useMemo(() => (base !== null && isPlaced ? { areaId: base } : none), [base, isPlaced])
}
