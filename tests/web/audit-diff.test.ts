import { expect, test } from 'vitest'
import { warehousing } from '#contract/inventory/document.ts'
import { changedFields, numberBeside } from '#src/kit/record/AuditDiff.tsx'
import { auditActionLabel } from '#src/kit/definition/label.ts'

test('a history names each change once: no name beside its id, nothing for nothing', () => {
  const made = {
    warehouseId: 4,
    warehouseIdName: '工具房',
    realName: '李大山',
    attachments: [],
    remark: '',
    total: 0,
    objectVersionNumber: 1,
  }
  expect(changedFields(null, made)).toEqual(['warehouseId', 'realName', 'total'])
  expect(
    changedFields(made, { ...made, warehouseIdName: '工具间', remark: '东区', attachments: null }),
  ).toEqual(['remark'])
})

test('a document that another was made from is told by its number, not by its id', () => {
  expect(numberBeside('sourceId', { sourceId: 57, sourceCode: 'DB202611220001' })).toBe(
    'DB202611220001',
  )
  expect(numberBeside('sourceId', { sourceId: 57 })).toBeUndefined()
  expect(numberBeside('quantity', { quantity: 3 })).toBeUndefined()
})

test('what was done has the entity’s word, else the log’s, else its own', () => {
  const words: Record<string, string> = {
    'common:actions.edit': '编辑',
    'inventory:stockDocument.actions.void': '作废',
    'system:audit.actions.void': '取消',
    'system:audit.actions.approve': '通过',
  }
  const t = (key: string, options?: Record<string, unknown>) =>
    words[key] ?? String(options?.defaultValue ?? key)
  expect(
    ['edit', 'void', 'approve', 'unheard'].map((deed) => auditActionLabel(t, warehousing, deed)),
  ).toEqual(['编辑', '作废', '通过', 'unheard'])
})

test('a step that says nothing of the lines took none of them away', () => {
  const goods = [{ skuId: 3, quantity: 2 }]
  const draft = { approvalStatus: 'DRAFT', goods }
  expect(changedFields(draft, { approvalStatus: 'APPROVED' }, warehousing)).toEqual([
    'approvalStatus',
  ])
  expect(changedFields(draft, { ...draft, goods: [] }, warehousing)).toEqual(['goods'])
  // What was counted is told in words.
  expect(changedFields({ goods: null }, { goods: '尿素: 3' }, warehousing)).toEqual(['goods'])
  expect(changedFields({}, { goods: '尿素: 3' }, warehousing)).toEqual(['goods'])
})
