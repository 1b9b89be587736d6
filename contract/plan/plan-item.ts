import { entity, rest } from '../entity.ts'
import { code, date, decimal, flag, id, integer, lines, ref, refs, text, within } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { plan } from './plan.ts'

/** Where an item stands, by its task; `waiting`: it has none, or none any more. */
export const planItemStates = { waiting: 0, released: 1, inProgress: 2, done: 3 } as const
export const mostItems = 1000

const materialLines = {
  skuId: ref('sku', { required: true }),
  quantity: decimal({ required: true, min: 0.001, max: 9_999_999, scale: 3 }),
}
const machineLines = {
  machineKindId: ref('machineKind', { required: true }),
  hours: decimal({ required: true, min: 0.1, max: 9999, scale: 1, unit: 'hour' }),
}
/** Whoever changes a plan changes what it is made of. */
const change = plan.permissions.edit
const isWaiting = ({ state }: Readonly<Record<string, unknown>>) => state === planItemStates.waiting

/** A piece of work in a plan; once it is given to people its days are those of its task. */
export const planItem = entity('planItem', {
  module: 'plan',
  title: 'title',
  stored: { view: 'plan_item_view' },
  permissions: { list: plan.permissions.list, create: change, edit: change, delete: change },
  // chosen: the specification names no calls of plans
  api: rest('wfpf/v1/{tenant}/plan-item'),
  conditions: { edit: isWaiting, delete: isWaiting },
  newestBy: 'startsOn',
  fields: {
    id: id(),
    title: text({ required: true, max: 60 }),
    planId: ref('plan', { required: true, createOnly: true }),
    state: code(planItemStates, { readonly: true }),
    taskTypeId: ref('taskType', { required: true }),
    areaId: ref('area', { readonly: true }),
    batchId: ref('batch', { readonly: true }),
    startsOn: date({ required: true }),
    endsOn: date({ required: true }),
    /** What has to be over before it begins. */
    afterIds: within('planId', refs('planItem', { max: 50 })),
    /** Days that pass between those and this. */
    lagDays: integer({ min: 0, max: 365, unit: 'day' }),
    progress: integer({ min: 0, max: 100, unit: 'percent', readonly: true }),
    lateFlag: flag({ readonly: true }),
    baselineStartsOn: date({ readonly: true }),
    baselineEndsOn: date({ readonly: true }),
    slipDays: integer({ min: -9999, max: 9999, unit: 'day', readonly: true }),
    leaderId: ref('worker', {}),
    people: integer({ min: 1, max: 30 }),
    plannedHours: decimal({ min: 0.1, max: 9999, scale: 1, unit: 'hour' }),
    materials: lines(materialLines, { max: 50, detailOnly: true }),
    machines: lines(machineLines, { max: 20, detailOnly: true }),
    taskId: ref('task', { readonly: true }),
    description: text({ max: 500 }),
  },
})
export const planItemScreen = entityScreen('planItem', planItem, {
  route: '/web/farm/plan/item',
  module: 'farm',
  group: 'production',
  icon: 'plan',
  at: 3,
  tabOf: 'plan',
})
