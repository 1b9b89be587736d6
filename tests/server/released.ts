import { readdirSync } from 'node:fs'

/** Seals what the data of a release holds sealed. */
export const releaseSecret = 'the secret of a release, for tests alone'
/** Has left the first tenant. */
export const leaver = 'liangshufen'
const folder = 'tests/server/released'
/** What each release left behind (npm run release:data). */
export const released = readdirSync(folder)
  .filter((name) => name.endsWith('.dump'))
  .sort()
  .map((name) => ({ version: name.replace(/\.dump$/, ''), file: `${folder}/${name}` }))

/**
 * What a farm comes to have that a fresh demo has not: hours and days of values, messages, outages,
 * and alarms with all that hangs on them. Of the tenant whose transaction it is; as the tables of
 * 0.1.0 are.
 */
export const past: readonly string[] = [
  ...['hour', 'day'].map(
    (step) => `insert into telemetry_${step}
      (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      select tenant_id, device_id, metric, date_trunc('${step}', at), count(*), min(value), max(value),
      sum(value), min(at), (array_agg(value order by at))[1], max(at), (array_agg(value order by at desc))[1]
      from telemetry group by 1, 2, 3, 4`,
  ),
  `insert into device_message (tenant_id, device_id, slot, id, at, bytes, payload, outcome, points, problems)
    select furrow_tenant(), (select min(id) from device), n, 1767225600000 + n, now() - n * interval '1 minute', 21,
    '{"airTemperature":22}', case when n = 2 then 'refused' else 'stored' end, 1,
    case when n = 2 then '[{"code":"json"}]'::jsonb else '[]' end from generate_series(1, 3) n`,
  `insert into device_offline (device_id, reason, began_at, ended_at)
    select min(id), 'silent', now() - interval '3 hours', now() - interval '2 hours' from device`,
  `insert into alarm_state (rule_id, device_id, metric, phase, since, last_at, value, level)
    select (select min(id) from alarm_rule), (select min(id) from device), 'airTemperature', 'active',
    now() - interval '2 hours', now(), 36, 2`,
  `insert into alarm (rule_id, rule_name, device_id, device_name, device_type, area_id, metric, trigger,
      limits, action, level, state, value, peak, began_at, last_at, cleared_at)
    select r.id, r.name, d.id, d.name, d.device_type, d.area_id, 'airTemperature', 'threshold',
    '{"operator":"above","value":35,"value2":null,"severeValue":null,"rateMinutes":null,"hysteresis":1,
      "durationSeconds":0,"silentMinutes":10,"clearSeconds":0,"silenceSeconds":1800,"repeatFlag":0}',
    'alarm', 2, s.state, 36, 38, now() - interval '2 hours', now() - interval '1 hour',
    case when s.state = 'cleared' then now() - interval '1 hour' end
    from (select * from alarm_rule order by id limit 1) r, (select * from device order by id limit 1) d,
    unnest(array['active', 'cleared', 'cleared']) s (state)`,
  `insert into alarm_journal (alarm_id, kind, detail)
    select id, 'raised', '{"value":36,"level":2}' from alarm`,
  `insert into alarm_notice (alarm_id, kind, contact_id, contact_name, account_id, channel, subject, body, state, sent_at)
    select a.id, 'raised', c.id, c.name, m.account_id, 'bell', 'subject', 'body', 'sent', now()
    from alarm a, (select * from alarm_contact order by id limit 1) c join member m on m.id = c.user_id`,
]
