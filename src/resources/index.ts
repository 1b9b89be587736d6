import type { Definition } from '#src/kit/definition/resource.ts'
import { approval } from './approval/index.ts'
import { content } from './content/index.ts'
import { equipment } from './equipment/index.ts'
import { farm } from './farm/index.ts'
import { inventory } from './inventory/index.ts'
import { message } from './message/index.ts'
import { platform } from './platform/index.ts'
import { system } from './system/index.ts'

/** Every screen that the console draws, one line a domain; the menu's order is the contract's. */
export const definitions: readonly Definition[] = [
  ...farm,
  ...equipment,
  ...inventory,
  ...system,
  ...approval,
  ...platform,
  ...message,
  ...content,
]
