import type { Definition } from '#src/kit/definition/resource.ts'
import { farmLogs } from './farm-log.ts'

export const journal: readonly Definition[] = [farmLogs]
