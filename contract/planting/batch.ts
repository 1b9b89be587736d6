import { codes, entity, rest } from '../entity.ts'
import { choice, code, date, decimal, flag, id, integer, money, ref, refs, text } from '../field.ts'
import { namedParts } from '../farm/land-part.ts'
import { cost } from '../inventory/cost.ts'
import { entityScreen } from '../screen.ts'

/** From plan to end; who ended early says why. What was split or merged goes on in others. */
export const batchState = {
  planned: 0,
  growing: 1,
  harvesting: 2,
  finished: 3,
  ended: 4,
  split: 5,
  merged: 6,
} as const

/** What is planted together: a variety on plots of one base, from planting to harvest. */
export const batch = entity('batch', {
  module: 'planting',
  title: 'batchName',
  permissions: {
    list: 'wfpf.farm.batch',
    ...codes(
      'wfpf.farm.batch.ps',
      'create',
      'edit',
      'delete',
      'start',
      'harvest',
      'finish',
      'end',
      'correctStage',
      'fact',
      'split',
      'merge',
    ),
  },
  api: {
    ...rest('wfpf/v1/{tenant}/batch'),
    delete: 'DELETE /wfpf/v1/{tenant}/batch',
    // chosen: the specification names the five calls and no way from state to state
    start: 'POST /wfpf/v1/{tenant}/batch/{id}/start',
    harvest: 'POST /wfpf/v1/{tenant}/batch/{id}/harvest',
    finish: 'POST /wfpf/v1/{tenant}/batch/{id}/finish',
    end: 'POST /wfpf/v1/{tenant}/batch/{id}/end',
    correctStage: 'POST /wfpf/v1/{tenant}/batch/{id}/stage',
    fact: 'POST /wfpf/v1/{tenant}/batch/{id}/fact',
    split: 'POST /wfpf/v1/{tenant}/batch/{id}/split',
    merge: 'POST /wfpf/v1/{tenant}/batch/{id}/merge',
  },
  stored: { view: 'batch_view' },
  stateField: 'state',
  states: {
    edit: ['planned', 'growing'],
    delete: ['planned'],
    start: ['planned'],
    harvest: ['growing'],
    finish: ['growing', 'harvesting'],
    end: ['planned', 'growing', 'harvesting'],
    correctStage: ['growing', 'harvesting'],
    split: ['growing', 'harvesting'],
    merge: ['growing', 'harvesting'],
  },
  actionInputs: { start: ['plantedOn'], end: ['endReason'] },
  newestBy: 'plantedOn',
  fields: {
    id: id(),
    batchName: text({ required: true, max: 60 }),
    /** Made from the day and a count where it is left empty. */
    batchCode: text({ unique: true, pattern: /^[\w-]+$/, max: 32 }),
    areaId: ref('area', { required: true }),
    landIds: refs('land', { required: true, max: 50, dependsOn: 'areaId' }),
    parts: namedParts,
    varietyId: ref('variety', { required: true }),
    cropId: ref('crop', { readonly: true, named: 'cropName' }),
    state: code(batchState, { readonly: true }),
    /** Where it stands today in its crop's stages. */
    stage: text({ max: 20, readonly: true }),
    /** By what that is said: warmth since planting, days, or somebody who saw it. */
    stageBy: choice({ heat: 'heat', days: 'days', hand: 'hand' }, { readonly: true }),
    /** Warmth in this stage until yesterday, and what it takes; empty where it goes by days. */
    stageHeat: decimal({ max: 99_999, scale: 1, unit: 'degreeDay', readonly: true }),
    stageHeatUnits: integer({ min: 1, max: 9999, unit: 'degreeDay', readonly: true }),
    nextStage: text({ max: 20, readonly: true }),
    nextStageOn: date({ readonly: true }),
    plantedOn: date({ required: true }),
    expectedHarvestOn: date({}),
    finishedOn: date({ readonly: true }),
    plantedArea: decimal({ max: 99_999, unit: 'mu' }),
    quantity: decimal({ max: 9_999_999 }),
    quantityUnitId: ref('unit', {}),
    expectedYield: decimal({ max: 9_999_999, unit: 'kilogram' }),
    realYield: decimal({ max: 99_999_999, unit: 'kilogram', readonly: true }),
    cost: cost(money({ readonly: true })),
    /** What a kilogram is expected to bring. */
    price: cost(money({})),
    /** What was taken in; until something was, what was picked at the expected price. */
    revenue: cost(money({ readonly: true })),
    /** Revenue without what it cost. */
    margin: cost(money({ min: -99_999_999, readonly: true })),
    managerId: ref('worker', {}),
    /** Others that say so too may stand on its plots at the same time. */
    sharedFlag: flag({}),
    endReason: text({ max: 200, readonly: true }),
    description: text({ max: 200 }),
  },
})
export const batchScreen = entityScreen('batch', batch, {
  route: '/web/farm/batch',
  module: 'farm',
  group: 'production',
  icon: 'batch',
  at: 1,
})
