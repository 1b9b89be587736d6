import type { ApprovableForm } from '../approval/form.ts'
import { taskType } from '../farm/task-type.ts'
import { costCode } from '../inventory/cost.ts'
import { task, taskScreen } from './task.ts'

/**
 * What a task used and what was worked may have to be approved before it is posted. `total`: inputs
 * at what they are worth where they lie, and wages, both as they are when it is handed in.
 */
export const taskForm: ApprovableForm = {
  code: 'task',
  entity: task,
  screen: taskScreen,
  address: (id) => `${taskScreen.route}?open=show&id=${id}`,
  asksNobody: true,
  facts: {
    total: { kind: 'money', seenBy: costCode },
    lines: { kind: 'integer' },
    category: {
      kind: 'choice',
      codes: Object.values(taskType.fields.category.codes ?? {}).map(String),
    },
    organizationId: { kind: 'ref', to: 'organization' },
  },
}
