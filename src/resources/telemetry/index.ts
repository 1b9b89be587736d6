import type { Definition } from '#src/kit/definition/resource.ts'
import { calculations } from './calculation.ts'
import { explorePage } from './explore.ts'
import { onlineLog } from './outage.ts'

export const telemetry: readonly Definition[] = [explorePage, calculations, onlineLog]
