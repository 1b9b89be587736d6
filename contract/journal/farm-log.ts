import { codes, entity, rest } from '../entity.ts'
import { choice, files, flag, id, images, integer, moment, point, ref, text } from '../field.ts'
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
    edit: ({ openFlag }) => openFlag !== 0,
    delete: ({ openFlag }) => openFlag !== 0,
    makeTask: ({ taskFlag }) => taskFlag !== 1,
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
