import { z } from 'zod'
import { call } from '../call.ts'
import { shape } from '../field.ts'
import { screen } from '../screen.ts'
import { approvableCodes } from './forms.ts'
import { approvalProcess } from './process.ts'

const key = z.coerce.number().int().positive()
const formCode = z.literal(Object.values(approvableCodes))
const stored = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const byId = z.object({
  id: key,
  objectVersionNumber: z.coerce.number().int().positive().optional(),
})
const { permissions, api } = approvalProcess
const named = z.array(z.object({ id: z.int(), name: z.string() }))

export const enableProcess = call({
  endpoint: api.enable,
  summary: 'Put a flow to use, as a new version',
  access: { code: permissions.enable },
  input: byId,
  answer: stored,
})
export const disableProcess = call({
  endpoint: api.disable,
  summary: 'Take a flow out of use; its running cases go on',
  access: { code: permissions.disable },
  input: byId,
  answer: stored,
})
export const copyProcess = call({
  endpoint: api.copy,
  summary: 'A draft with the same flow',
  access: { code: permissions.copy },
  input: z.object({ id: key, name: z.string().trim().min(1).max(60).optional() }),
  answer: stored,
})

/** Whom and what a flow can name. */
export const flowChoices = call({
  endpoint: 'GET /wfpf/v1/{tenant}/approval-flow/choices',
  summary: 'People, roles, departments and places that a flow can name',
  access: { code: permissions.list },
  input: z.object({}),
  answer: z.object({
    users: named,
    roles: named,
    organizations: named,
    warehouses: named,
    partners: named,
  }),
})
export type FlowChoices = z.infer<typeof flowChoices.answer>
const facts = z.record(z.string().max(40), z.union([z.string().max(60), z.number(), z.null()]))
/** Walks a flow, saved or not, with a document that is not there. */
export const dryRunFlow = call({
  endpoint: 'POST /wfpf/v1/{tenant}/approval-flow/dry-run',
  summary: 'Who would be asked for a document with these facts, handed in by this person',
  access: { code: permissions.list },
  unaudited: true,
  input: z.object({
    formCode,
    nodes: shape(approvalProcess.fields).shape.nodes!,
    facts,
    submitterId: key,
  }),
  answer: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.string(),
      mode: z.string().nullable(),
      percent: z.int().nullable(),
      people: z.array(z.string()),
      /** Why an administrator stands in. */ standIn: z.string().nullable(),
      isOpen: z.boolean(),
    }),
  ),
})
export type DryStep = z.infer<typeof dryRunFlow.answer>[number]

const list = 'wfpf.inventory.config.audit'
const buttons = { edit: `${list}.ps.edit` }
export const auditSettingScreen = screen('auditSetting', {
  route: '/inventory/config/audit',
  module: 'inventory',
  group: 'approval',
  icon: 'approval-option',
  at: 2,
  permission: list,
  buttons,
})
const setting = z.object({ formCode, askedFlag: z.literal([0, 1]), processId: z.int().nullable() })
const settings = z.object({
  ownApprovalFlag: z.literal([0, 1]),
  objectVersionNumber: z.int(),
  forms: z.array(
    setting.extend({
      processName: z.string().nullable(),
      /** Switched on, and its flow is out of use: nothing can be handed in. */ isBroken:
        z.boolean(),
    }),
  ),
  processes: z.array(z.object({ id: z.int(), name: z.string(), formCode })),
})
export type AuditSettings = z.infer<typeof settings>
export const auditSettings = call({
  endpoint: 'GET /wfpf/v1/{tenant}/approval-setting',
  summary: 'Which documents are approved, and by which flow',
  access: { code: list },
  input: z.object({}),
  answer: settings,
})
export const saveAuditSettings = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/approval-setting',
  summary: 'Set which documents are approved',
  access: { code: buttons.edit },
  input: z.object({
    ownApprovalFlag: z.literal([0, 1]),
    objectVersionNumber: z.int(),
    forms: z.array(setting).max(20),
  }),
  answer: settings,
})
