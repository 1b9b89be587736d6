import { account } from './account/index.ts'
import { approval } from './approval/index.ts'
import { content } from './content/index.ts'
import { alarm } from './alarm/index.ts'
import { automation } from './automation/index.ts'
import { board } from './board/index.ts'
import { cameras } from './camera/index.ts'
import { command } from './command/index.ts'
import { connectivity } from './connectivity/index.ts'
import { equipment } from './equipment/index.ts'
import { simulation } from './simulation/index.ts'
import { telemetry } from './telemetry/index.ts'
import { farm } from './farm/index.ts'
import { guide } from './guide/index.ts'
import { home } from './home/index.ts'
import { inventory } from './inventory/index.ts'
import { message } from './message/index.ts'
import { platform } from './platform/index.ts'
import { system } from './system/index.ts'
import type { Domain } from './domain.ts'
import type { Entity } from './entity.ts'
import { inMenuOrder } from './menu.ts'
import type { Screen } from './screen.ts'
import { planting } from './planting/index.ts'
import { journal } from './journal/index.ts'
import { work } from './work/index.ts'
import { map } from './map/index.ts'
import { activities } from './activity/index.ts'
import { plan } from './plan/index.ts'

/** Every domain, one line each; within a group the menu follows this order. */
export const domains: readonly Domain[] = [
  account,
  farm,
  board,
  command,
  telemetry,
  equipment,
  cameras,
  alarm,
  connectivity,
  automation,
  simulation,
  inventory,
  system,
  approval,
  platform,
  message,
  content,
  guide,
  home,
  planting,
  journal,
  work,
  plan,
  map,
  activities,
]
/** Every entity; the laws walk this list. */
export const entities: readonly Entity[] = domains.flatMap((one) => one.entities)
/** Every screen that is built, in menu order. */
export const screens: readonly Screen[] = inMenuOrder(domains.flatMap((one) => one.screens))
