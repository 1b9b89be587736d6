import { codes, entity, rest } from '../entity.ts'
import { code, date, flag, id, integer, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** `active`: agreed upon; from then on it says what slipped, and its items become tasks. */
export const planStates = { draft: 0, active: 1, closed: 2 } as const

/** What is to be done for a batch, and when: items that become tasks one after the other. */
export const plan = entity('plan', {
  module: 'plan',
  title: 'planName',
  stored: { view: 'plan_view' },
  // Its items go with it.
  deletion: 'gone',
  stateField: 'state',
  states: {
    edit: ['draft', 'active'],
    delete: ['draft', 'closed'],
    agree: ['draft'],
    release: ['active'],
    replan: ['draft', 'active'],
    close: ['active'],
    reopen: ['closed'],
  },
  permissions: {
    list: 'wfpf.farm.plan',
    ...codes(
      'wfpf.farm.plan.ps',
      'create',
      'edit',
      'delete',
      'agree',
      'release',
      ['replan', 'edit'],
      'close',
      ['reopen', 'close'],
    ),
  },
  // chosen: the specification names the screens and no calls
  api: {
    ...rest('wfpf/v1/{tenant}/plan'),
    agree: 'POST /wfpf/v1/{tenant}/plan/{id}/agree',
    release: 'POST /wfpf/v1/{tenant}/plan/{id}/release',
    replan: 'POST /wfpf/v1/{tenant}/plan/{id}/replan',
    close: 'POST /wfpf/v1/{tenant}/plan/{id}/close',
    reopen: 'POST /wfpf/v1/{tenant}/plan/{id}/reopen',
  },
  newestBy: 'plantedOn',
  fields: {
    id: id(),
    planName: text({ required: true, max: 60 }),
    state: code(planStates, { readonly: true }),
    batchId: ref('batch', { required: true, createOnly: true }),
    areaId: ref('area', { readonly: true }),
    /** What it is made from; none: by hand. */
    packageId: ref('planPackage', { createOnly: true }),
    /** Who leads what nobody else is named for. */
    leaderId: ref('worker', {}),
    /** Whence its tasks take what they use. */
    warehouseId: ref('warehouse', {}),
    /** The day of planting that its items reckon with. */
    plantedOn: date({ readonly: true }),
    /** By how many days the batch's own day of planting is another by now. */
    movedDays: integer({ min: -9999, max: 9999, unit: 'day', readonly: true }),
    startsOn: date({ readonly: true }),
    endsOn: date({ readonly: true }),
    items: integer({ min: 0, max: 9999, readonly: true }),
    doneItems: integer({ min: 0, max: 9999, readonly: true }),
    progress: integer({ min: 0, max: 100, unit: 'percent', readonly: true }),
    lateItems: integer({ min: 0, max: 9999, readonly: true }),
    lateFlag: flag({ readonly: true }),
    /** By how much it ends later than was agreed. */
    slipDays: integer({ min: -9999, max: 9999, unit: 'day', readonly: true }),
    description: text({ max: 500 }),
  },
})
export const planScreen = entityScreen('plan', plan, {
  route: '/web/farm/plan',
  module: 'farm',
  group: 'production',
  icon: 'plan',
  at: 3,
  count: 'plan',
})
