import type { AccessControlProvider, ResourceProps } from '@refinedev/core'
import { isGranted } from '#src/api/permissions.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { fieldCodes } from '#src/api/field/field-codes.ts'
import type { Codes } from '#contract/entity.ts'

const shellAsks = [...Object.values(shellCodes), ...new Set(fieldCodes)]

/** Any one of several codes does (contract: `Codes`). */
async function holdsAny(codes: string | readonly string[]): Promise<boolean> {
  // The shell's own codes travel with a page's: one question for both.
  void isGranted(shellAsks)
  const answers = await Promise.all([codes].flat().map((code) => isGranted(code)))
  return answers.some(Boolean)
}

/**
 * `can({ resource, action })` → the code that the screen names for the action → one batched
 * question
 * (docs/specification.md 3.1). A screen without a code is open to whoever is signed in; an action
 * without one is not drawn. `useCan` by itself says the resource's name alone: `resources` know its
 * codes.
 */
export const accessFor = (resources: readonly ResourceProps[]): AccessControlProvider => ({
  can: async ({ resource, action, params }) => {
    const named =
      resources.find(({ identifier }) => identifier === resource) ??
      resources.find(({ name }) => name === resource)
    const codes = ((params?.resource ?? named)?.meta?.codes ?? {}) as Codes
    const code = codes[action === 'show' ? 'list' : action]
    if (code) return { can: await holdsAny(code), reason: [code].flat().join(', ') }
    return { can: action === 'list' || action === 'show' }
  },
  // The answers are kept by the permission layer, which knows when they die; a second cache would
  // outlive them.
  options: { queryOptions: { staleTime: 0 } },
})
