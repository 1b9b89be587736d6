import type { FormValue } from '#src/kit/form/values/form-value.ts'

export interface Draft {
  at: number
  value: FormValue
}
const oldestMs = 14 * 24 * 60 * 60_000

/** One draft per user, tenant, screen and record (docs/specification.md 5.7). */
export const draftKey = (
  userId: number,
  tenantId: number,
  screen: string,
  id: number | undefined,
) => `draft.${userId}.${tenantId}.${screen}.${id ?? 'new'}`

export function readDraft(key: string, names: readonly string[], now = Date.now()): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null
    if (
      !kept ||
      typeof kept.at !== 'number' ||
      now - kept.at > oldestMs ||
      typeof kept.value !== 'object' ||
      kept.value === null
    )
      return null
    const value = kept.value
    // Fields come and go between releases.
    return {
      at: kept.at,
      value: Object.fromEntries(
        names.flatMap((name) => (name in value ? [[name, value[name]]] : [])),
      ),
    }
  } catch {
    return null
  }
}
export function keepDraft(key: string, value: FormValue, now = Date.now()): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: now, value } satisfies Draft))
  } catch {
    // A full storage costs the draft, not the form.
  }
}
export const dropDraft = (key: string) => localStorage.removeItem(key)
