import { device } from '#contract/equipment/device.ts'
import { loraNetwork } from '#contract/connectivity/lora.ts'
import { area } from '#contract/farm/area.ts'
import type { HomeRole } from '#contract/home/home-calls.ts'

const receipts = 'wfpf.inventory.prment.warehousing.ps.create'
const requests = 'wfpf.inventory.prment.aplionform'

/** What somebody mostly does, as their rights tell: it decides what their page begins with. */
export function homeRoleOf(codes: ReadonlySet<string>): HomeRole {
  if (codes.has(area.permissions.edit) || codes.has('wfpf.farm.worker')) return 'manager'
  if (codes.has(receipts)) return 'keeper'
  if (codes.has(loraNetwork.permissions.list) || codes.has(device.permissions.create))
    return 'engineer'
  if (codes.has(requests)) return 'approver'
  return 'worker'
}
