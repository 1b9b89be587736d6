import type { Definition } from '#src/kit/definition/resource.ts'
import { boards } from './board.ts'

export const board: readonly Definition[] = [boards]
