import { z } from 'zod'
import { codes, entity, rest, type RowOf } from '../entity.ts'
import { choice, decimal, flag, id, integer, lines, moment, text, type Field } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'
import { approvableCodes } from './forms.ts'

const prefix = 'wfpf.company.system.process'

export const processStates = { draft: 'draft', enabled: 'enabled', disabled: 'disabled' } as const
/** A `condition` holds branches, of which the first that fits is taken and the last fits always; a branch holds nodes. */
const nodeKinds = {
  approver: 'approver',
  copy: 'copy',
  condition: 'condition',
  branch: 'branch',
} as const
/** `choice`: whom the submitter names. */
export const peopleSources = {
  users: 'users',
  role: 'role',
  leader: 'leader',
  submitterLeader: 'submitterLeader',
  choice: 'choice',
} as const
export const signModes = { any: 'any', all: 'all', inOrder: 'inOrder', ratio: 'ratio' } as const
export const timeoutActions = {
  none: 'none',
  remind: 'remind',
  approve: 'approve',
  reject: 'reject',
} as const
/** Where a document goes that an approver gives back, unless they choose otherwise. */
export const returnTargets = { submitter: 'submitter', previous: 'previous' } as const
export const copyMoments = { submit: 'submit', end: 'end', both: 'both' } as const
const conditionOperators = {
  above: 'above',
  atLeast: 'atLeast',
  below: 'below',
  atMost: 'atMost',
  equals: 'equals',
  is: 'is',
  isNot: 'isNot',
} as const

// Not references: a flow outlives the people and places it names, and says so when it runs.
const rowId = () => integer({ min: 1, max: 9e15 })
/** A short list within a line. */
const several = <V>(one: z.ZodType<V>, max: number) =>
  ({ ...text({ max }), schema: z.array(one).max(max) }) as unknown as Field<V[], false>
const key = <const O extends { required?: true }>(o: O) =>
  text({ ...o, max: 16, pattern: /^[\w-]*$/ })

/** How documents are approved: a flow of nodes, kept as a list in which each names what it lies in. */
export const approvalProcess = entity('approvalProcess', {
  module: 'approval',
  title: 'name',
  deletion: 'gone',
  permissions: {
    list: prefix,
    ...codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'copy', 'enable', 'disable'),
  },
  // chosen: the specification names the screens and no calls; `approval-process` is the path of its cases
  api: {
    ...rest('wfpf/v1/{tenant}/approval-flow'),
    copy: 'POST /wfpf/v1/{tenant}/approval-flow/{id}/copy',
    enable: 'POST /wfpf/v1/{tenant}/approval-flow/{id}/enable',
    disable: 'POST /wfpf/v1/{tenant}/approval-flow/{id}/disable',
  },
  stateField: 'state',
  states: {
    edit: ['draft', 'disabled'],
    delete: ['draft', 'disabled'],
    enable: ['draft', 'disabled'],
    disable: ['enabled'],
  },
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    formCode: choice(approvableCodes, { required: true, words: 'forms' }),
    state: choice(processStates, { readonly: true }),
    /** Of the last flow that was enabled; running cases keep theirs. */
    version: integer({ min: 0, max: 1_000_000, readonly: true }),
    enabledAt: moment({ readonly: true }),
    /** Documents of its form take it: so the approval settings say. */
    usedFlag: flag({ readonly: true }),
    nodes: {
      ...lines(
        {
          key: key({ required: true }),
          kind: choice(nodeKinds, { required: true }),
          /** Of a branch its condition, of any other node the branch it lies in; none is the trunk. */
          parent: key({}),
          name: text({ max: 30 }),
          source: choice(peopleSources, {}),
          userIds: several(z.int().positive(), 20),
          roleId: rowId(),
          organizationId: rowId(),
          mode: choice(signModes, {}),
          percent: integer({ min: 1, max: 100 }),
          timeoutAction: choice(timeoutActions, {}),
          timeoutHours: integer({ min: 1, max: 720, unit: 'hour' }),
          returnTo: choice(returnTargets, {}),
          copyOn: choice(copyMoments, {}),
          conditions: lines(
            {
              fact: text({ required: true, max: 40 }),
              operator: choice(conditionOperators, { required: true }),
              value: decimal({ min: -99_999_999, max: 99_999_999 }),
              values: several(z.string().trim().min(1).max(40), 50),
            },
            { max: 10 },
          ),
        },
        { required: true, max: 60, detailOnly: true },
      ),
      contextField: 'formCode',
    },
    /** `broken`: it names people or places that are deleted. */
    referenceState: choice(referenceStates, { readonly: true }),
    description: text({ max: 200 }),
  },
})
export const approvalProcessScreen = entityScreen('process', approvalProcess, {
  route: '/system/process',
  module: 'company',
  group: 'approval',
  icon: 'flow',
  at: 1,
})

type ApprovalProcess = RowOf<typeof approvalProcess>
export type FlowNode = NonNullable<ApprovalProcess['nodes']>[number]
export type FlowCondition = NonNullable<FlowNode['conditions']>[number]
