import type { Definition } from '#src/kit/definition/resource.ts'
import { helpPage, operationsPage, outboxPage, tenantsPage } from './pages.ts'

export const platform: readonly Definition[] = [operationsPage, tenantsPage, outboxPage, helpPage]
