import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { controlRule } from '#contract/automation/control-rule.ts'
import { callOf } from '#contract/entity-calls.ts'
import { evaluateTimers } from '#server/modules/automation/engine/evaluate-triggers.ts'
import { untyped } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { unique } from './harness.ts'
import type { Made } from './samples.ts'
import {
  app,
  ends,
  mine,
  newRule,
  newValve,
  open,
  remove,
  runNow,
  runsOf,
  set,
  within,
} from './automation-ground.ts'

describe('a moment that comes once', () => {
  const clock = (at: Date) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    })
      .format(at)
      .replace(' ', 'T')
  const stateOf = async (rule: Made) =>
    await mine.admin.call(callOf(controlRule, 'show'), { id: rule.id })

  test('runs in the tenant’s zone, once, and the rule is done', async () => {
    const valve = await newValve()
    const at = Math.ceil((Date.now() + 3_600_000) / 60_000) * 60_000
    const cron = clock(new Date(at))
    const rule = await newRule({ triggers: [{ kind: 'timer', cron }], actions: [open(valve)] })
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, Date.now()))
    expect(await stateOf(rule)).toMatchObject({
      state: 'active',
      nextRunAt: new Date(at).toISOString(),
    })
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, at - 1))
    expect(await runsOf(rule)).toEqual([])
    for (const later of [500, 1500, 86_400_000])
      await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, at + later))
    expect(await runsOf(rule)).toHaveLength(1)
    expect(await stateOf(rule)).toMatchObject({ state: 'done', nextRunAt: null })
    // Its name may still be mended, and only another moment sets it going again.
    const row = await mine.admin.call(callOf(controlRule, 'show'), { id: rule.id })
    const next = clock(new Date(at + 86_400_000))
    const body = { id: rule.id, name: unique('规则'), enabledFlag: 1, actions: [open(valve)] }
    const again = await mine.admin.send(
      callOf(controlRule, 'edit'),
      untyped({
        ...body,
        objectVersionNumber: row.objectVersionNumber,
        triggers: [{ kind: 'timer', cron: next }],
      }),
    )
    expect(again.statusCode, again.body).toBe(200)
    expect(await stateOf(rule)).toMatchObject({ state: 'active' })
    await remove(rule)
  })

  test('that has passed, or that there is none of, is refused', async () => {
    const valve = await newValve()
    const refusal = async (cron: string) => {
      const answer = await mine.admin.send(
        callOf(controlRule, 'create'),
        untyped({
          name: unique('规则'),
          triggers: [{ kind: 'timer', cron }],
          actions: [open(valve)],
        }),
      )
      return [answer.statusCode, Object.keys((answer.json() as { fields: object }).fields)]
    }
    expect(await refusal('2020-01-01T06:00')).toEqual([422, ['triggers']])
    expect(await refusal('2031-02-30T06:00')).toEqual([422, ['triggers']])
    expect(await refusal('2031-02-20T25:00')).toEqual([422, ['triggers']])
  })
})

describe('several processes', () => {
  const due = (rule: Made, secondsAgo: number) =>
    set(
      sql`update control_rule_clock set next_at = now() - ${`${secondsAgo} seconds`}::interval
        where rule_id = ${rule.id}`,
    )
  const scheduled = (rule: Made) =>
    expect
      .poll(
        async () => (await mine.admin.call(callOf(controlRule, 'show'), { id: rule.id })).nextRunAt,
        within,
      )
      .toEqual(expect.any(String))

  test('run a timer once between them', async () => {
    const valve = await newValve()
    const rule = await newRule({
      triggers: [{ kind: 'timer', cron: '0 6 * * *' }],
      actions: [open(valve)],
    })
    await scheduled(rule)
    const other = await app.beside({ mqtt: undefined })
    await due(rule, 5)
    await Promise.all(
      [app, other].flatMap(({ automation }) => [automation.round(), automation.round()]),
    )
    await ends(rule, ['done', null])
    expect(valve.orders).toEqual([1])
    await other.close()
    await remove(rule)
    await valve.client.endAsync()
  })

  test('note what was missed, and do not run it late', async () => {
    const valve = await newDevice(mine.admin, 'electric_valve')
    const rule = await newRule({
      triggers: [{ kind: 'timer', cron: '0 * * * *' }],
      actions: [open(valve)],
    })
    await scheduled(rule)
    await set(
      sql`update control_rule_clock set next_at = date_trunc('hour', now()) - interval '3 hours'
        where rule_id = ${rule.id}`,
    )
    const now = new Date().setMinutes(30, 0, 0)
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, now))
    const runs = await runsOf(rule)
    expect(runs).toMatchObject([{ state: 'skipped', reason: 'missed', missed: 4 }])
    await remove(rule)
  })

  test('go on where one died between two steps', async () => {
    const valve = await newValve()
    const rule = await newRule({
      actions: [open(valve), open(valve, { value: 0, delaySeconds: 2 })],
    })
    await runNow(rule)
    await expect
      .poll(async () => (await runsOf(rule))[0]!.steps![0]!.state, within)
      .toBe('confirmed')
    await app.automation.stop()
    const other = await app.beside({ mqtt: undefined })
    await ends(rule, ['done', null])
    expect(valve.orders).toEqual([1, 0])

    await runNow(rule)
    await expect
      .poll(async () => (await runsOf(rule))[0]!.steps![0]!.state, within)
      .toBe('confirmed')
    await other.automation.stop()
    await set(
      sql`update control_run set began_at = now() - interval '11 minutes', steps = jsonb_set(steps,
        '{0,endedAt}', to_jsonb((now() - interval '10 minutes')::text)) where state = 'running'`,
    )
    const third = await app.beside({ mqtt: undefined })
    await ends(rule, ['interrupted', 'late'], ['done', null])
    expect((await runsOf(rule))[0]!.steps!.map(({ state }) => state)).toEqual([
      'confirmed',
      'skipped',
    ])
    expect(valve.orders).toEqual([1, 0, 1])
    await Promise.all([other.close(), third.close()])
    await remove(rule)
    await valve.client.endAsync()
  }, 20_000)
})
