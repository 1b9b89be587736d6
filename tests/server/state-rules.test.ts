import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { alarmRules, alarmStates, clearAlarm } from '#contract/alarm/alarm-calls.ts'
import {
  cancelCommand,
  commandRules,
  commandStates,
  pendingStates,
} from '#contract/command/command.ts'
import { cancelJob, jobRules, jobStates } from '#contract/platform/platform-calls.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { listed, newRule, say, until } from './alarm-ground.ts'
import { app, mine, pressed } from './control-ground.ts'
import { newDevice } from './devices.ts'

// Buttons read these tables. That the server does as well is asked here, state by state; of what is
// an entity by states.test.ts, of documents by document-rules.test.ts.
const answerOf = async (endpoint: string, id: number, body = {}) =>
  (await mine.admin.send(endpoint.replace('{id}', String(id)), body)).statusCode < 400
/** A row as it would be in a state, and how it ended if that is an end. */
const put = (table: string, id: number, state: string, ended: string, isOver: boolean) =>
  app.db.write(mine.id, (tx) =>
    sql`update ${sql.table(table)} set state = ${state},
      ${sql.ref(ended)} = ${isOver ? sql`now()` : null} where id = ${id}`.execute(tx),
  )

test.each(jobStates)('a job that is %s is stopped where the table says', async (state) => {
  const id = await app.db.write(mine.id, (tx) => enqueue(tx, mine.adminAccount, 'nothing', {}))
  await put('job', id, state, 'finished_at', !jobRules.cancel.includes(state))
  expect(await answerOf(cancelJob.endpoint, id)).toBe(jobRules.cancel.includes(state))
})

test.each(alarmStates)(
  'an alarm that is %s is ended by hand where the table says',
  async (state) => {
    const device = await newDevice(mine.admin)
    await newRule(mine.admin, { areaId: device.areaId })
    await say(app, mine, device, 40)
    const [alarm] = await until(async () => {
      const { content } = await listed(mine.admin, { deviceId: String(device.id) })
      return content.length > 0 && content
    })
    await put('alarm', alarm!.id, state, 'cleared_at', state === 'cleared')
    expect(await answerOf(clearAlarm.endpoint, alarm!.id, { reason: 'by hand' })).toBe(
      alarmRules.clear.includes(state),
    )
  },
)

describe('with nothing at work that would move them on', () => {
  beforeAll(() => app.rest())

  test.each(Object.values(commandStates))(
    'a command that is %s is taken back where the table says',
    async (state) => {
      const device = await newDevice(mine.admin, 'electric_valve')
      const { id } = await pressed(device, 'open', 1)
      const isOver = !pendingStates.some((pending) => pending === state)
      await put('device_command', id, state, 'ended_at', isOver)
      expect(await answerOf(cancelCommand.endpoint, id)).toBe(commandRules.cancel.includes(state))
    },
  )
})
