import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { isPlain } from '../field.ts'
import { shellCodes } from '../shell-codes.ts'
import { listSettings } from './self.ts'

/**
 * Whose a view is: one's own, everybody's of a role, or everybody's. Sharing needs its own code.
 */
export const viewScopes = ['mine', 'role', 'all'] as const
export const shareCode = shellCodes.shareView

const key = z.coerce.number().int().positive()
const given = {
  name: z.string().trim().min(1).max(40).refine(isPlain),
  scope: z.enum(viewScopes),
  /** With scope `role`. */
  roleId: key.nullish(),
  /** The list's place in its page address: filters, sort, size. */
  query: z.string().max(2000).refine(isPlain),
  settings: listSettings,
}
const viewRow = z.object({
  id: z.int(),
  screen: z.string(),
  name: z.string(),
  scope: z.enum(viewScopes),
  roleId: z.int().nullable(),
  roleName: z.string().nullable(),
  query: z.string(),
  settings: listSettings,
  /** Whether the caller may change it. */
  own: z.boolean(),
  realName: z.string().nullable(),
  objectVersionNumber: z.int(),
})
export type ListView = z.infer<typeof viewRow>

// chosen: views are ours
export const listViews = call({
  endpoint: 'GET /iam/v1/{tenant}/list-views',
  summary: 'Views of a list that the caller may use',
  access: 'signed-in',
  input: z.object({ screen: z.string().max(60) }),
  answer: z.array(viewRow),
})
export const createListView = call({
  endpoint: 'POST /iam/v1/{tenant}/list-views',
  summary: 'Keep how a list is looked at under a name',
  access: 'signed-in',
  input: z.strictObject({ screen: z.string().min(1).max(60), ...given }),
  answer: viewRow,
})
export const editListView = call({
  endpoint: 'PUT /iam/v1/{tenant}/list-views',
  summary: 'Change a view',
  access: 'signed-in',
  input: z.strictObject({ id: key, objectVersionNumber: z.int(), ...given }),
  answer: viewRow,
})
export const deleteListView = call({
  endpoint: 'DELETE /iam/v1/{tenant}/list-views/{id}',
  summary: 'Delete a view',
  access: 'signed-in',
  input: z.object({ id: key }),
  answer: nothing,
})
/** Roles that a view may be shared with: their names, nothing more. */
export const viewRoles = call({
  endpoint: 'GET /iam/v1/{tenant}/list-views/roles',
  summary: 'Roles to share a view with',
  access: { code: shareCode },
  input: z.object({}),
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
})
