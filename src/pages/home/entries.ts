import { screens } from '#contract/outlines.ts'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { baseManageScreen, area } from '#contract/farm/area.ts'
import { land, landScreen } from '#contract/farm/land.ts'
import type { HomeRole } from '#contract/home/home-calls.ts'
import { farmLog, farmLogScreen } from '#contract/journal/farm-log.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { notice, noticeScreen } from '#contract/message/notice.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { user, userScreen } from '#contract/system/user.ts'

/** A way on from the first page: something to begin, or a screen to open. */
export interface Entry {
  code: string
  /** null: it is done where one is. */
  to: string | null
  /** null: for everybody. */
  permission: string | null
  icon: string
  /** Where its name stands. */
  label: string
}
const first = (code: string | readonly string[] | undefined) => [code ?? []].flat()[0] ?? null

const begins = (code: string, to: string, permission: unknown, icon: string): Entry => ({
  code,
  to,
  permission: first(permission as string),
  icon,
  label: `home:entries.begin.${code}`,
})
/** Reads a label, and opens what it stands for. */
const scanCode = 'scan'
/** It carries the icon of the screen on which such documents stand. */
const document = (code: string, kind: DocumentKind) =>
  begins(
    code,
    `${documentScreens[kind].route}/add`,
    documents[kind].permissions.create,
    documentScreens[kind].icon!,
  )

/** What can be begun from the first page. */
const beginnings: readonly Entry[] = [
  { code: scanCode, to: null, permission: null, icon: 'scan', label: 'home:entries.begin.scan' },
  begins('newTask', `${taskScreen.route}?open=create`, task.permissions.create, 'board'),
  begins('newLog', `${farmLogScreen.route}?open=create`, farmLog.permissions.create, 'journal'),
  document('newWarehousing', 'warehousing'),
  document('newShipment', 'shipment'),
  document('newApplication', 'aplionform'),
  document('newTransfer', 'transfer'),
  document('newStocktake', 'inventory_form'),
  document('newUse', 'input_shipment'),
  begins(
    'newDevice',
    `${deviceManagerScreen.route}?open=create`,
    device.permissions.create,
    'device',
  ),
  begins('newPlot', `${landScreen.route}?open=create`, land.permissions.create, 'land'),
  begins('newBase', `${baseManageScreen.route}?open=create`, area.permissions.create, 'base'),
  begins('newNotice', `${noticeScreen.route}?open=create`, notice.permissions.create, 'notice'),
  begins('newUser', `${userScreen.route}?open=create`, user.permissions.create, 'user'),
]
const opened: readonly Entry[] = screens
  .filter(({ hidden, operator, name }) => !hidden && !operator && name !== 'home')
  .map(({ name, route, permission, icon }) => ({
    code: `screen:${name}`,
    to: route,
    permission: permission ?? null,
    icon: icon ?? '',
    label: `menus:screens.${name}`,
  }))
/** All there are, those that begin something first. */
export const entries: readonly Entry[] = [...beginnings, ...opened]
const known = new Map(entries.map((entry) => [entry.code, entry]))

const usual: Readonly<Record<HomeRole, readonly string[]>> = {
  manager: ['newTask', 'screen:batch', 'screen:plan', 'newUse', 'newApplication', 'screen:warning'],
  keeper: [
    'newWarehousing',
    'newShipment',
    'newTransfer',
    'newStocktake',
    'screen:stock',
    'newApplication',
  ],
  engineer: [
    'newDevice',
    'screen:warning',
    'screen:deviceManager',
    'screen:explore',
    'screen:onlineLog',
    'screen:simManage',
  ],
  approver: [
    'screen:approvals',
    'screen:aplionform',
    'screen:warehousing',
    'screen:stock',
    'screen:stock-report',
    'screen:shipment',
  ],
  worker: [scanCode, 'newLog', 'screen:batch', 'screen:base', 'screen:land', 'screen:approvals'],
}

/**
 * What somebody finds there: first what an administrator put there for everybody, then their own
 * choice or that of their role. Nothing that they may not open.
 */
export function entriesOf(
  fixed: readonly string[],
  chosen: readonly string[] | null,
  role: HomeRole,
  may: ReadonlySet<string>,
  most: number,
): Entry[] {
  return [...new Set([...fixed, ...(chosen ?? usual[role])])]
    .flatMap((code) => known.get(code) ?? [])
    .filter(({ permission }) => permission === null || may.has(permission))
    .slice(0, most)
}
