import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { isPlain } from '../field.ts'
import { screen } from '../screen.ts'

// chosen: the specification describes the approval list and names no route for it
export const approvalsScreen = screen('approvals', {
  route: '/web/farm/approval',
  module: 'farm',
  group: 'today',
  icon: 'approval',
  at: 3,
  count: 'approvals',
})

export const taskTypes = ['user_edit', 'approval', 'carbon_copy'] as const
export type TaskType = (typeof taskTypes)[number]
export const outcomes = ['approved', 'rejected', 'returned', 'withdrawn'] as const
/**
 * `other`: somebody else of the node decided; `skipped`: left the company; `cancelled`: taken back.
 */
export const taskDecisions = [
  'approved',
  'rejected',
  'returned',
  'transferred',
  'other',
  'skipped',
  'cancelled',
] as const
export const maxComment = 200

const base = '/wfpf/v1/{tenant}'
const key = z.coerce.number().int().positive()
const comment = z.string().trim().max(maxComment).refine(isPlain).nullish()
/** Whoever has to change something is told what. */
const said = z.string().trim().min(1).max(maxComment).refine(isPlain)
const state = z.coerce.number().int().min(1).max(4).optional().catch(undefined)

export const taskRow = z.object({
  /** Of the task in "my approvals", of the case elsewhere. */
  id: z.int(),
  processId: z.int(),
  formName: z.string(),
  formCode: z.string(),
  title: z.string(),
  submitName: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  currentTaskName: z.string().nullable(),
  currentTaskId: z.int().nullable(),
  taskState: z.int().nullable(),
  processState: z.int(),
  thirdId: z.int(),
  outcome: z.enum(outcomes).nullable(),
  decision: z.enum(taskDecisions).nullable(),
  decidedByName: z.string().nullable(),
  comment: z.string().nullable(),
  /** Yuan; null where the form has no money, or the reader is not told what things cost. */
  total: z.number().nullable(),
  dueAt: z.string().nullable(),
  readFlag: z.literal([0, 1]).nullable(),
  /** No decision has been taken yet. */
  isUntouched: z.boolean(),
  /** In whose place this is decided. */
  forName: z.string().nullable(),
})
export type TaskRow = z.infer<typeof taskRow>

const filters = {
  ...pageQuery,
  formCode: z.string().max(40).optional(),
  q: z.string().max(100).optional(),
}
export const approvalTasks = call({
  endpoint: `GET ${base}/approval-task/query/page`,
  summary: 'What waits for me or was decided by me, or what I was copied on',
  access: 'signed-in',
  staleAfter: { approval: true },
  input: z.object({
    ...filters,
    taskType: z.enum(taskTypes).catch('approval').optional(),
    taskState: state,
  }),
  answer: pageOf(taskRow),
})
export const mySubmissions = call({
  endpoint: `GET ${base}/approval-process/query/page`,
  summary: 'What I handed in',
  access: 'signed-in',
  staleAfter: { approval: true },
  input: z.object({ ...filters, processState: state }),
  answer: pageOf(taskRow),
})
export const approvalCount = call({
  endpoint: `GET ${base}/approval-task/count`,
  summary: 'How many wait for me, and unread copies',
  access: 'signed-in',
  staleAfter: { approval: true },
  input: z.object({}),
  answer: z.object({ approval: z.int(), carbonCopy: z.int() }),
})
const business = z.object({
  processId: z.int(),
  thirdId: z.int(),
  formCode: z.string(),
  title: z.string(),
})
export const businessList = call({
  endpoint: `GET ${base}/approval-task/query/business/list`,
  summary: 'The record of a case, as a list',
  access: 'signed-in',
  input: z.object({ processId: key.optional() }),
  answer: z.array(business),
})
export const businessData = call({
  endpoint: `GET ${base}/approval-task/query/business/data`,
  summary: 'The record of a case',
  access: 'signed-in',
  input: z.object({ processId: key.optional() }),
  answer: business,
})

const decision = { id: key, taskId: key.optional(), comment }
export const approveTask = call({
  endpoint: `PUT ${base}/approval-task/approve/{id}`,
  summary: 'Approve; what the record does then is done with it',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object(decision),
  answer: nothing,
})
export const rejectTask = call({
  endpoint: `PUT ${base}/approval-task/reject/{id}`,
  summary: 'Reject: ends the case',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object(decision),
  answer: nothing,
})
export const returnTask = call({
  endpoint: `PUT ${base}/approval-task/return/{id}`,
  summary:
    'Give back to the submitter to change and hand in again, or to an earlier node to decide again',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({
    ...decision,
    comment: said,
    /** Key of an earlier node; null is the submitter, and none what the node says. */ toNode: z
      .string()
      .max(16)
      .nullish(),
  }),
  answer: nothing,
})
const other = { ...decision, /** Account of a colleague. */ accountId: key }
export const transferTask = call({
  endpoint: `PUT ${base}/approval-task/transfer/{id}`,
  summary: 'Hand my task to somebody else',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object(other),
  answer: nothing,
})
export const addSigner = call({
  endpoint: `PUT ${base}/approval-task/add-signer/{id}`,
  summary: 'Have somebody sign before or after me',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({ ...other, place: z.enum(['before', 'after']) }),
  answer: nothing,
})
export const approveMany = call({
  endpoint: `POST ${base}/approval-task/approve-many`,
  summary: 'Approve several tasks of one form, each for itself',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({ ids: z.array(key).min(1).max(50), comment }),
  answer: z.array(
    z.object({ id: z.int(), title: z.string(), ok: z.boolean(), message: z.string().nullable() }),
  ),
})
export const withdrawCase = call({
  endpoint: `PUT ${base}/approval-process/withdraw/{id}`,
  summary: 'Take back what I handed in, before anybody has decided',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({ id: key }),
  answer: nothing,
})
export const urgeCase = call({
  endpoint: `PUT ${base}/approval-process/urge/{id}`,
  summary: 'Remind those who are to decide; once an hour',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({ id: key }),
  answer: nothing,
})
export const readCopy = call({
  endpoint: `PUT ${base}/approval-process/read/{id}`,
  summary: 'Mark the copy of a case read',
  access: 'signed-in',
  input: z.object({ id: key }),
  answer: nothing,
  unaudited: true,
})
export const approvalPeople = call({
  endpoint: `GET ${base}/approval-task/people`,
  summary: 'Colleagues, to transfer to or to choose from',
  access: 'signed-in',
  forMembers: true,
  input: z.object({}),
  answer: z.array(
    z.object({ accountId: z.int(), name: z.string(), organizationName: z.string().nullable() }),
  ),
})
