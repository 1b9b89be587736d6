import { costCode } from '#contract/inventory/cost.ts'
import { screens } from '#contract/domains.ts'
import type { Screen } from '#contract/screen.ts'

const system = 'wfpf.company.system'
export const view = ['wfpf.farm.base', 'wfpf.farm.mapDigital', 'wfpf.farm.user.ps.notice-message']
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
export const look = (isMeant: (one: Screen) => boolean) =>
  shown(isMeant).map(({ permission }) => permission!)
export const isStock = ({ group, name }: Screen) =>
  ['documents', 'stock'].includes(group) || name.startsWith('agricultural-')
const prment = 'inventory.prment'
/** What grows and what happens in the field, to look at. */
export const field = ['wfpf.farm.batch', 'wfpf.farm.farmLog', 'wfpf.farm.activity']
// Whoever deletes has it back: the bin shows what of one's own lists was deleted.
const bin = `${system}.recycleBin`
// What goods cost is for who buys, takes in, decides and audits; who only asks for them needs to
// know how many there are.
export const seesCosts = costCode
/** Home tells them what a base bears beside its batches: they see of what that is made up. */
export const seesBaseCosts = 'wfpf.farm.areaCost'
/** Roles that most farms have, by code; each is named in `starter.json`. */
export const starterRoles = {
  'base-manager': [
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
    ...all('wfpf.farm.team'),
    ...all('wfpf.farm.attendance'),
    ...whole(({ name }) => ['task', 'taskManger', 'workMonth', 'batch', 'farmLog'].includes(name)),
    ...whole(({ name }) => ['activity', 'map', 'plan', 'planPackage', 'taskRepeat'].includes(name)),
    ...all('wfpf.farm.equipment.board'),
    'wfpf.farm.equipment.explore',
    ...all('wfpf.farm.equipment.warningManage'),
    ...all('wfpf.farm.equipment.warningStaff'),
    ...alarms,
    ...all(`${system}.picturesHub`),
    'wfpf.company.system.farmMaintain.camareManage',
    'wfpf.farm.equipment.monitoring.camera',
    ...['control', 'share'].map((action) => `wfpf.farm.equipment.camera.ps.${action}`),
    ...all('wfpf.farm.equipment.cameraTimer'),
    ...all(`${system}.crop`),
    ...all(`${system}.varieties`),
    ...all('wfpf.farm.seed'),
    ...all('wfpf.farm.soilTest'),
    ...all('wfpf.farm.landmark'),
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
  storekeeper: [
    ...view,
    bin,
    ...field,
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
    seesBaseCosts,
  ],
  purchaser: [
    ...view,
    bin,
    ...papers(`${prment}.aplionform`, `${prment}.warehousing`, `${prment}.return`),
    ...all('wfpf.inventory.base.businesses'),
    ...look(({ name }) =>
      ['product', 'stock', 'stock-lot', 'stock-report', 'agricultural-inventory'].includes(name),
    ),
    seesCosts,
  ],
  engineer: [
    ...view,
    bin,
    'wfpf.farm.land',
    ...whole(
      ({ group, name }) =>
        ['equipment', 'automation'].includes(group) ||
        ['loraNetwork', 'payloadCodec', 'simManage', 'cameraPlatform'].includes(name),
    ),
  ],
  worker: [
    ...view,
    'wfpf.farm.land',
    ...whole(({ name }) => name === 'task'),
    'wfpf.farm.batch',
    'wfpf.farm.activity',
    'wfpf.farm.farmLog',
    'wfpf.farm.farmLog.ps.create',
  ],
} satisfies Record<string, readonly string[]>
