import { account } from './modules/account/index.ts'
import { approval } from './modules/approval/index.ts'
import { content } from './modules/content/index.ts'
import { activities } from './modules/activity/index.ts'
import { alarm } from './modules/alarm/index.ts'
import { automation } from './modules/automation/index.ts'
import { board } from './modules/board/index.ts'
import { camera } from './modules/camera/index.ts'
import { command } from './modules/command/index.ts'
import { connectivity } from './modules/connectivity/index.ts'
import { equipment } from './modules/equipment/index.ts'
import { simulation } from './modules/simulation/index.ts'
import { telemetry } from './modules/telemetry/index.ts'
import { farm } from './modules/farm/index.ts'
import { file } from './modules/file/index.ts'
import { guide } from './modules/guide/index.ts'
import { home } from './modules/home/index.ts'
import { imports } from './modules/import/index.ts'
import { inventory } from './modules/inventory/index.ts'
import { journal } from './modules/journal/index.ts'
import { message } from './modules/message/index.ts'
import { plan } from './modules/plan/index.ts'
import { planting } from './modules/planting/index.ts'
import { platform } from './modules/platform/index.ts'
import { system } from './modules/system/index.ts'
import { work } from './modules/work/index.ts'
import { map } from './modules/map/index.ts'
import type { ServerDomain } from './services/domain.ts'

/**
 * Every domain of the server: served and started in this order, stopped the other way round. Alarms
 * come before rules: what is measured meanwhile is watched before anything is done about it.
 */
export const domains: readonly ServerDomain[] = [
  account,
  system,
  farm,
  inventory,
  approval,
  alarm,
  telemetry,
  equipment,
  camera,
  connectivity,
  command,
  automation,
  board,
  simulation,
  message,
  content,
  file,
  platform,
  imports,
  guide,
  work,
  home,
  planting,
  plan,
  journal,
  map,
  activities,
]
