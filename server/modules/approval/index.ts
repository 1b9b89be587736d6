import type { ServerDomain } from '#server/services/domain.ts'
import { approvalFeed, submissionFeed } from './home.ts'
import { approvalProcesses } from './processes.ts'
import { approvalSettings } from './settings.ts'
import { approvalTasks } from './tasks.ts'

export const approval: ServerDomain = {
  name: 'approval',
  serve(app) {
    approvalProcesses(app)
    approvalSettings(app)
    approvalTasks(app)
    app.homeFeeds.push(approvalFeed, submissionFeed)
  },
  start({ approvals }) {
    approvals.start()
    return () => approvals.stop()
  },
}
