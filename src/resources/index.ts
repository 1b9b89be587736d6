import type { Definition } from '#src/kit/definition/resource.ts'
import { approval } from './approval/index.ts'
import { content } from './content/index.ts'
import { alarm } from './alarm/index.ts'
import { automation } from './automation/index.ts'
import { board } from './board/index.ts'
import { camera } from './camera/index.ts'
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
import { planting } from './planting/index.ts'
import { journal } from './journal/index.ts'
import { plan } from './plan/index.ts'
import { work } from './work/index.ts'
import { map } from './map/index.ts'
import { activity } from './activity/index.ts'

/** Every screen that the console draws, one line a domain; the menu's order is the contract's. */
export const definitions: readonly Definition[] = [
  ...farm,
  ...board,
  ...command,
  ...telemetry,
  ...equipment,
  ...camera,
  ...alarm,
  ...connectivity,
  ...automation,
  ...simulation,
  ...inventory,
  ...system,
  ...approval,
  ...platform,
  ...message,
  ...content,
  ...guide,
  ...home,
  ...planting,
  ...journal,
  ...work,
  ...plan,
  ...map,
  ...activity,
]
