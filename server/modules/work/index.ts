import { sql } from 'kysely'
import { taskRepeat } from '#contract/work/task-repeat.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { task } from '#contract/work/task.ts'
import { workHours, workMonth } from '#contract/work/work-hours.ts'
import { crud } from '#server/http/crud.ts'
import { heirsOf } from '#server/services/batch-heirs.ts'
import { stopAll, type ServerDomain } from '#server/services/domain.ts'
import { serveAttendance } from './attendance.ts'
import { approveTasks } from './approval.ts'
import { taskBrief } from './brief.ts'
import { taskEvents } from './batch-feed.ts'
import { serveCosts } from './costs.ts'
import { serveDoses } from './doses.ts'
import { watchDue } from './due-notices.ts'
import { serveField } from './field.ts'
import { taskFeed } from './home.ts'
import { watchLocks } from './lock-notices.ts'
import { serveFromEntry } from './from-entry.ts'
import { serveMyTasks } from './my-tasks.ts'
import { serveOwnReport } from './own-report.ts'
import { serveProduce } from './produce.ts'
import { serveTaskOption } from './option.ts'
import { serveMoves } from './task-moves.ts'
import { servePeople } from './people.ts'
import { serveRepeats, watchRepeats } from './repeats.ts'
import { serveSigning } from './sign.ts'
import { serveTasks } from './tasks.ts'
import { serveTeams } from './teams.ts'
import { countTasks } from './waiting.ts'

/** Who does what, where and until when; what it used and gave is posted when it is accepted. */
export const work: ServerDomain = {
  name: 'work',
  serve(app) {
    countTasks(app)
    app.homeFeeds.push(taskFeed)
    app.briefs.push(taskBrief)
    app.batchFeeds.push(taskEvents)
    const lands = sql`t.land_ids`
    app.batchHeirs.push(
      heirsOf(task, { isOpen: sql`t.state < ${taskStates.closed}`, lands }),
      heirsOf(taskRepeat, { isOpen: sql`true`, lands }),
    )
    // Before the records: `mine`, `field`, `people`, `lots`, `doses`, `produce` and `option` are no ids.
    serveTaskOption(app)
    serveMyTasks(app)
    serveDoses(app)
    serveProduce(app)
    serveCosts(app)
    serveField(app)
    servePeople(app)
    serveTasks(app)
    serveFromEntry(app)
    serveSigning(app)
    serveAttendance(app)
    crud(app, workMonth)
    crud(app, workHours)
    serveRepeats(app)
    serveTeams(app)
    serveMoves(app)
    serveOwnReport(app)
    approveTasks(app)
  },
  start(app) {
    const stops = [watchRepeats(app), watchLocks(app), watchDue(app)]
    return stopAll(stops)
  },
}
