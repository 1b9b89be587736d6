import type { Definition } from '#src/kit/definition/resource.ts'
import { approvalsPage, auditSettingPage } from './pages.ts'
import { approvalProcesses } from './process.ts'

export const approval: readonly Definition[] = [approvalsPage, auditSettingPage, approvalProcesses]
