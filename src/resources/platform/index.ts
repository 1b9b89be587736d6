import type { Definition } from '#src/kit/resource.ts'
import { outboxPage, tenantsPage } from './pages.ts'

export const platform: readonly Definition[] = [tenantsPage, outboxPage]
