import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { type DryRun } from '#contract/automation/control-run.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import type { Client } from '#server/demo/client.ts'
import { say } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'
import { app, mine, ofRules, rule, seesValves } from './author-ground.ts'

test('the log of a rule, on screen and as a file, holds no value of what one may not see', async () => {
  const [valve, sensor] = [
    await newDevice(mine.admin, 'electric_valve'),
    await newDevice(mine.admin),
  ]
  await say(app, mine, sensor, 21.5)
  const made = await mine.admin.call<Made>(
    controlRule.api.create,
    rule(valve.id, {
      conditions: [
        { group: 1, deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value: 10 },
      ],
    }),
  )
  await mine.admin.call(`POST /wfpe/v1/{tenant}/control-rule/${made.id}/run`)
  const looker = await newMember(app, mine, [...ofRules, seesValves])
  const present = async (client: Client) => {
    const {
      content: [run],
    } = await client.call<Page<Made & { seen: { present: number | null }[] }>>(
      'GET /wfpe/v1/{tenant}/control-run',
      { ruleId: String(made.id) },
    )
    const shown = await client.call<Made & { seen: { present: number | null }[] }>(
      `GET /wfpe/v1/{tenant}/control-run/${run!.id}`,
    )
    const { jobId } = await client.call<{ jobId: number }>('POST /iam/v1/{tenant}/exports', {
      entity: 'controlRun',
      format: 'csv',
      columns: ['seen'],
      query: { ruleId: String(made.id) },
    })
    await app.jobs.work()
    const { resultUrl } = await client.call<{ resultUrl: string }>(
      `GET /iam/v1/{tenant}/jobs/${jobId}`,
    )
    return [
      run!.seen[0]!.present,
      shown.seen[0]!.present,
      (await client.send(`GET ${resultUrl}`)).body.includes('21.5'),
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
  const made = await mine.admin.call<Made>(
    controlRule.api.create,
    rule(valve.id, {
      conditions: [
        { group: 1, deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value: 50 },
      ],
    }),
  )
  const group = await mine.admin.call<Made>(deviceGroup.api.create, {
    name: unique('组'),
    deviceIds: [valve.id, sensor.id],
  })
  const looker = await newMember(app, mine, [...ofRules, seesValves])
  const tried = await looker.call<DryRun>(`GET /wfpe/v1/{tenant}/control-rule/${made.id}/dry-run`)
  expect(tried.conditions.map(({ present }) => present)).toEqual([null])
  expect(
    (
      await mine.admin.call<DryRun>(`GET /wfpe/v1/{tenant}/control-rule/${made.id}/dry-run`)
    ).conditions.map(({ present }) => present),
  ).toEqual([21.5])
  expect(
    (
      await looker.call<{ id: number }[]>(`GET /wfpe/v1/{tenant}/device-group/${group.id}/devices`)
    ).map(({ id }) => id),
  ).toEqual([valve.id])
  const { devices } = await looker.call<{ devices: { deviceType: string }[] }>(
    'GET /wfpe/v1/{tenant}/control-rule/devices',
  )
  expect(new Set(devices.map(({ deviceType }) => deviceType))).toEqual(new Set(['electric_valve']))
})
