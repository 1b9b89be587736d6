import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { stopRun } from '#contract/automation/control-run.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { callOf } from '#contract/entity-calls.ts'
import type { RunStep } from '#contract/automation/control-run.ts'
import { untyped } from '#server/demo/client.ts'
import { report } from './devices.ts'
import { unique } from './harness.ts'
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
  within,
} from './automation-ground.ts'

describe('what is held for a time', () => {
  test('is taken back after it, and the next step comes then', async () => {
    const [valve, other] = [await newValve(), await newValve()]
    const rule = await newRule({ actions: [open(valve, { holdSeconds: 1 }), open(other)] })
    await runNow(rule)
    await expect.poll(() => valve.orders, within).toEqual([1])
    await expect.poll(() => valve.orders, within).toEqual([1, 0])
    await ends(rule, ['done', null])
    const [run] = await runsOf(rule)
    expect(
      (run!.steps! as RunStep[]).map(({ value, delaySeconds, backOf, state }) => [
        value,
        delaySeconds,
        backOf ?? null,
        state,
      ]),
    ).toEqual([
      [1, 0, null, 'confirmed'],
      [0, 1, 0, 'confirmed'],
      [1, 0, null, 'confirmed'],
    ])
    expect(Date.parse(run!.steps![2]!.sentAt!)).toBeGreaterThanOrEqual(
      Date.parse(run!.steps![1]!.endedAt!),
    )
    await remove(rule)
  })

  test.each(['stopped', 'disabled', 'deleted'])(
    'is taken back at once where the rule is %s',
    async (how) => {
      const valve = await newValve()
      const rule = await newRule({ actions: [open(valve, { holdSeconds: 3600 }), open(valve)] })
      const begun = await runNow(rule)
      await expect
        .poll(async () => (await runsOf(rule))[0]!.steps![0]!.state, within)
        .toBe('confirmed')
      if (how === 'stopped') await mine.admin.call(stopRun, { id: begun.id })
      else if (how === 'deleted') await remove(rule)
      else {
        const row = await mine.admin.call(callOf(controlRule, 'show'), { id: rule.id })
        await mine.admin.call(
          callOf(controlRule, 'edit'),
          untyped({
            id: row.id,
            objectVersionNumber: row.objectVersionNumber,
            name: row.name,
            enabledFlag: 0,
            actions: [open(valve, { holdSeconds: 3600 }), open(valve)],
          }),
        )
      }
      await expect.poll(() => valve.orders, within).toEqual([1, 0])
      await expect
        .poll(
          async () =>
            (await runsOf(rule)).map(({ state, reason, steps }) => [
              state,
              reason,
              ...steps!.map((step) => step.state),
            ]),
          within,
        )
        .toEqual([
          [
            'interrupted',
            how === 'stopped' ? 'stopped' : 'disabled',
            'confirmed',
            'confirmed',
            'skipped',
          ],
        ])
      if (how !== 'deleted') await remove(rule)
    },
  )

  test('is taken back at once where it was never seen to begin, and the run goes no further', async () => {
    const deaf = await newValve(true)
    const other = await newValve()
    const rule = await newRule({
      actions: [open(deaf, { holdSeconds: 3600, stopFlag: 1 }), open(other)],
    })
    await runNow(rule)
    await expect.poll(() => deaf.orders, within).toEqual([1])
    await app.db.write(mine.id, (tx) =>
      sql`update device_command set expires_at = now() where device_id = ${deaf.id} and state <> 'confirmed'`.execute(
        tx,
      ),
    )
    await expect.poll(() => deaf.orders, within).toEqual([1, 0])
    await report(deaf.client, { open: 0 })
    await ends(rule, ['failed', 'stepFailed'])
    expect(other.orders).toEqual([])
    await remove(rule)
  })

  test('is something that can be taken back', async () => {
    const valve = await newValve()
    const answer = await mine.admin.send(
      callOf(controlRule, 'create'),
      untyped({
        name: unique('规则'),
        actions: [open(valve, { value: 0, holdSeconds: 60 })],
      }),
    )
    expect(answer.statusCode).toBe(422)
  })
})
