import { lazy } from 'react'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { work } from '#contract/work/index.ts'
import { ChecklistCell, OwnFieldsCell } from '#src/features/work/AskCells.tsx'
import { copyTask } from '#src/features/work/copy-task.ts'
import { HoursCell } from '#src/features/work/HoursCell.tsx'
import { TaskStateCell } from '#src/features/work/TaskState.tsx'
import { PartsCell } from '#src/features/planting/PartsCell.tsx'
import { resource, screenPage } from '#src/kit/definition/resource.ts'

const MaterialsInput = lazy(() => import('#src/features/work/MaterialsInput.tsx'))

export const myTasksPage = screenPage({
  screen: myTasksScreen,
  page: () => import('#src/pages/work/my-tasks/MyTasksPage.tsx'),
})
const Parts = lazy(() => import('#src/features/planting/PartsInput.tsx'))
const People = lazy(() => import('#src/features/work/PeopleInput.tsx'))
export const taskList = resource(task, {
  screen: work.screens.find(({ name }) => name === 'taskManger')!,
  list: {
    columns: [
      'title',
      'taskCode',
      'state',
      'priority',
      'taskTypeId',
      'areaId',
      'landIds',
      'batchId',
      'leaderId',
      'startsOn',
      'endsOn',
      'plannedHours',
      'workedHours',
      'inputCost',
      'laborCost',
      'waterUsed',
      'machineCost',
      'waterCost',
    ],
    more: [
      'taskCode',
      'startsOn',
      'areaId',
      'plannedHours',
      'workedHours',
      'inputCost',
      'laborCost',
      'waterUsed',
      'machineCost',
      'waterCost',
    ],
    onPhone: ['state', 'taskTypeId', 'landIds', 'leaderId', 'endsOn'],
    filters: [
      'title',
      'state',
      'overdueFlag',
      'taskTypeId',
      'priority',
      'areaId',
      'batchId',
      'leaderId',
      'endsOn',
    ],
    rowActions: [
      'show',
      'adopt',
      'finish',
      'start',
      'assign',
      'reject',
      'edit',
      'end',
      'cancel',
      'undo',
      'copy',
      'delete',
    ],
    bulkActions: ['delete'],
    above: () => import('#src/pages/work/task/TaskSettings.tsx'),
    cardView: () => import('#src/pages/work/task/TaskBoard.tsx'),
  },
  form: [
    ['title', 'taskTypeId'],
    ['areaId', 'batchId'],
    ['landIds'],
    ['parts'],
    // Who is free is known once the days are.
    ['startsOn', 'endsOn'],
    ['leaderId', 'participantIds'],
    ['priority', 'plannedHours'],
    ['photoCount', 'warehouseId'],
    ['materials'],
    ['description'],
    ['pictures'],
  ],
  inputs: { parts: Parts, leaderId: People, participantIds: People, materials: MaterialsInput },
  cells: {
    state: TaskStateCell,
    parts: PartsCell,
    hours: HoursCell,
    ownReports: HoursCell,
    checklist: ChecklistCell,
    ownFields: OwnFieldsCell,
  },
  opens: { copy: copyTask },
  showFooter: lazy(() => import('#src/features/work/TaskFooter.tsx')),
  summary: {
    fields: [
      'taskTypeId',
      'areaId',
      'landIds',
      'batchId',
      'leaderId',
      'endsOn',
      'finishedAt',
      'plannedHours',
      'warehouseId',
      'harvestSkuId',
      'harvested',
      'harvestUnit',
      'harvestedKg',
      'hours',
      'ownReports',
      'used',
      'expired',
      'machines',
      'waterUsed',
      'checklist',
      'ownFields',
      'reportNote',
      'photos',
    ],
    wide: [
      'hours',
      'ownReports',
      'used',
      'expired',
      'machines',
      'checklist',
      'ownFields',
      'reportNote',
      'photos',
    ],
  },
  dialogs: {
    adopt: () => import('#src/pages/work/task/AdoptDialog.tsx'),
    assign: () => import('#src/pages/work/task/AssignDialog.tsx'),
    start: () => import('#src/features/work/StartDialog.tsx'),
    finish: () => import('#src/features/work/FinishDialog.tsx'),
    undo: () => import('#src/pages/work/task/UndoDialog.tsx'),
  },
})
