import type { Definition } from '#src/kit/resource.ts'
import { units } from './inventory/unit.ts'

/** Every screen that the console draws; the menu's order is the contract's (`screens`). */
export const definitions: readonly Definition[] = [units]
