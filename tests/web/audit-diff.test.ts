import { expect, test } from 'vitest'
import { changedFields } from '#src/kit/AuditDiff.tsx'

test('a history names each change once: no name beside its id, nothing for nothing', () => {
  const made = { warehouseId: 4, warehouseIdName: '工具房', realName: '李大山', attachments: [], remark: '', total: 0, objectVersionNumber: 1 }
  expect(changedFields(null, made)).toEqual(['warehouseId', 'realName', 'total'])
  expect(changedFields(made, { ...made, warehouseIdName: '工具间', remark: '东区', attachments: null })).toEqual(['remark'])
})
