import { taskType, taskTypeScreen } from '#contract/farm/task-type.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const taskTypes = resource(taskType, {
  screen: taskTypeScreen,
  list: {
    columns: ['name', 'code', 'category', 'standardHours', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['name', 'code', 'category', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'code'], ['category', 'standardHours'], ['enabledFlag'], ['description']],
})
