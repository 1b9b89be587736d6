import type { Definition } from '#src/kit/definition/resource.ts'
import { notices } from './notice.ts'

export const message: readonly Definition[] = [notices]
