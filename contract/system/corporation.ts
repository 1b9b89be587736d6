import { screen } from '../screen.ts'

export const corporationScreen = screen('corporation', {
  route: '/system/corporation',
  module: 'company',
  group: 'people',
  icon: 'company',
  at: 4,
  isSetUp: true,
  permission: 'wfpf.company.system.corporation',
  buttons: { edit: 'wfpf.company.system.corporation.ps.edit' },
})
