import { domain } from '../domain.ts'
import { approvalProcess, approvalProcessScreen } from './process.ts'
import { auditSettingScreen } from './process-calls.ts'
import { approvalsScreen } from './task-calls.ts'

/** Processes and their tasks. */
export const approval = domain('approval', {
  entities: [approvalProcess],
  screens: [approvalsScreen, auditSettingScreen, approvalProcessScreen],
})
