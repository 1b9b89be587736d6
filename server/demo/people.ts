import { costCode } from '#contract/inventory/cost.ts'
import { screens } from '#contract/screens.ts'
import type { Screen } from '#contract/screen.ts'

/** Everyone's password, printed at start. */
export const demoPassword = 'Furrow2026'

export const firstTenant = {
  tenantName: '穗丰生态农业有限公司', admin: { loginName: 'admin', realName: '林建国', phone: '13800138001' },
  card: { creditCode: '91440101MA5CXK3J8Q', contact: '林建国', contactPhone: '020-84512366', address: '广东省广州市番禺区石碁镇海涌路 88 号', description: '以蔬菜、水稻和百香果为主的生态农场，自有基地两处，合作农户 46 户。' },
}
export const secondTenant = { tenantName: '清溪家庭农场', admin: { loginName: 'chen', realName: '陈秀英', phone: '13800138002' } }
export const operator = { loginName: 'operator', realName: '平台运营' }
export const inBoth = { loginName: 'both', realName: '周启明', phone: '13800138004' }

export const organizations = [
  { name: '生产部', code: 'PROD', children: [{ name: '蔬菜组', code: 'PROD-VEG' }, { name: '水稻组', code: 'PROD-RICE' }, { name: '植保组', code: 'PROD-IPM' }] },
  { name: '仓储采购部', code: 'STORE', children: [{ name: '农资仓', code: 'STORE-INPUT' }, { name: '采后加工', code: 'STORE-PACK' }] },
  { name: '设备运维部', code: 'IOT', children: [] },
  { name: '综合管理部', code: 'ADM', children: [] },
]

const system = 'wfpf.company.system'
const view = ['wfpf.farm.base', 'wfpf.farm.user.ps.notice-message']
/** A screen with everything on it. */
const all = (code: string) => [code, ...['create', 'edit', 'delete'].map((action) => `${code}.ps.${action}`)]
const alarms = ['wfpf.farm.equipment.warning', ...['acknowledge', 'assign', 'comment', 'mute', 'clear'].map((action) => `wfpf.farm.equipment.warning.ps.${action}`)]
/** A kind of stock document, from draft to its undoing. */
const papers = (...names: string[]) => names.flatMap((name) => [`wfpf.${name}`, ...['create', 'edit', 'delete', 'submit', 'void', ...(name.startsWith('farm.') ? [] : ['close'])].map((action) => `wfpf.${name}.ps.${action}`)])
const shown = (isMeant: (one: Screen) => boolean) => screens.filter((one) => one.permission && !one.operator && isMeant(one))
/** Whole screens, and the right to look at them only. */
const whole = (isMeant: (one: Screen) => boolean) => shown(isMeant).flatMap(({ permission, buttons }) => [permission!, ...Object.values(buttons).flat()])
const look = (isMeant: (one: Screen) => boolean) => shown(isMeant).map(({ permission }) => permission!)
const isStock = ({ group, name }: Screen) => group === 'prment' || name.startsWith('agricultural-')
const prment = 'inventory.prment'
// What goods cost is for who buys, takes in, decides and audits; who only asks for them needs to know how many there are.
const seesCosts = costCode
export const roles = [
  {
    code: 'base-manager', name: '基地主管', description: '管理基地与地块，查看人员',
    codes: [...view, ...papers(`${prment}.aplionform`, 'farm.agricultural.agricultural-shipment'), 'wfpf.farm.agricultural.agricultural-inventory', 'wfpf.inventory.prment.stock', 'wfpf.inventory.prment.lot', 'wfpf.farm.user.ps.tenant-screen', ...all('wfpf.farm.land'), ...all('wfpf.farm.worker'), ...all('wfpf.farm.equipment.board'), 'wfpf.farm.equipment.explore', ...all('wfpf.farm.equipment.warningManage'), ...all('wfpf.farm.equipment.warningStaff'), ...alarms, ...all(`${system}.picturesHub`), 'wfpf.company.system.farmMaintain.camareManage', ...all(`${system}.crop`), ...all(`${system}.varieties`), ...all(`${system}.taskType`), ...all(`${system}.deviceManager`), 'wfpf.farm.equipment.gateway.ps.delCollection', 'wfpf.farm.report.equipmentLog.controlLog', `${system}.basemanage`, `${system}.basemanage.ps.create`, `${system}.basemanage.ps.edit`, `${system}.basemanage.ps.setDefault`,
      `${system}.organization`, `${system}.userManage`, `${system}.noticeManger`, `${system}.noticeManger.ps.create`, `${system}.noticeManger.ps.edit`, `${system}.noticeManger.ps.publish`],
  },
  {
    code: 'storekeeper', name: '仓管员', description: '维护商品、仓库等基础资料，看库存',
    codes: [...view, ...all('wfpf.inventory.base.unit'), ...all('wfpf.inventory.base.standard'), ...all('wfpf.inventory.base.businesses'), ...all('wfpf.inventory.base.store'), ...all('wfpf.inventory.base.product'), 'wfpf.inventory.prment.stock', 'wfpf.inventory.prment.lot', 'wfpf.inventory.prment.report', 'wfpf.farm.agricultural.agricultural-inventory', ...whole(({ name }) => name === 'stock-limit'),
      ...papers(`${prment}.aplionform`, `${prment}.warehousing`, `${prment}.shipment`, `${prment}.transfer`, `${prment}.inventory_form`, `${prment}.return`, 'farm.agricultural.agricultural-warehousing', 'farm.agricultural.agricultural-shipment'), seesCosts],
  },
  { code: 'waterman', name: '看水员', description: '只管电动阀', codes: [...view, 'wfpf.farm.equipment.config.electricValve', 'wfpf.farm.equipment.electricValve.ps.edit', 'wfpf.farm.equipment.board'] },
  { code: 'worker', name: '农场工人', description: '查看基地和地块，接收通知', codes: [...view, 'wfpf.farm.land'] },
  {
    code: 'purchaser', name: '采购员', description: '提采购申请，转入库单，退货，维护往来单位',
    codes: [...view, ...papers(`${prment}.aplionform`, `${prment}.warehousing`, `${prment}.return`), ...all('wfpf.inventory.base.businesses'), ...look(({ name }) => ['product', 'stock', 'stock-lot', 'stock-report', 'agricultural-inventory'].includes(name)), seesCosts],
  },
  {
    code: 'engineer', name: '设备工程师', description: '安装、配置和控制设备，管告警规则和智能控制',
    codes: [...view, 'wfpf.farm.land', ...whole(({ group, name }) => ['equipment', 'alarm', 'control'].includes(group) || ['deviceManager', 'cameraManager', 'simManage'].includes(name)), ...look(({ group }) => group === 'report')],
  },
  { code: 'approver', name: '审批人', description: '审批单据，看单据、库存和报表', codes: [...view, ...look(isStock), seesCosts] },
  {
    code: 'auditor', name: '内审员', description: '只看，不改',
    codes: [...view, ...look((one) => isStock(one) || ['report', 'base'].includes(one.group) && one.name !== 'base' || ['warning', 'auditSetting', 'role', 'user-manage', 'organization', 'process', 'audit'].includes(one.name)), `${system}.auditLog.ps.export`, seesCosts],
  },
]
export const people = [
  { loginName: 'worker', realName: '李大山', phone: '13800138003', role: 'worker', organization: 'PROD-VEG' },
  { loginName: 'huangmei', realName: '黄美玲', phone: '13922201011', role: 'base-manager', organization: 'PROD' },
  { loginName: 'wuzhiyuan', realName: '吴志远', phone: '13922201012', role: 'storekeeper', organization: 'STORE' },
  { loginName: 'zhengxiaoli', realName: '郑晓丽', phone: '13922201013', role: 'auditor', organization: 'ADM' },
  { loginName: 'heguoqiang', realName: '何国强', phone: '13922201014', role: 'waterman', organization: 'PROD-RICE' },
  { loginName: 'tanweimin', realName: '谭伟民', phone: '13922201015', role: 'worker', organization: 'PROD-IPM' },
  { loginName: 'liangshufen', realName: '梁淑芬', phone: '13922201016', role: 'storekeeper', organization: 'STORE-PACK' },
  { loginName: 'ouyangjun', realName: '欧阳军', phone: '13922201017', role: 'base-manager', organization: 'IOT' },
  { loginName: 'zengqiang', realName: '曾强', phone: '13922201018', role: 'worker', organization: 'PROD-VEG' },
  { loginName: 'luoxiaoyan', realName: '罗小燕', phone: '13922201019', role: 'worker', organization: 'PROD-VEG' },
  { loginName: 'shenlijuan', realName: '沈丽娟', phone: '13922201021', role: 'purchaser', organization: 'STORE' },
  { loginName: 'fangwei', realName: '方伟', phone: '13922201022', role: 'engineer', organization: 'IOT' },
  { loginName: 'zhaoming', realName: '赵明', phone: '13922201023', role: 'approver', organization: 'ADM' },
  { loginName: 'penghaitao', realName: '彭海涛', phone: '13922201020', role: 'worker', organization: 'PROD-RICE' },
]
