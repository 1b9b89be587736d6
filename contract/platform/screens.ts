import { screen } from '../screen.ts'

// chosen: the specification names no route for the audit list, the platform's tenants or its outbox
export const auditScreen = screen('audit', {
  route: '/system/audit-log',
  module: 'company',
  group: 'logs',
  icon: 'history',
  at: 1,
  permission: 'wfpf.company.system.auditLog',
  buttons: { export: 'wfpf.company.system.auditLog.ps.export' },
})
export const operationsScreen = screen('operations', {
  route: '/system/platform/operations',
  module: 'operation',
  group: 'platform',
  icon: 'overview',
  at: 1,
  operator: true,
})
export const tenantsScreen = screen('tenants', {
  route: '/system/platform/tenants',
  module: 'operation',
  group: 'platform',
  icon: 'tenant',
  at: 2,
  operator: true,
})
export const outboxScreen = screen('sms-outbox', {
  route: '/system/platform/sms-outbox',
  module: 'operation',
  group: 'platform',
  icon: 'message',
  at: 3,
  operator: true,
})
