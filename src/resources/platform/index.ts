import type { Definition } from '#src/kit/definition/resource.ts'
import { outboxPage, tenantsPage } from './pages.ts'

export const platform: readonly Definition[] = [tenantsPage, outboxPage]
