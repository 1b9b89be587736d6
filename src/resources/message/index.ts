import type { Definition } from '#src/kit/resource.ts'
import { notices } from './notice.ts'

export const message: readonly Definition[] = [notices]
