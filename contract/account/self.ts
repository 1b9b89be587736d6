import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { isPlain, stored } from '../field.ts'
import { byPhone, sealed } from './sign-in.ts'

export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]

const selfUser = z.object({
  id: z.int(),
  /** -1: in no tenant (docs/specification.md 1.8). */
  tenantId: z.int(),
  tenantName: z.string(),
  tenantNum: z.string(),
  loginName: z.string(),
  realName: z.string(),
  phone: z.string().nullable(),
  imageUrl: z.string().nullable(),
  language: z.enum(languages),
  timeZone: z.string(),
  /** Platform operator. */
  admin: z.boolean(),
  /** The new tenant's first visit goes to the guide. */
  novice: z.boolean(),
  /** Changes whenever what the user may do changes; caches of permissions die with it. */
  permissionVersion: z.int(),
  /** Real name of the operator who acts in the user's place, if one does. */
  impersonatedBy: z.string().nullable(),
  /** Name of the role that the console is being looked at as; nothing can be changed meanwhile. */
  viewedRole: z.string().nullable(),
  /**
   * The tenant wants a second factor, and there is none: nothing else opens before it is set up.
   */
  secondFactorDue: z.boolean(),
})
export type SelfUser = z.infer<typeof selfUser>

const columnNames = z.array(z.string().max(40)).max(60).default([])
/** How narrow and how wide a column may be made, in pixels. */
export const narrowest = 60
export const widest = 800
/** How a person set up one list. */
export const listSettings = z.strictObject({
  hidden: columnNames,
  /** Columns that the product keeps for those who ask for them. */
  shown: columnNames,
  /** All columns in their order; empty: as the product has them. */
  order: columnNames,
  /** Columns that stay in sight at the beginning. */
  pinned: columnNames,
  widths: z.record(z.string().max(40), z.int().min(narrowest).max(widest)).default({}),
  density: z.enum(['middle', 'small', 'large']).default('middle'),
  /** The view that the list opens with when its address asks for nothing. */
  defaultView: z.int().positive().nullish(),
})
export type ListSettings = z.infer<typeof listSettings>
// chosen: the specification keeps no columns; ours follow the person from browser to browser
export const listPreferences = call({
  endpoint: 'GET /iam/v1/{tenant}/list-preferences',
  summary: 'How the user set up their lists',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(z.object({ screen: z.string(), settings: listSettings })),
})
export const saveListPreference = call({
  endpoint: 'PUT /iam/v1/{tenant}/list-preferences',
  summary: 'Keep how the user set up a list',
  access: 'signed-in',
  unaudited: true,
  input: z.strictObject({ screen: z.string().min(1).max(60), settings: listSettings }),
  answer: nothing,
})

export const self = call({
  endpoint: 'GET /iam/stong/v1/users/self',
  summary: 'The signed-in user',
  access: 'signed-in',
  forMembers: true,
  input: z.object({}),
  answer: selfUser,
})
const tenantRow = z.object({
  tenantId: z.int(),
  tenantName: z.string(),
  tenantNum: z.string(),
  defaultTenantId: z.int().optional(),
})
export type OwnTenant = z.infer<typeof tenantRow>
export const selfTenants = call({
  endpoint: 'GET /iam/stong/v1/users/self-tenants',
  summary: 'The tenants of the signed-in user',
  access: 'signed-in',
  forMembers: true,
  input: z.object({}),
  answer: z.array(tenantRow),
})
export const selfTenantsPage = call({
  endpoint: 'GET /iam/stong/v1/users/self-tenants/page',
  summary: 'The same, paged and searched',
  access: 'signed-in',
  forMembers: true,
  input: z.object({ ...pageQuery, tenantName: z.string().max(60).optional() }),
  answer: pageOf(tenantRow),
})
const tenantId = z.object({ tenantId: z.coerce.number().int().positive() })
export const setDefaultTenant = call({
  endpoint: 'PUT /iam/stong/v1/users/default-tenant',
  summary: 'The tenant to start in',
  access: 'signed-in',
  lasting: true,
  input: tenantId,
  answer: nothing,
})
/**
 * The token at hand is replaced (docs/specification.md 2.7): the old one dies, the answer holds the
 * new.
 */
export const switchTenant = call({
  endpoint: 'PUT /iam/v1/users/tenant-id',
  summary: 'Act in another of the user’s tenants',
  access: 'signed-in',
  secret: true,
  lasting: true,
  input: tenantId,
  answer: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
})
export const setRealName = call({
  endpoint: 'PUT /iam/stong/v1/users/real-name',
  summary: 'Change one’s real name',
  access: 'signed-in',
  lasting: true,
  input: z.object({ realName: z.string().trim().min(1).max(40).refine(isPlain) }),
  answer: nothing,
})
export const setPassword = call({
  endpoint: 'PUT /iam/stong/v1/users/password',
  summary: 'Change one’s password; ends the other sessions',
  access: 'signed-in',
  lasting: true,
  input: z.object({
    password: sealed,
    originalPassword: sealed,
    organizationId: z.int().optional(),
  }),
  answer: nothing,
})
/** A phone is proved by the code that was sent to it, and changed by who knows the password. */
export const setPhone = call({
  endpoint: 'PUT /iam/stong/v1/users/phone',
  summary: 'Change one’s phone',
  access: 'signed-in',
  lasting: true,
  input: z.object({ ...byPhone, originalPassword: sealed }),
  answer: nothing,
})
export const setAvatar = call({
  endpoint: 'PUT /iam/stong/v1/users/avatar',
  summary: 'Change one’s picture',
  access: 'signed-in',
  lasting: true,
  input: z.object({ avatar: stored }),
  answer: nothing,
})
export const setLanguage = call({
  // chosen: docs/specification.md 4.7 lets the user's choice come back after sign-in
  endpoint: 'PUT /iam/stong/v1/users/language',
  summary: 'Remember the language',
  access: 'signed-in',
  unaudited: true,
  input: z.object({ language: z.enum(languages) }),
  answer: nothing,
})
/**
 * This machine, one's own network, or elsewhere: as far as it can be told without asking anybody.
 */
const place = z.enum(['here', 'near', 'away'])
const sessionRow = z.object({
  id: z.int(),
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  place,
  /** Opened on a device that was new, which its person, an operator, has not called their own. */
  newDevice: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})
export type SessionRow = z.infer<typeof sessionRow>
// chosen: sessions are ours
export const sessions = call({
  endpoint: 'GET /iam/stong/v1/users/sessions',
  summary: 'Where the user is signed in',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(sessionRow),
})
export const endSession = call({
  endpoint: 'DELETE /iam/stong/v1/users/sessions/{id}',
  summary: 'End one of the user’s sessions',
  access: 'signed-in',
  lasting: true,
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: nothing,
})
const newDevice = z.object({
  id: z.int(),
  device: z.string(),
  address: z.string(),
  place,
  at: z.string(),
  /** Not by a device that is new itself, for a week. */
  confirmable: z.boolean(),
})
export type NewDevice = z.infer<typeof newDevice>
// chosen: an operator belongs to no tenant whose message it could be
export const newDevices = call({
  endpoint: 'GET /iam/stong/v1/users/new-devices',
  summary: 'Sign-ins of an operator on devices that were new, until called their own',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(newDevice),
})
export const confirmDevice = call({
  endpoint: 'PUT /iam/stong/v1/users/new-devices/{id}',
  summary: 'Call a new device one’s own',
  access: 'signed-in',
  lasting: true,
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: nothing,
})
