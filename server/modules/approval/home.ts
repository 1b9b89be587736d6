import { caseStates, taskStates } from '#contract/approval/states.ts'
import type { HomeFeed } from '#server/services/home.ts'
import { submissionsOf, tasksFor } from './lists.ts'

/** Due within it, or already: today's. */
const soonMs = 86_400_000

/** What waits for somebody's decision, whatever bases they look at: whoever is asked decides. */
export const approvalFeed: HomeFeed = {
  kind: 'approval',
  load: async (tx, { most, ...reader }) => {
    const page = await tasksFor(tx, reader, taskStates.open, { page: 1, size: most })
    return {
      count: page.totalElements,
      items: page.content.map((task) => ({
        kind: 'approval' as const,
        id: task.id,
        at: task.startTime,
        urgency: task.dueAt && Date.parse(task.dueAt) - Date.now() < soonMs ? 3 : 2,
        task,
      })),
    }
  },
}

/** What somebody handed in and others have not decided yet, what is due next first. */
export const submissionFeed: HomeFeed = {
  kind: 'submission',
  load: async (tx, { most, ...reader }) => {
    const page = await submissionsOf(tx, reader, caseStates.open, { page: 1, size: most })
    return {
      count: page.totalElements,
      items: page.content.map((task) => ({
        kind: 'submission' as const,
        id: task.processId,
        at: task.startTime,
        urgency: 0,
        task,
      })),
    }
  },
}
