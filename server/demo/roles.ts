import {
  field,
  isStock,
  look,
  seesBaseCosts,
  seesCosts,
  starterRoles,
  view,
} from '#server/modules/guide/engine/starter-roles.ts'

const system = 'wfpf.company.system'
export const roles = [
  {
    code: 'base-manager',
    name: '基地主管',
    description: '管理基地与地块，领用农资，查看人员、库存和报表',
    codes: starterRoles['base-manager'],
  },
  {
    code: 'storekeeper',
    name: '仓管员',
    description: '维护商品、仓库等基础资料，看库存',
    codes: starterRoles.storekeeper,
  },
  {
    code: 'waterman',
    name: '看水员',
    description: '只管电动阀',
    codes: [
      ...view,
      'wfpf.farm.equipment.config.electricValve',
      // Orders have one code for all types; which types, the lists that one sees.
      'wfpf.farm.equipment.gateway.ps.delCollection',
      'wfpf.farm.equipment.electricValve.ps.edit',
      'wfpf.farm.equipment.board',
    ],
  },
  {
    code: 'worker',
    name: '农场工人',
    description: '查看基地、地块和批次，写农事日志，接收通知',
    codes: starterRoles.worker,
  },
  {
    code: 'purchaser',
    name: '采购员',
    description: '提采购申请，转入库单，退货，维护往来单位',
    codes: starterRoles.purchaser,
  },
  {
    code: 'engineer',
    name: '设备工程师',
    description: '安装、配置和控制设备，管告警规则和智能控制',
    codes: starterRoles.engineer,
  },
  {
    code: 'approver',
    name: '审批人',
    description: '审批单据，看单据、库存和报表',
    codes: [...view, ...field, ...look(isStock), seesCosts, seesBaseCosts],
  },
  {
    code: 'auditor',
    name: '内审员',
    description: '只看，不改',
    codes: [
      ...view,
      ...look(
        (one) =>
          isStock(one) ||
          ['goods', 'controlLog', 'onlineLog'].some((place) =>
            [one.group, one.name].includes(place),
          ) ||
          [
            'warning',
            'auditSetting',
            'role',
            'user-manage',
            'organization',
            'process',
            'audit',
          ].includes(one.name),
      ),
      `${system}.auditLog.ps.export`,
      seesCosts,
    ],
  },
]
