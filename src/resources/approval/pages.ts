import { auditSettingScreen } from '#contract/approval/process-calls.ts'
import { approvalsScreen } from '#contract/approval/task-calls.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const approvalsPage = screenPage({
  screen: approvalsScreen,
  page: () => import('#src/pages/approval/approvals/ApprovalsPage.tsx'),
})
export const auditSettingPage = screenPage({
  screen: auditSettingScreen,
  page: () => import('#src/pages/approval/audit-setting/AuditSettingPage.tsx'),
})
