import { codes, entity, rest } from '../entity.ts'
import {
  choice,
  decimal,
  files,
  flag,
  id,
  images,
  integer,
  lines,
  moment,
  point,
  ref,
  refs,
  text,
} from '../field.ts'
import { entityScreen } from '../screen.ts'

const own = codes('wfpf.farm.farmLog.ps', 'create', 'edit', 'delete')

/** An entry of the farm's journal: what somebody saw or did, with pictures. */
export const farmLog = entity('farmLog', {
  module: 'journal',
  title: 'logTitle',
  permissions: {
    list: 'wfpf.farm.farmLog',
    create: own.create,
    // Who writes entries goes on writing their own; others' are changed by holders of the code.
    edit: [own.edit, own.create],
    delete: [own.delete, own.create],
    /** What is written becomes work for somebody: by the right to make tasks. */
    makeTask: 'wfpf.farm.taskManger.ps.create',
  },
  // chosen: the specification names the call of a camera's snapshot alone
  api: rest('wfpf/v1/{tenant}/log'),
  stored: { view: 'farm_log_view' },
  conditions: {
    // What accepted work says of itself is its posting's: it goes with that, and not by hand.
    edit: ({ openFlag, origin }) => openFlag !== 0 && origin !== 'task',
    delete: ({ openFlag, origin }) => openFlag !== 0 && origin !== 'task',
    makeTask: ({ taskFlag, origin }) => taskFlag !== 1 && origin !== 'task',
  },
  newestBy: 'happenedAt',
  fields: {
    id: id(),
    logTitle: text({ required: true, max: 60 }),
    /** Labelled daily, warning, emergency. */
    logLevel: choice({ info: 'info', warn: 'warn', error: 'error' }, {}),
    logType: choice({ image: 'image', text: 'text' }, {}),
    content: images({ max: 9 }),
    /** Said instead of written: one sound. */
    voice: files({ max: 1 }),
    areaId: ref('area', { required: true }),
    landId: ref('land', { dependsOn: 'areaId' }),
    batchId: ref('batch', { dependsOn: 'areaId' }),
    latlng: point({}),
    happenedAt: moment({}),
    author: text({ max: 40, readonly: true }),
    mineFlag: flag({ readonly: true }),
    /** It became a task. */
    taskFlag: flag({ readonly: true }),
    // Not a reference: who reads the journal is not told what tasks there are.
    taskId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, readonly: true, inner: true }),
    description: text({ max: 180 }),
    /** Written by somebody, or by a task that was accepted. */
    origin: choice({ hand: 'hand', task: 'task' }, { readonly: true }),
    // Not a reference, as `taskId`.
    doneTaskId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, readonly: true, inner: true }),
    landIds: refs('land', { max: 100, readonly: true }),
    workerIds: refs('worker', { max: 200, readonly: true }),
    workedHours: decimal({ min: 0, max: 99_999_999, scale: 1, unit: 'hour', readonly: true }),
    harvestedKg: decimal({ min: 0, max: 99_999_999, scale: 3, unit: 'kilogram', readonly: true }),
    used: lines(
      {
        skuId: ref('sku', { required: true }),
        lot: text({ max: 40 }),
        quantity: decimal({ required: true, min: 0, max: 99_999_999, scale: 3 }),
      },
      { max: 50, readonly: true, detailOnly: true },
    ),
    /** The work was taken back after it had been accepted. */
    undoneFlag: flag({ readonly: true }),
  },
})
export const farmLogScreen = entityScreen('farmLog', farmLog, {
  route: '/web/farm/log',
  module: 'farm',
  group: 'today',
  icon: 'journal',
  at: 4,
  pageSize: 20,
})
/** Who holds it changes what others wrote. */
export const othersCodes = { edit: own.edit, delete: own.delete } as const
