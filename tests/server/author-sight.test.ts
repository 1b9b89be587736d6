import { expect, test } from 'vitest'
import { controlRule } from '#contract/automation/control-rule.ts'
import { runRule, controlRun, dryRun, ruleDevices } from '#contract/automation/control-run.ts'
import { deviceGroup, groupDevices } from '#contract/automation/device-group.ts'
import { exportList, job } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { say } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newMember, unique, download } from './harness.ts'
import { app, mine, ofRules, rule, seesValves } from './author-ground.ts'

test('the log of a rule, on screen and as a file, holds no value of what one may not see', async () => {
  const [valve, sensor] = [
    await newDevice(mine.admin, 'electric_valve'),
    await newDevice(mine.admin),
  ]
  await say(app, mine, sensor, 21.5)
  const made = await mine.admin.call(
    callOf(controlRule, 'create'),
    untyped(
      rule(valve.id, {
        conditions: [
          { group: 1, deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value: 10 },
        ],
      }),
    ),
  )
  await mine.admin.call(runRule, { id: made.id })
  const looker = await newMember(app, mine, [...ofRules, seesValves])
  const present = async (client: Client) => {
    const {
      content: [run],
    } = await client.call(callOf(controlRun, 'list'), { ruleId: made.id })
    const shown = await client.call(callOf(controlRun, 'show'), { id: run!.id })
    const { jobId } = await client.call(exportList, {
      entity: 'controlRun',
      format: 'csv',
      columns: ['seen'],
      query: { ruleId: String(made.id) },
    })
    await app.jobs.work()
    const { resultUrl } = await client.call(job, { id: jobId })
    return [
      run!.seen![0]!.present,
      shown.seen![0]!.present,
      (await download(client, resultUrl)).body.includes('21.5'),
    ]
  }
  expect([await present(mine.admin), await present(looker)]).toEqual([
    [21.5, 21.5, true],
    [null, null, false],
  ])
})

test('what one may not see of devices is not told by rules, groups and commands either', async () => {
  const [valve, sensor] = [
    await newDevice(mine.admin, 'electric_valve'),
    await newDevice(mine.admin),
  ]
  await say(app, mine, sensor, 21.5)
  const made = await mine.admin.call(
    callOf(controlRule, 'create'),
    untyped(
      rule(valve.id, {
        conditions: [
          { group: 1, deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value: 50 },
        ],
      }),
    ),
  )
  const group = await mine.admin.call(callOf(deviceGroup, 'create'), {
    name: unique('组'),
    deviceIds: [valve.id, sensor.id],
  })
  const looker = await newMember(app, mine, [...ofRules, seesValves])
  const tried = await looker.call(dryRun, { id: made.id })
  expect(tried.conditions.map(({ present }) => present)).toEqual([null])
  expect(
    (await mine.admin.call(dryRun, { id: made.id })).conditions.map(({ present }) => present),
  ).toEqual([21.5])
  expect((await looker.call(groupDevices, { id: group.id })).map(({ id }) => id)).toEqual([
    valve.id,
  ])
  const { devices } = await looker.call(ruleDevices)
  expect(new Set(devices.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
})
