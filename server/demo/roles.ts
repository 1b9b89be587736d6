import { costCode } from '#contract/inventory/cost.ts'
import { screens } from '#contract/domains.ts'
import type { Screen } from '#contract/screen.ts'

const system = 'wfpf.company.system'
const view = ['wfpf.farm.base', 'wfpf.farm.user.ps.notice-message']
/** A screen with everything on it. */
const all = (code: string) => [
  code,
  ...['create', 'edit', 'delete'].map((action) => `${code}.ps.${action}`),
]
const alarms = [
  'wfpf.farm.equipment.warning',
  ...['acknowledge', 'assign', 'comment', 'mute', 'clear'].map(
    (action) => `wfpf.farm.equipment.warning.ps.${action}`,
  ),
]
/** A kind of stock document, from draft to its undoing. */
const papers = (...names: string[]) =>
  names.flatMap((name) => [
    `wfpf.${name}`,
    ...[
      'create',
      'edit',
      'delete',
      'submit',
      'void',
      // What has come in, or has gone onto a field, is not waited for.
      ...(name.startsWith('farm.') || name.endsWith('.warehousing') ? [] : ['close']),
    ].map((action) => `wfpf.${name}.ps.${action}`),
  ])
const shown = (isMeant: (one: Screen) => boolean) =>
  screens.filter((one) => one.permission && !one.operator && isMeant(one))
/** Whole screens, and the right to look at them only. */
const whole = (isMeant: (one: Screen) => boolean) =>
  shown(isMeant).flatMap(({ permission, buttons }) => [
    permission!,
    ...Object.values(buttons).flat(),
  ])
const look = (isMeant: (one: Screen) => boolean) =>
  shown(isMeant).map(({ permission }) => permission!)
const isStock = ({ group, name }: Screen) =>
  ['documents', 'stock'].includes(group) || name.startsWith('agricultural-')
const prment = 'inventory.prment'
// Whoever deletes has it back: the bin shows what of one's own lists was deleted.
const bin = `${system}.recycleBin`
// What goods cost is for who buys, takes in, decides and audits; who only asks for them needs to
// know how many there are.
const seesCosts = costCode
export const roles = [
  {
    code: 'base-manager',
    name: '基地主管',
    description: '管理基地与地块，领用农资，查看人员、库存和报表',
    codes: [
      ...view,
      bin,
      ...papers(`${prment}.aplionform`, 'farm.agricultural.agricultural-shipment'),
      'wfpf.farm.agricultural.agricultural-inventory',
      'wfpf.inventory.prment.stock',
      'wfpf.inventory.prment.lot',
      'wfpf.inventory.prment.report',
      'wfpf.farm.user.ps.tenant-screen',
      ...all('wfpf.farm.land'),
      ...all('wfpf.farm.worker'),
      ...all('wfpf.farm.equipment.board'),
      'wfpf.farm.equipment.explore',
      ...all('wfpf.farm.equipment.warningManage'),
      ...all('wfpf.farm.equipment.warningStaff'),
      ...alarms,
      ...all(`${system}.picturesHub`),
      'wfpf.company.system.farmMaintain.camareManage',
      ...all(`${system}.crop`),
      ...all(`${system}.varieties`),
      ...all(`${system}.taskType`),
      ...all(`${system}.deviceManager`),
      'wfpf.farm.equipment.gateway.ps.delCollection',
      'wfpf.farm.report.equipmentLog.controlLog',
      `${system}.basemanage`,
      `${system}.basemanage.ps.create`,
      `${system}.basemanage.ps.edit`,
      `${system}.basemanage.ps.setDefault`,
      `${system}.organization`,
      `${system}.userManage`,
      `${system}.noticeManger`,
      `${system}.noticeManger.ps.create`,
      `${system}.noticeManger.ps.edit`,
      `${system}.noticeManger.ps.publish`,
    ],
  },
  {
    code: 'storekeeper',
    name: '仓管员',
    description: '维护商品、仓库等基础资料，看库存',
    codes: [
      ...view,
      bin,
      ...all('wfpf.inventory.base.unit'),
      ...all('wfpf.inventory.base.standard'),
      ...all('wfpf.inventory.base.businesses'),
      ...all('wfpf.inventory.base.store'),
      ...all('wfpf.inventory.base.product'),
      'wfpf.inventory.prment.stock',
      'wfpf.inventory.prment.lot',
      'wfpf.inventory.prment.report',
      'wfpf.farm.agricultural.agricultural-inventory',
      ...whole(({ name }) => name === 'stock-limit'),
      ...papers(
        `${prment}.aplionform`,
        `${prment}.warehousing`,
        `${prment}.shipment`,
        `${prment}.transfer`,
        `${prment}.inventory_form`,
        `${prment}.return`,
        'farm.agricultural.agricultural-warehousing',
        'farm.agricultural.agricultural-shipment',
      ),
      seesCosts,
    ],
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
    description: '查看基地和地块，接收通知',
    codes: [...view, 'wfpf.farm.land'],
  },
  {
    code: 'purchaser',
    name: '采购员',
    description: '提采购申请，转入库单，退货，维护往来单位',
    codes: [
      ...view,
      bin,
      ...papers(`${prment}.aplionform`, `${prment}.warehousing`, `${prment}.return`),
      ...all('wfpf.inventory.base.businesses'),
      ...look(({ name }) =>
        ['product', 'stock', 'stock-lot', 'stock-report', 'agricultural-inventory'].includes(name),
      ),
      seesCosts,
    ],
  },
  {
    code: 'engineer',
    name: '设备工程师',
    description: '安装、配置和控制设备，管告警规则和智能控制',
    codes: [
      ...view,
      bin,
      'wfpf.farm.land',
      ...whole(
        ({ group, name }) =>
          ['equipment', 'automation'].includes(group) ||
          ['loraNetwork', 'payloadCodec', 'simManage'].includes(name),
      ),
    ],
  },
  {
    code: 'approver',
    name: '审批人',
    description: '审批单据，看单据、库存和报表',
    codes: [...view, ...look(isStock), seesCosts],
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
