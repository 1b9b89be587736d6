import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { isPlain, phonePattern, stored } from '../field.ts'
import { issuedCode, loginNamePattern } from '../account/invitation.ts'
import type { StateRules } from '../state-rules.ts'

const most = z.int().min(0).max(10_000_000).nullable()
/** What the operator lets a tenant have; null: as much as there is. */
export const tenantLimits = [
  'maxDevices',
  'maxAccounts',
  'maxStorageMb',
  'maxRecordingsGb',
  'maxMessages',
] as const
const limits = {
  maxDevices: most,
  maxAccounts: most,
  maxStorageMb: most,
  maxRecordingsGb: most,
  /** A minute. */
  maxMessages: most,
}
const tenantRow = z.object({
  id: z.int(),
  tenantName: z.string(),
  tenantNum: z.string(),
  enabledFlag: z.literal([0, 1]),
  noviceFlag: z.literal([0, 1]),
  subModules: z.array(z.string()),
  userCount: z.int(),
  creationDate: z.string(),
  objectVersionNumber: z.int(),
  domainName: z.string().nullable(),
  domainState: z.enum(['pending', 'confirmed']).nullable(),
  ...limits,
})
export type TenantRow = z.infer<typeof tenantRow>
const key = z.coerce.number().int().positive()

// chosen: the operator's calls are ours
export const tenants = call({
  endpoint: 'GET /iam/v1/platform/tenants',
  summary: 'Every tenant',
  access: 'operator',
  input: z.object({ ...pageQuery, tenantName: z.string().max(60).optional() }),
  answer: pageOf(tenantRow),
})
export const createTenant = call({
  endpoint: 'POST /iam/v1/platform/tenants',
  summary: 'A new tenant, and the one-time code for its administrator',
  access: 'operator',
  secret: true,
  input: z.strictObject({
    tenantName: z.string().trim().min(1).max(60).refine(isPlain),
    realName: z.string().trim().min(1).max(40).refine(isPlain),
    phone: z.string().trim().regex(phonePattern),
    subModules: z.array(z.string().max(40)).max(10),
    /** What the administrator may be called at sign-in; they choose it themselves. */
    loginName: z.string().regex(loginNamePattern).optional(),
  }),
  answer: tenantRow.extend({ invitation: issuedCode }),
})
/** For a first administrator whose code was lost or ran out. */
export const inviteAdministrator = call({
  endpoint: 'POST /iam/v1/platform/tenants/{id}/invite',
  summary: 'Another one-time code for a tenant’s administrator who has not joined',
  access: 'operator',
  secret: true,
  input: z.object({ id: key }),
  answer: issuedCode,
})
export const editTenant = call({
  endpoint: 'PUT /iam/v1/platform/tenants',
  summary: 'A tenant’s name, modules and whether it is open',
  access: 'operator',
  input: z.strictObject({
    id: key,
    tenantName: z.string().trim().min(1).max(60).refine(isPlain),
    enabledFlag: z.literal([0, 1]),
    subModules: z.array(z.string().max(40)).max(10),
    objectVersionNumber: z.int(),
    /** Left out: as they are. */
    maxDevices: most.optional(),
    maxAccounts: most.optional(),
    maxStorageMb: most.optional(),
    maxRecordingsGb: most.optional(),
    /** A minute. */
    maxMessages: most.optional(),
  }),
  answer: tenantRow,
})
export const tenantMembers = call({
  endpoint: 'GET /iam/v1/platform/tenants/{id}/members',
  summary: 'Members of a tenant, to act for one of them',
  access: 'operator',
  input: z.object({ id: key }),
  answer: z.array(z.object({ userId: z.int(), loginName: z.string(), realName: z.string() })),
})
/** Where a domain's DNS cannot be changed: the operator has looked otherwise whose it is. */
export const confirmDomain = call({
  endpoint: 'POST /iam/v1/platform/tenants/{id}/domain',
  summary: 'Confirm that a tenant’s domain is its own',
  access: 'operator',
  input: z.object({ id: key, domainName: z.string().max(253) }),
  answer: tenantRow,
})
/** A path of this site, or http(s): nothing that runs where it is opened. */
export const screenAddress = /^(\/(?![/\\])|https?:\/\/)[^\s\\]{0,480}$/i
const platformScreen = z.strictObject({
  screenName: z.string().trim().min(1).max(40).refine(isPlain),
  screenAddress: z.string().trim().regex(screenAddress),
  /** 2: opened as it is; 1: with a one-time code for who is signed in. */
  screenType: z.literal([1, 2]),
  /** Left out: as it is. */
  screenImage: stored.nullish(),
})
export type PlatformScreen = z.infer<typeof platformScreen>
export const mostScreens = 20
export const platformScreens = call({
  endpoint: 'GET /iam/v1/platform/tenants/{id}/screens',
  summary: 'A tenant’s visual screens, to set them up',
  access: 'operator',
  input: z.object({ id: key }),
  answer: z.array(platformScreen),
})
/** A picture of a card, not of a wall: it travels within an ordinary call. */
export const mostScreenPictureBytes = 600_000
export const uploadScreenPicture = call({
  endpoint: 'POST /iam/v1/platform/tenants/{id}/screen-pictures',
  summary: 'Keep a picture for a screen among the tenant’s own files; answers its address',
  access: 'operator',
  input: z.strictObject({
    id: key,
    fileName: z.string().trim().min(1).max(200).refine(isPlain),
    content: z.base64().max(Math.ceil(mostScreenPictureBytes / 3) * 4),
  }),
  answer: z.object({ screenImage: z.string() }),
})
export const savePlatformScreens = call({
  endpoint: 'PUT /iam/v1/platform/tenants/{id}/screens',
  summary: 'A tenant’s visual screens, all of them in their order',
  access: 'operator',
  input: z.strictObject({ id: key, screens: z.array(platformScreen).max(mostScreens) }),
  answer: nothing,
})
/**
 * For support: a session of 30 minutes as somebody else, said so on every page and in every audit
 * line.
 */
export const impersonate = call({
  endpoint: 'POST /iam/v1/platform/impersonate',
  summary: 'Act as a member of a tenant',
  access: 'operator',
  secret: true,
  input: z.strictObject({
    tenantId: key,
    userId: key,
    reason: z.string().trim().min(4).max(200).refine(isPlain),
  }),
  answer: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
})
export const smsOutbox = call({
  endpoint: 'GET /iam/v1/platform/sms-outbox',
  summary: 'Messages that the development sender kept instead of sending',
  access: 'operator',
  input: z.object({ ...pageQuery }),
  answer: pageOf(
    z.object({ id: z.int(), phone: z.string(), text: z.string(), createdAt: z.string() }),
  ),
})

const auditRow = z.object({
  id: z.int(),
  at: z.string(),
  userId: z.int().nullable(),
  realName: z.string().nullable(),
  impersonator: z.string().nullable(),
  address: z.string().nullable(),
  entity: z.string(),
  recordId: z.string().nullable(),
  title: z.string().nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>
const auditFilter = {
  entity: z.string().max(40).optional(),
  recordId: z.string().max(40).optional(),
  action: z.string().max(40).optional(),
  realName: z.string().max(40).optional(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
}
export const auditLog = call({
  endpoint: 'GET /iam/v1/{tenant}/audit',
  summary: 'Who wrote what',
  access: { code: 'wfpf.company.system.auditLog' },
  input: z.object({ ...pageQuery, ...auditFilter }),
  answer: pageOf(auditRow),
})
/** Starts a job whose result is a CSV file. */
export const exportAudit = call({
  endpoint: 'POST /iam/v1/{tenant}/audit/export',
  summary: 'The filtered audit list as a file',
  access: { code: 'wfpf.company.system.auditLog.ps.export' },
  input: z.object(auditFilter),
  answer: z.object({ jobId: z.int() }),
})
export const exportFormats = ['csv', 'xlsx'] as const
/** A workbook is made in memory; a text file may be as long as the list. */
export const mostSheetRows = 20_000
/**
 * Starts a job whose result is a file of every row that a list's query finds, in the caller's
 * language.
 */
export const exportList = call({
  endpoint: 'POST /iam/v1/{tenant}/exports',
  summary: 'The filtered rows of a list as a file',
  rate: 'export',
  access: 'signed-in',
  input: z.strictObject({
    entity: z.string().max(40),
    format: z.enum(exportFormats),
    columns: z.array(z.string().max(40)).min(1).max(60),
    query: z.record(z.string().max(60), z.string().max(500)),
    /**
     * To be changed and imported: what another record is called stands there as an import finds it.
     */
    again: z.boolean().optional(),
  }),
  answer: z.object({ jobId: z.int() }),
})
/** The history of one record, for whoever may list that kind of record. */
export const recordHistory = call({
  endpoint: 'GET /iam/v1/{tenant}/audit/{entity}/{recordId}',
  summary: 'Who wrote one record',
  access: 'signed-in',
  input: z.object({ ...pageQuery, entity: z.string().max(40), recordId: z.string().max(40) }),
  answer: pageOf(auditRow),
})

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]
export const jobRules: StateRules<'cancel', JobState> = { cancel: ['queued', 'running'] }
const jobRow = z.object({
  id: z.int(),
  kind: z.string(),
  state: z.enum(jobStates),
  progress: z.int().min(0).max(100),
  message: z.string().nullable(),
  resultUrl: z.string().nullable(),
  resultName: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type JobRow = z.infer<typeof jobRow>
export const jobs = call({
  endpoint: 'GET /iam/v1/{tenant}/jobs',
  summary: 'The user’s own jobs, newest first',
  access: 'signed-in',
  staleAfter: { job: true },
  input: z.object({ ...pageQuery }),
  answer: pageOf(jobRow),
})
export const job = call({
  endpoint: 'GET /iam/v1/{tenant}/jobs/{id}',
  summary: 'One job',
  access: 'signed-in',
  input: z.object({ id: key }),
  answer: jobRow,
})
export const cancelJob = call({
  endpoint: 'POST /iam/v1/{tenant}/jobs/{id}/cancel',
  summary: 'Stop a job',
  access: 'signed-in',
  unaudited: true,
  input: z.object({ id: key }),
  answer: nothing,
})

/** Server-sent events of one tenant: `data:` holds a `LiveEvent`. */
export const livePath = '/iam/v1/{tenant}/live'
/** `since` ms ago is where a stream begins: a page asks for what happened while it was fetched. */
export const mostSinceMs = 30_000
export const liveQuery = z.object({
  since: z.coerce.number().int().min(0).max(mostSinceMs).optional(),
})
export interface LiveEvent {
  /** Entity name, or `permissions`, `messages`, `job`, `session`. */
  resource: string
  ids: (number | string)[]
  kind: 'created' | 'updated' | 'deleted' | 'changed'
}
