import type { Definition } from '#src/kit/definition/resource.ts'
import { controlLog } from './command.ts'

export const command: readonly Definition[] = [controlLog]
