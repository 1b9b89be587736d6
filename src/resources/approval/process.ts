import { lazy } from 'react'
import { approvalProcess, approvalProcessScreen } from '#contract/approval/process.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const approvalProcesses = resource(approvalProcess, {
  screen: approvalProcessScreen,
  list: {
    columns: ['name', 'formCode', 'usedFlag', 'version', 'state', 'referenceState', 'enabledAt'],
    more: ['usedFlag'],
    marks: ['usedFlag'],
    filters: ['name', 'formCode', 'state', 'usedFlag'],
    rowActions: ['show', 'edit', 'copy', 'enable', 'disable', 'delete'],
  },
  form: [['name', 'formCode'], ['nodes'], ['description']],
  open: { create: 'page', edit: 'page', show: 'page' },
  inputs: { nodes: lazy(() => import('#src/pages/approval/approval-process/FlowInput.tsx')) },
  cells: { nodes: lazy(() => import('#src/pages/approval/approval-process/FlowCell.tsx')) },
  dialogs: { copy: () => import('#src/pages/approval/approval-process/CopyDialog.tsx') },
  pages: { 'copy/:id': () => import('#src/pages/approval/approval-process/CopyPage.tsx') },
})
