import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { role } from './role.ts'
import { organization } from './organization.ts'
import { user } from './user.ts'
import { area } from '../farm/area.ts'
import { issuedCode } from '../account/invitation.ts'
import { tokens } from '../account/sign-in.ts'

const permissionNode = z.object({
  /** Module code, group name or screen name. */
  module: z.string(),
  group: z.string(),
  screen: z.string(),
  code: z.string(),
  /** Action name of a button; null is the screen itself. */
  action: z.string().nullable(),
})
export type PermissionNode = z.infer<typeof permissionNode>
// chosen: the specification names no calls for roles
export const permissionCatalogue = call({
  endpoint: 'GET /iam/v1/{tenant}/permissions',
  summary: 'Every code the tenant can grant, by module, group and screen',
  access: { code: role.permissions.list },
  input: z.object({}),
  answer: z.array(permissionNode),
})
export const rolePermissions = call({
  endpoint: 'GET /iam/v1/{tenant}/roles/{id}/permissions',
  summary: 'Codes of a role',
  access: { code: role.permissions.list },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({ codes: z.array(z.string()), objectVersionNumber: z.int() }),
})
export const assignPermissions = call({
  endpoint: 'PUT /iam/v1/{tenant}/roles/{id}/permissions',
  summary: 'Replace the codes of a role',
  access: { code: role.permissions.assign },
  input: z.object({
    id: z.coerce.number().int().positive(),
    codes: z.array(z.string().max(120)).max(1000),
    objectVersionNumber: z.int(),
  }),
  answer: z.object({ codes: z.array(z.string()), objectVersionNumber: z.int() }),
})
export const copyRole = call({
  endpoint: 'POST /iam/v1/{tenant}/roles/{id}/copy',
  summary: 'A new role with the same codes',
  access: { code: role.permissions.copy },
  input: z.object({
    id: z.coerce.number().int().positive(),
    code: z
      .string()
      .trim()
      .regex(/^[\w-]{1,32}$/),
    name: z.string().trim().min(1).max(40),
  }),
  answer: z.object({ id: z.int() }),
})
/** A session of 30 minutes that sees what the role sees and changes nothing. */
export const viewAsRole = call({
  endpoint: 'POST /iam/v1/{tenant}/roles/{id}/view-as',
  summary: 'Look at the console as this role sees it',
  access: { code: role.permissions.assign },
  secret: true,
  lasting: false,
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: tokens,
})
/** Who could grant a code to the caller: shown on the no-permission page. */
export const whoCanGrant = call({
  endpoint: 'GET /iam/v1/{tenant}/permissions/granters',
  summary: 'People who can grant a code',
  access: 'signed-in',
  input: z.object({ code: z.string().max(120) }),
  answer: z.object({ realNames: z.array(z.string()), roles: z.array(z.string()) }),
})
export const moveOrganization = call({
  endpoint: 'POST /iam/v1/{tenant}/organization/{id}/move',
  summary: 'Put a node under another parent, before a sibling',
  access: { code: organization.permissions.move },
  input: z.object({
    id: z.coerce.number().int().positive(),
    parentId: z.int().positive().nullable(),
    beforeId: z.int().positive().nullable(),
    objectVersionNumber: z.int(),
  }),
  answer: nothing,
})
export const resetPassword = call({
  endpoint: 'POST /iam/v1/{tenant}/users/{id}/reset-password',
  summary: 'A one-time code with which a person joins, or sets a new password of their own',
  access: { code: [user.permissions.resetPassword, user.permissions.create] },
  secret: true,
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: issuedCode,
})
export const endUserSessions = call({
  endpoint: 'POST /iam/v1/{tenant}/users/{id}/end-sessions',
  summary: 'Sign a member out everywhere',
  access: { code: user.permissions.endSessions },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({ ended: z.int() }),
})
const areaBrief = z.object({
  id: z.int(),
  areaId: z.int(),
  areaName: z.string(),
  areaCenter: z.string().nullable(),
  latlng: z.string().nullable(),
  defaultFlag: z.literal([0, 1]),
})
export type AreaBrief = z.infer<typeof areaBrief>
export const defaultArea = call({
  endpoint: 'GET /wfpf/v2/{tenant}/area/default',
  summary: 'The tenant’s default base, as far as the caller sees it, or the one that is named',
  access: { code: area.permissions.list },
  input: z.object({ areaId: z.coerce.number().int().positive().optional() }),
  answer: areaBrief,
})
// chosen: the specification has one call for both; what is read must not write
export const setDefaultArea = call({
  endpoint: 'PUT /wfpf/v2/{tenant}/area/default',
  summary: 'Make a base the tenant’s default',
  access: { code: area.permissions.setDefault },
  input: z.object({ areaId: z.coerce.number().int().positive() }),
  answer: nothing,
})
export const adminAreas = call({
  endpoint: 'GET /wfpf/v1/{tenant}/area/admin',
  summary: 'Bases for the administrator, disabled ones too',
  access: { code: area.permissions.list[0]! },
  input: z.object({}),
  answer: z.array(areaBrief),
})
