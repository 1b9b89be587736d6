import { expect, test } from 'vitest'
import { likeTask } from '#src/features/work/copy-task.ts'

test('the same work once more says what is to be done, and nothing of what came of it', () => {
  const row = {
    id: 7,
    objectVersionNumber: 4,
    title: '追肥',
    taskTypeId: 3,
    areaId: 1,
    batchId: null,
    landIds: [5, 6],
    parts: [{ landId: 5, part: '一畦', landIdName: '东棚' }],
    leaderId: 9,
    participantIds: [10],
    priority: 'high',
    plannedHours: 6,
    warehouseId: 2,
    materials: [{ skuId: 11, quantity: 2.5, skuIdName: '尿素', unitName: '公斤' }],
    startsOn: '2026-10-30',
    endsOn: '2026-11-02',
    state: 4,
    taskCode: 'T261030-001',
    reportNote: '做完了',
    checklist: [{ item: '关水', doneFlag: 1 }],
    workedHours: 8,
  }
  expect(likeTask(row, '2026-12-30')).toEqual({
    title: '追肥',
    taskTypeId: 3,
    areaId: 1,
    landIds: [5, 6],
    parts: [{ landId: 5, part: '一畦' }],
    leaderId: 9,
    participantIds: [10],
    priority: 'high',
    plannedHours: 6,
    warehouseId: 2,
    materials: [{ skuId: 11, quantity: 2.5 }],
    startsOn: '2026-12-30',
    endsOn: '2027-01-02',
  })
})
