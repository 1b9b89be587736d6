import { sql } from 'kysely'
import { controlRule, type RuleTrigger } from '#contract/automation/control-rule.ts'
import {
  dryRun,
  dryRunOf,
  resumeRule,
  ruleDevices,
  runRule,
  type DryRun,
  type RuleDevices,
} from '#contract/automation/control-run.ts'
import { completed } from '#server/db/complete.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import {
  startRun,
  mayAuthor,
  stepsOf,
  checkPreconditions,
} from '#server/modules/automation/engine/start-run.ts'
import { askedOf, currentValuesOf } from '#server/modules/automation/engine/current-values.ts'
import {
  lockRules,
  ruleById,
  rulesChanged,
  type Rule,
} from '#server/modules/automation/engine/rules.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { meaningful } from './control-rule-check.ts'
import { maySee } from '#server/modules/equipment/device-access.ts'

type Values = Record<string, unknown>

/**
 * Whether a rule would run at this moment and what it would move, as somebody with these codes may
 * know it.
 */
async function tried(
  tx: Tx,
  tenant: number,
  rule: Rule,
  codes: ReadonlySet<string>,
): Promise<DryRun> {
  const now = Date.now()
  const weighed = await checkPreconditions(tx, tenant, rule, 'timer', now)
  const planned = await stepsOf(tx, rule)
  const triggers = await currentValuesOf(tx, askedOf(rule.triggers), now)
  const reason =
    weighed.reason ??
    ((await mayAuthor(tx, tenant, rule, planned, [...triggers, ...weighed.seen])) ? null : 'author')
  // What somebody may not see of a device is not shown to them here either.
  const veiled = <T extends { deviceType: string | null; present: number | null }>(one: T): T =>
    one.deviceType === null || maySee(codes, one.deviceType) ? one : { ...one, present: null }
  const steps = planned.flatMap(({ channel, value, delaySeconds, targets }) =>
    targets.map(({ deviceId, deviceName, deviceType }) => ({
      deviceId,
      deviceName,
      deviceType: deviceType!,
      channel,
      wanted: value,
      delaySeconds,
    })),
  )
  const latest = await rows<{
    id: number
    online: 0 | 1
    metric: string | null
    value: number | null
  }>(
    tx,
    sql`select d.id, d.online, l.metric, l.value from device d left
      join device_latest l on l.tenant_id = d.tenant_id and l.device_id = d.id
    and l.metric = any(${steps.map(({ channel }) => channel)}::text[])
    where d.id = any(${steps.map(({ deviceId }) => deviceId)}::bigint[])`,
  )
  return {
    reason,
    isEnabled: rule.enabledFlag === 1,
    triggers: triggers.map(veiled),
    conditions: weighed.seen.map(veiled),
    targets: steps.map((step) =>
      veiled({
        ...step,
        online: latest.find((one) => one.id === step.deviceId)?.online ?? 0,
        present:
          latest.find((one) => one.id === step.deviceId && one.metric === step.channel)?.value ??
          null,
      }),
    ),
  }
}

/** Rules of intelligent control: what they are, what they would do, and doing it. */
export function controlRules(app: Services): void {
  crud(app, controlRule, {
    prepare: async (values, before, { tx }, { codes, tenant }) => {
      const crons = (rule: Values | null | undefined) =>
        ((rule?.triggers ?? []) as RuleTrigger[])
          .map(({ cron }) => cron ?? '')
          .sort()
          .join()
      // Renaming a rule whose moment has passed does not bring it back, nor is it refused.
      return meaningful(tx, tenant, values, codes, !before || crons(before) !== crons(values))
    },
    // It acts in the name of whoever wants it back.
    restored: async (id, _content, { tx }, { codes, tenant }) => {
      await meaningful(tx, tenant, await demand(tx, controlRule, id, 'show'), codes, false)
      await rulesChanged(tx, tenant)
    },
    after: async (action, saved, { tx }, { tenant }) => {
      if (action === 'edit')
        await sql`update control_rule set state = 'active' where id = ${saved.id}
          and state in ('orphaned', 'done')`.execute(tx)
      await rulesChanged(tx, tenant)
    },
  })
  serve(app, ruleDevices, (_input, { read, codes }) =>
    read(async (tx) => {
      const all = await rows<{ id: number; name: string; deviceType: string }>(
        tx,
        sql`select id, name, device_type from device order by name collate "zh-x-icu", id limit 2000`,
      )
      const known = all.filter(({ deviceType }) => maySee(codes, deviceType))
      const named = await rows<{
        deviceId: number
        channel: string
        name: string | null
        type: RuleDevices['devices'][number]['switches'][number]['type']
      }>(
        tx,
        sql`select device_id, channel, name, switch_type as type from device_switch order by device_id, circuit`,
      )
      const switches = new Map<number, typeof named>()
      for (const one of named)
        switches.set(one.deviceId, [...(switches.get(one.deviceId) ?? []), one])
      const groups = await rows<{ id: number; name: string; deviceTypes: string[] }>(
        tx,
        sql`select g.id, g.name, array(select distinct d.device_type from device d
          where d.id = any(g.device_ids)) as device_types from device_group g order by g.name collate "zh-x-icu"`,
      )
      return {
        devices: known.map((one) => ({ ...one, switches: switches.get(one.id) ?? [] })),
        groups,
      }
    }),
  )
  serve(app, dryRun, ({ id }, { read, tenant, codes }) =>
    read(async (tx) => {
      const rule = await ruleById(tx, id)
      if (!rule) throw notFound()
      return tried(tx, tenant, rule, codes)
    }),
  )
  serve(
    app,
    dryRunOf,
    ({ id, objectVersionNumber: _version, ...given }, { read, tenant, codes, actor }) =>
      read(async (tx) => {
        const values = await meaningful(tx, tenant, await completed(tx, controlRule, given), codes)
        const before = id === undefined ? undefined : await ruleById(tx, id)
        const { triggers, conditions, actions, activeHours, quietFrom, quietTo, pauseSeconds } =
          values as unknown as Partial<Rule>
        return tried(
          tx,
          tenant,
          {
            id: 0,
            createdBy: null,
            objectVersionNumber: 1,
            ...before,
            name: '',
            state: 'active',
            lastUpdatedBy: actor.accountId,
            enabledFlag: given.enabledFlag ?? 1,
            triggers: triggers ?? [],
            conditions: conditions ?? [],
            actions: actions ?? [],
            activeHours: activeHours ?? [],
            quietFrom: quietFrom ?? null,
            quietTo: quietTo ?? null,
            pauseSeconds: pauseSeconds ?? 0,
          },
          codes,
        )
      }),
  )
  serve(app, runRule, ({ id }, { write, tenant, actor }) =>
    write(async ({ tx, audit }) => {
      await lockRules(tx, tenant)
      const rule = await ruleById(tx, id)
      if (!rule) throw notFound()
      const now = Date.now()
      const begun = await startRun(
        tx,
        tenant,
        rule,
        { trigger: 'manual', dueAt: now, personName: actor.realName },
        now,
      )
      await audit({
        entity: controlRule.name,
        recordId: id,
        title: rule.name,
        action: 'run',
        after: { ...begun },
      })
      return begun
    }),
  )
  serve(app, resumeRule, ({ id }, { write, tenant }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRules(tx, tenant)
      const before = await demand(tx, controlRule, id, 'resume')
      const done = await row(
        tx,
        sql`update control_rule set state = 'active',
          object_version_number = object_version_number + 1, last_update_date = now() where id = ${id} returning id`,
      )
      if (!done) throw new HttpError(409, 'error.state')
      await audit({
        entity: controlRule.name,
        recordId: id,
        title: String(before.name),
        action: 'resume',
        after: { state: 'active' },
      })
      await announce({ resource: controlRule.name, ids: [id], kind: 'updated' })
      await rulesChanged(tx, tenant)
    }),
  )
}
