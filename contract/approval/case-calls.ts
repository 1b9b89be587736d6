import { z } from 'zod'
import { call } from '../call.ts'
import { outcomes } from './task-calls.ts'

const base = '/wfpf/v1/{tenant}'
const key = z.coerce.number().int().positive()

export const eventKinds = [
  'submitted',
  'asked',
  'approved',
  'rejected',
  'returned',
  'returnedTo',
  'transferred',
  'addedSigner',
  'urged',
  'copied',
  'withdrawn',
  'left',
  'reminded',
  'overdue',
  'overdueFailed',
  'passed',
  'delegated',
] as const
/** Why an administrator was asked instead. */
const fallbackReasons = ['nobody', 'own', 'left'] as const
const event = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(eventKinds),
  name: z.string().nullable(),
  comment: z.string().nullable(),
  detail: z.object({
    nodeName: z.string().nullish(),
    names: z.array(z.string()).nullish(),
    standIn: z.enum(fallbackReasons).nullish(),
    place: z.enum(['before', 'after']).nullish(),
    action: z.string().nullish(),
    /** The node that is asked again. */ to: z.string().nullish(),
    /** From the question to the answer. */ seconds: z.number().nullish(),
    /** In whose place somebody is asked. */ of: z.string().nullish(),
  }),
})
const caseDetail = z.object({
  id: z.int(),
  processName: z.string(),
  version: z.int(),
  formCode: z.string(),
  formName: z.string(),
  thirdId: z.int(),
  title: z.string(),
  submitName: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  processState: z.int(),
  outcome: z.enum(outcomes).nullable(),
  previousId: z.int().nullable(),
  events: z.array(event),
  waiting: z.array(
    z.object({
      taskId: z.int(),
      name: z.string(),
      nodeName: z.string(),
      since: z.string(),
      dueAt: z.string().nullable(),
    }),
  ),
  /** What follows, as far as it is known today. */
  ahead: z.array(z.object({ nodeName: z.string(), names: z.array(z.string()) })),
  /** What differs from what was handed in before. */
  changes: z.array(
    z.object({ fact: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** What the reader may do. */
  mine: z.object({
    taskId: z.int().nullable(),
    isSubmitter: z.boolean(),
    mayWithdraw: z.boolean(),
    mayUrge: z.boolean(),
    urgeAgainAt: z.string().nullable(),
    /** Earlier nodes to which it can be given back; `returnTo` is the one that the node names. */ backTo:
      z.array(z.object({ key: z.string(), nodeName: z.string() })),
    returnTo: z.string().nullable(),
  }),
})
export type CaseDetail = z.infer<typeof caseDetail>
export type CaseEvent = CaseDetail['events'][number]
export const caseTimeline = call({
  endpoint: `GET ${base}/approval-process/{id}/timeline`,
  summary: 'Who decided what when, who is asked now, who comes next',
  access: 'signed-in',
  staleAfter: { approval: true },
  reach: 'tenant',
  input: z.object({ id: key }),
  answer: caseDetail,
})
/**
 * What is being decided: who is asked may read it, whether or not they may open its page.
 * `previous`: as it was handed in the time before.
 */
export const caseRecord = call({
  endpoint: `GET ${base}/approval-process/{id}/record`,
  summary: 'The record of a case as it stands',
  access: 'signed-in',
  reach: 'tenant',
  input: z.object({ id: key }),
  answer: z.looseObject({ id: z.int(), previous: z.looseObject({ id: z.int() }).nullable() }),
})
export const recordTimeline = call({
  endpoint: `GET ${base}/approval-process/timeline`,
  summary: 'Every case of a record that the caller may see, newest first',
  access: 'signed-in',
  staleAfter: { approval: true },
  reach: 'tenant',
  input: z.object({ formCode: z.string().max(40).optional(), thirdId: key.optional() }),
  answer: z.array(caseDetail),
})
