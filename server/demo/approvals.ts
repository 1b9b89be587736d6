import type { FlowNode } from '#contract/approval/process.ts'
import type { Client } from './client.ts'

interface Made {
  id: number
  objectVersionNumber: number
  [field: string]: unknown
}
/**
 * Who leads what, by code of the department and name to sign in with; the farm itself by the
 * administrator.
 */
const leaders = {
  PROD: 'huangmei',
  STORE: 'wuzhiyuan',
  IOT: 'ouyangjun',
  ADM: 'zhengxiaoli',
} as const
const node = (key: string, parent: string, name: string, more: Partial<FlowNode>): FlowNode => ({
  key,
  parent,
  name,
  kind: 'approver',
  mode: 'any',
  timeoutAction: 'none',
  ...more,
})

/**
 * Leaders of the departments, a flow for purchase applications and one for shipments; applications
 * ask by it, the others go straight through.
 */
export async function makeApprovals(admin: Client): Promise<void> {
  const all = async (endpoint: string) =>
    (await admin.call<{ content: Made[] }>(endpoint, { size: '0' })).content
  const users = await all('GET /iam/v1/{tenant}/users')
  const userOf = (loginName: string) => users.find((one) => one.loginName === loginName)!.id
  const head = async (unit: Made, leaderId: number) => {
    const { id, objectVersionNumber, name, code, parentId, enabledFlag, description } = unit
    await admin.call('PUT /iam/v1/{tenant}/organization', {
      id,
      objectVersionNumber,
      name,
      code: code ?? null,
      parentId: parentId ?? null,
      enabledFlag,
      description: description ?? null,
      leaderId,
    })
  }
  for (const unit of await all('GET /iam/v1/{tenant}/organization')) {
    if (!unit.parentId) await head(unit, userOf('admin'))
    else if (String(unit.code) in leaders)
      await head(unit, userOf(leaders[unit.code as keyof typeof leaders]))
  }
  const managers = (await all('GET /iam/v1/{tenant}/roles')).find(
    ({ code }) => code === 'base-manager',
  )!.id

  const purchase = await enabled(
    admin,
    '采购申请审批',
    'aplionform',
    '5000 元以上由基地主管会签，其余由部门负责人审批。',
    [
      node('leader', '', '部门负责人', {
        source: 'submitterLeader',
        timeoutAction: 'remind',
        timeoutHours: 24,
      }),
      { key: 'amount', parent: '', kind: 'condition', name: '按金额' },
      {
        key: 'large',
        parent: 'amount',
        kind: 'branch',
        name: '5000 元以上',
        conditions: [{ fact: 'total', operator: 'above', value: 5000, values: null }],
      },
      node('managers', 'large', '基地主管会签', {
        source: 'role',
        roleId: managers,
        mode: 'all',
        timeoutAction: 'remind',
        timeoutHours: 48,
      }),
      { key: 'small', parent: 'amount', kind: 'branch', name: '其他情况', conditions: [] },
      {
        key: 'copy',
        parent: '',
        kind: 'copy',
        name: '抄送仓管',
        source: 'users',
        userIds: [userOf('wuzhiyuan')],
        copyOn: 'end',
      },
    ],
  )
  await enabled(admin, '出库审批', 'shipment', '销售出库由仓储负责人审批，报废须管理员同意。', [
    { key: 'purpose', parent: '', kind: 'condition', name: '按用途' },
    {
      key: 'scrap',
      parent: 'purpose',
      kind: 'branch',
      name: '报废',
      conditions: [{ fact: 'purpose', operator: 'is', value: null, values: ['scrap'] }],
    },
    node('owner', 'scrap', '总经理', { source: 'users', userIds: [userOf('admin')] }),
    { key: 'usual', parent: 'purpose', kind: 'branch', name: '其他情况', conditions: [] },
    node('stores', '', '仓储负责人', {
      source: 'users',
      userIds: [userOf('wuzhiyuan'), userOf('liangshufen')],
    }),
  ])
  await admin.call('PUT /wfpf/v1/{tenant}/approval-setting', {
    ownApprovalFlag: 0,
    objectVersionNumber: 0,
    forms: [{ formCode: 'aplionform', askedFlag: 1, processId: purchase }],
  })
}

async function enabled(
  admin: Client,
  name: string,
  formCode: string,
  description: string,
  nodes: FlowNode[],
): Promise<number> {
  const { id } = await admin.call<Made>('POST /wfpf/v1/{tenant}/approval-flow', {
    name,
    formCode,
    description,
    nodes,
  })
  await admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${id}/enable`)
  return id
}
