import { sql } from 'kysely'
import * as calls from '#contract/alarm/alarm-calls.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, unprocessable } from '#server/db/http-error.ts'
import { channelNameSql } from '#server/modules/alarm/engine/channel-name.ts'
import { notify } from '#server/modules/alarm/engine/notify.ts'
import { endNow } from '#server/modules/alarm/engine/watch.ts'
import { commandsOfRequest } from '#server/modules/command/engine/store.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { maySee } from '#server/modules/equipment/device-access.ts'

export const alarmFields = sql`a.id, a.rule_id, a.rule_name, a.device_id, a.device_name, a.device_type,
  a.area_id, r.area_name, l.land_name, a.metric,
  ${channelNameSql(sql`a.device_id`, sql`a.metric`)} as channel_name, a.trigger, a.limits, a.level,
  a.state, a.value, a.peak, a.began_at, a.last_at, a.cleared_at,
  a.acknowledged_at, (select real_name from account
  where id = a.acknowledged_by) as acknowledged_by_name, a.assignee_id, (select real_name
  from member_view where id = a.assignee_id) as assignee_name,
  case when a.muted_until > now() then a.muted_until end as muted_until, a.mute_reason`
export const alarmSource = sql`from alarm a left join area r on r.tenant_id = a.tenant_id and r.id = a.area_id
  left join land l on l.tenant_id = a.tenant_id and l.id = a.land_id`
const and = (parts: (Sql | false | undefined | '' | 0)[]) =>
  sql.join(
    parts.filter((part) => !!part).map((part) => sql` and ${part}`),
    sql``,
  )
/**
 * An alarm is explained by the values that made it: buckets stand for them only where there are
 * more.
 */
const mostCurvePoints = 5000
const hourMs = 3_600_000

async function one(tx: Tx, id: number): Promise<calls.AlarmRow> {
  const found = await row<calls.AlarmRow>(
    tx,
    sql`select ${alarmFields} ${alarmSource} where a.id = ${id}`,
  )
  if (!found) throw notFound()
  return found
}
/** The alarm, held for the write. Errors: 422 where its state does not let that be done. */
async function held(
  tx: Tx,
  id: number,
  action?: keyof typeof calls.alarmRules,
): Promise<calls.AlarmRow> {
  await sql`select 1 from alarm where id = ${id} for update`.execute(tx)
  const alarm = await one(tx, id)
  if (action && !calls.alarmRules[action].includes(alarm.state)) throw unprocessable('alarm.over')
  return alarm
}

/** One line in the journal, in the audit log and in everybody's list. */
async function noted(
  { tx, audit, announce }: Write,
  { actor }: SignedIn,
  alarm: calls.AlarmRow,
  kind: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await sql`insert into alarm_journal (alarm_id, kind, account_id, by_name, detail)
    values (${alarm.id}, ${kind}, ${actor.accountId}, ${actor.realName}, ${JSON.stringify(detail)}::jsonb)`.execute(
    tx,
  )
  await audit({
    entity: 'alarm',
    recordId: alarm.id,
    title: `${alarm.ruleName} · ${alarm.deviceName}`,
    action: kind,
    after: detail,
  })
  await announce({ resource: 'alarm', ids: [alarm.id], kind: 'updated' })
}

/** The alarms themselves: what is open, what became of it, and what people do about it. */
export function alarmInbox(app: Services): void {
  app.waiting.set(
    'alarms',
    (_context, areaId) =>
      sql`select count(*) as count, count(*) filter (where level = 3) as urgent from alarm
        where state <> 'cleared' and acknowledged_at is null and (${areaId}::bigint is null or area_id = ${areaId})`,
  )
  serve(app, calls.alarms, (q, { read }) =>
    read(async (tx) => {
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })
      const found = sql`${alarmSource} where true ${and([
        q.state === 'open' && sql`a.state <> 'cleared'`,
        q.state === 'cleared' && sql`a.state = 'cleared'`,
        q.level && sql`a.level = ${q.level}`,
        q.areaId && sql`a.area_id = ${q.areaId}`,
        q.deviceId && sql`a.device_id = ${q.deviceId}`,
        q.deviceType && sql`a.device_type = ${q.deviceType}`,
        q.unacknowledged === '1' && sql`a.acknowledged_at is null`,
        q.q && sql`(a.rule_name ilike ${contains(q.q)} or a.device_name ilike ${contains(q.q)})`,
      ])}`
      const content = await rows<calls.AlarmRow>(
        tx,
        sql`select ${alarmFields} ${found} order by a.began_at desc, a.id desc limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from (select 1 ${found} limit 10001) c`,
      )
      return asPage(content, total!.count, page)
    }),
  )
  serve(app, calls.alarmCount, ({ areaId }, { read }) =>
    read(
      async (tx) =>
        (await row<{ info: number; warning: number; emergency: number; unacknowledged: number }>(
          tx,
          sql`select
    count(*) filter (where level = 1) as info, count(*) filter (where level = 2) as warning,
    count(*) filter (where level = 3) as emergency, count(*) filter (where acknowledged_at is null) as unacknowledged
    from alarm where state <> 'cleared'${areaId ? sql` and area_id = ${areaId}` : sql``}`,
        ))!,
    ),
  )
  serve(app, calls.alarmPeople, (_input, { read }) =>
    read((tx) =>
      rows<{ id: number; name: string }>(
        tx,
        sql`select id, real_name as name from member_view where enabled_flag = 1
          order by real_name collate "zh-x-icu" limit 2000`,
      ),
    ),
  )
  serve(app, calls.alarmDetail, ({ id }, { read, codes }) =>
    read(async (tx) => ({
      alarm: await one(tx, id),
      journal: await rows<calls.JournalLine>(
        tx,
        sql`select id, at, kind, by_name, detail from alarm_journal where alarm_id = ${id} order by at, id limit 500`,
      ),
      notices: await rows<calls.AlarmNotice>(
        tx,
        sql`select id, created_at as at, kind, contact_name, channel, state, error, attempts,
          sent_at from alarm_notice where alarm_id = ${id} order by id limit 500`,
      ),
      commands: (await commandsOfRequest(tx, `alarm-${id}`)).filter(({ deviceType }) =>
        maySee(codes, deviceType),
      ),
    })),
  )
  serve(app, calls.alarmCurve, ({ id }, { read }) =>
    read(async (tx) => {
      const { deviceId, metric, beganAt, clearedAt } = await one(tx, id)
      const end = Math.min(
        Date.now(),
        (clearedAt === null ? Date.now() : Date.parse(clearedAt)) + hourMs,
      )
      return historyOf(tx, deviceId, {
        from: new Date(Date.parse(beganAt) - 6 * hourMs).toISOString(),
        to: new Date(end).toISOString(),
        mostPoints: mostCurvePoints,
        ...(metric && { channels: metric }),
      })
    }),
  )

  serve(app, calls.acknowledgeAlarms, ({ ids }, context) =>
    context.write(async (write) => {
      const { tx } = write
      const taken = await rows<{ id: number }>(
        tx,
        sql`update alarm set acknowledged_at = now(), acknowledged_by = ${context.actor.accountId} where id in
      (select id from alarm where id = any(${[...new Set(ids)]}::bigint[])
      and acknowledged_at is null order by id for update) returning id`,
      )
      for (const { id } of taken) await noted(write, context, await one(tx, id), 'acknowledged', {})
      return taken.length
    }),
  )
  serve(app, calls.assignAlarm, ({ id, assigneeId }, context) =>
    context.write(async (write) => {
      const alarm = await held(write.tx, id)
      const person =
        assigneeId === null
          ? null
          : await row<{ realName: string }>(
              write.tx,
              sql`select real_name from member_view where id = ${assigneeId} and enabled_flag = 1`,
            )
      if (assigneeId !== null && !person)
        throw invalidFields({ assigneeId: { code: 'field.missing_reference' } })
      await sql`update alarm set assignee_id = ${assigneeId} where id = ${id}`.execute(write.tx)
      await noted(write, context, alarm, 'assigned', { name: person?.realName ?? null })
    }),
  )
  serve(app, calls.commentAlarm, ({ id, text }, context) =>
    context.write(async (write) =>
      noted(write, context, await held(write.tx, id), 'commented', { text }),
    ),
  )
  serve(app, calls.muteAlarm, ({ id, minutes, reason }, context) =>
    context.write(async (write) => {
      const alarm = await held(write.tx, id)
      if (minutes > 0 && reason === '') throw invalidFields({ reason: { code: 'field.required' } })
      const muted = await row<{ until: string }>(
        write.tx,
        sql`update alarm set muted_until = case when ${minutes}::int > 0 then now() + ${`${minutes} minutes`}::interval end, mute_reason = ${minutes > 0 ? reason : null} where id = ${id} returning muted_until as until`,
      )
      // The mute is the rule's and the device's: what came of them before must not hand down
      // another one.
      if (minutes === 0)
        await sql`update alarm set muted_until = null where rule_id = ${alarm.ruleId}
          and device_id = ${alarm.deviceId} and muted_until > now()`.execute(write.tx)
      await noted(
        write,
        context,
        alarm,
        minutes > 0 ? 'muted' : 'unmuted',
        minutes > 0 ? { until: muted!.until, reason } : {},
      )
    }),
  )
  serve(app, calls.clearAlarm, ({ id, reason }, context) =>
    context.write(async (write) => {
      const alarm = await held(write.tx, id, 'clear')
      const news = await endNow(
        write.tx,
        context.tenant,
        [id],
        { reason: 'hand', text: reason },
        context.actor,
      )
      await write.audit({
        entity: 'alarm',
        recordId: id,
        title: `${alarm.ruleName} · ${alarm.deviceName}`,
        action: 'cleared',
        after: { reason },
      })
      await notify(write.tx, context.tenant, app.alarms.delivery.say, news)
    }),
  )
}
