import { codes, entity, rest } from '../entity.ts'
import {
  choice,
  code,
  date,
  decimal,
  flag,
  id,
  images,
  integer,
  lines,
  moment,
  point,
  money,
  ref,
  refs,
  text,
  within,
  type Field,
} from '../field.ts'
import {
  checkColumns,
  mostAnswer,
  mostChecks,
  mostOwnFields,
  ownFieldColumns,
} from '../farm/task-asks.ts'
import { namedParts } from '../farm/land-part.ts'
import { mostPieces, mostPieceUnit, pieceRate } from '../farm/piece.ts'
import { cost } from '../inventory/cost.ts'
import { entityScreen } from '../screen.ts'
import { mostAccuracy, taskPriorities, taskResults, taskStates } from './task-states.ts'

const amount = <const O extends { required?: true }>(o: O) =>
  decimal({ min: 0.001, max: 9_999_999, scale: 3, ...o })
export const mostTaskPlots = 20
/** So long is what somebody says of their part, and so many pictures it has. */
export const mostOwnNote = 300
export const mostOwnPhotos = 3
export const mostTaskPeople = 30

/** What it is thought to take. */
export const materialLines = {
  skuId: ref('sku', { required: true }),
  quantity: amount({ required: true }),
}
/** What was really taken from the warehouse, lot by lot. */
const usedLines = {
  skuId: ref('sku', { required: true }),
  lot: text({ max: 40 }),
  quantity: amount({ required: true }),
}
const expiredLines = {
  name: text({ required: true, max: 200 }),
  lot: text({ max: 40 }),
  date: date({ required: true }),
}
/** Hours, pieces where the task is paid by them, or both: each line has one of them at least. */
const hourLines = {
  workerId: ref('worker', { required: true }),
  pieces: decimal({ min: 0.01, max: mostPieces }),
  hours: decimal({ min: 0.1, max: 999, scale: 1, unit: 'hour' }),
}
/** What was driven, which of them where there are several, and for how long. */
const machineLines = {
  machineKindId: ref('machineKind', { required: true }),
  which: text({ max: 40 }),
  hours: decimal({ required: true, min: 0.1, max: 999, scale: 1, unit: 'hour' }),
}
export const mostMachines = 20
/** What each of its people said of their own part, before the whole was reported. */
const ownReportLines = {
  ...hourLines,
  note: text({ max: mostOwnNote }),
}
const inner = <F extends Field>(one: F): F => ({ ...one, inner: true })
/** What its type asked for when it was made, and what came of it: later changes of the type change nothing here. */
const checkLines = {
  item: checkColumns.item,
  doneFlag: flag({}),
  requiredFlag: inner(checkColumns.requiredFlag),
}
const answerLines = {
  name: ownFieldColumns.name,
  answer: text({ max: mostAnswer }),
  yesFlag: flag({}),
  unit: ownFieldColumns.unit,
  kind: inner(ownFieldColumns.kind),
  choices: inner(ownFieldColumns.choices),
  requiredFlag: inner(ownFieldColumns.requiredFlag),
}

const isNotAsked = ({ approvalFlag }: { readonly [field: string]: unknown }) => approvalFlag !== 1

const manage = 'wfpf.farm.taskManger'
/** The worker's own: whoever holds these and no more acts on what is theirs alone. */
export const ownTask = codes('wfpf.farm.task.ps', 'start', 'finish', 'claim', [
  // Whoever takes part says what is theirs; the whole is the leader's.
  'reportOwn',
  'finish',
])
export const ownTaskList = 'wfpf.farm.task'
const path = 'wfpf/v1/{tenant}/task'

/** Work for people: who does what where until when, and what came of it. */
export const task = entity('task', {
  module: 'work',
  title: 'title',
  stored: { view: 'task_view' },
  ownCodes: [ownTaskList, ownTask.finish],
  stateField: 'state',
  states: {
    edit: ['unassigned', 'notStarted', 'inProgress'],
    delete: ['unassigned', 'notStarted', 'cancelled'],
    assign: ['unassigned', 'notStarted'],
    claim: ['unassigned'],
    start: ['notStarted'],
    reportOwn: ['inProgress'],
    finish: ['inProgress'],
    cancel: ['unassigned', 'notStarted', 'inProgress'],
    end: ['inProgress', 'finished'],
    reject: ['finished'],
    adopt: ['finished'],
    undo: ['closed'],
  },
  permissions: {
    list: manage,
    ...codes(
      `${manage}.ps`,
      'create',
      'edit',
      'delete',
      'assign',
      'cancel',
      'end',
      'reject',
      'adopt',
      'undo',
      'override',
      // What is over is not opened again: the same once more is a new task.
      ['copy', 'create'],
    ),
    ...ownTask,
  },
  // chosen: the specification names the screens, states and actions, and no calls
  api: {
    ...rest(path),
    assign: `POST /${path}/{id}/assign`,
    claim: `POST /${path}/{id}/claim`,
    start: `POST /${path}/{id}/start`,
    reportOwn: `POST /${path}/{id}/report-own`,
    finish: `POST /${path}/{id}/finish`,
    cancel: `POST /${path}/{id}/cancel`,
    end: `POST /${path}/{id}/end`,
    reject: `POST /${path}/{id}/reject`,
    adopt: `POST /${path}/{id}/adopt`,
    undo: `POST /${path}/{id}/undo`,
  },
  // What is put before approvers is theirs to decide.
  conditions: { adopt: isNotAsked, reject: isNotAsked, end: isNotAsked },
  actionInputs: { assign: ['leaderId'], cancel: ['reason'], end: ['reason'], reject: ['reason'] },
  fields: {
    id: id(),
    title: text({ required: true, max: 60 }),
    taskCode: text({ max: 20, readonly: true }),
    taskTypeId: ref('taskType', { required: true }),
    priority: choice(taskPriorities, {}),
    state: code(taskStates, { readonly: true }),
    /** Not over, and past its planned end. */
    overdueFlag: flag({ readonly: true }),
    result: code(taskResults, { readonly: true }),
    /** Its report is before approvers; what they decide ends it. */
    approvalFlag: flag({ readonly: true }),
    areaId: ref('area', { required: true }),
    landIds: refs('land', { max: mostTaskPlots, dependsOn: 'areaId' }),
    parts: namedParts,
    batchId: within('areaId', ref('batch', {})),
    leaderId: ref('worker', {}),
    participantIds: refs('worker', { max: mostTaskPeople }),
    startsOn: date({ required: true }),
    endsOn: date({ required: true }),
    /** What its type was paid by when it was made; none: by the hour. */
    pieceUnit: text({ max: mostPieceUnit, readonly: true }),
    pieceRate: pieceRate({ readonly: true }),
    plannedHours: decimal({ min: 0.1, max: 9999, scale: 1, unit: 'hour' }),
    /** Pictures that the report must have. */
    photoCount: integer({ min: 0, max: 9 }),
    warehouseId: ref('warehouse', {}),
    materials: lines(materialLines, { max: 50, detailOnly: true }),
    description: text({ max: 500 }),
    /** What is to be seen before it is begun. */
    pictures: images({ max: 9 }),
    /** The entry of the journal that it came of. */
    logId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, readonly: true, inner: true }),
    /** Why it was cancelled, ended or sent back. */
    reason: text({ max: 200, readonly: true }),
    startedAt: moment({ readonly: true }),
    finishedAt: moment({ readonly: true }),
    closedAt: moment({ readonly: true }),
    /** Where it was begun and finished, of whoever let their phone say so. */
    startLatlng: point({ readonly: true }),
    startAccuracy: integer({ min: 0, max: mostAccuracy, readonly: true, unit: 'meter' }),
    finishLatlng: point({ readonly: true }),
    finishAccuracy: integer({ min: 0, max: mostAccuracy, readonly: true, unit: 'meter' }),
    reworkCount: integer({ min: 0, max: 999, readonly: true }),
    hours: lines(hourLines, { max: mostTaskPeople, readonly: true, detailOnly: true }),
    used: lines(usedLines, { max: 50, readonly: true, detailOnly: true }),
    /** Of it, lots past their day: whoever reported it, or accepts it, said that they were used. */
    expired: lines(expiredLines, { max: 50, readonly: true, detailOnly: true }),
    machines: lines(machineLines, { max: mostMachines, readonly: true, detailOnly: true }),
    /** Of what no meter on its plots counts. */
    waterUsed: decimal({
      min: 0.001,
      max: 999_999,
      scale: 3,
      unit: 'cubicMeter',
      readonly: true,
    }),
    photos: images({ max: 9, readonly: true }),
    harvestSkuId: ref('sku', { readonly: true }),
    /** In the unit of the goods; where none are named, in kilograms. */
    harvested: decimal({ min: 0, max: 9_999_999, scale: 3, readonly: true }),
    harvestUnit: text({ max: 20, readonly: true }),
    /** What that weighs: the yield of its batch. */
    harvestedKg: decimal({ min: 0, max: 9_999_999, scale: 3, readonly: true, unit: 'kilogram' }),
    ownReports: lines(ownReportLines, { max: mostTaskPeople, readonly: true, detailOnly: true }),
    ownPhotos: images({ max: mostTaskPeople * mostOwnPhotos, readonly: true }),
    checklist: lines(checkLines, { max: mostChecks, readonly: true }),
    ownFields: lines(answerLines, { max: mostOwnFields, readonly: true }),
    reportNote: text({ max: 500, readonly: true }),
    useDocumentId: ref('inputShipment', { readonly: true }),
    workedHours: decimal({ min: 0, max: 99_999, scale: 1, unit: 'hour', readonly: true }),
    inputCost: cost(money({ readonly: true })),
    laborCost: cost(money({ readonly: true })),
    machineCost: cost(money({ readonly: true })),
    waterCost: cost(money({ readonly: true })),
  },
})
export const taskScreen = entityScreen('taskManger', task, {
  route: '/web/farm/taskManger',
  module: 'farm',
  group: 'production',
  icon: 'board',
  at: 2,
  count: 'taskManger',
  keepAlive: false,
})
