import { sql } from 'kysely'
import { alarms, alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { codesOf } from '#contract/call.ts'
import { deviceTypeNames } from '#contract/devices/index.ts'
import { sees } from '#contract/equipment/reach.ts'
import { auditStatus, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { documents } from '#contract/inventory/document.ts'
import type { BatchFeed } from '#server/services/batch.ts'
import { eventsOf, noonOf } from './events.ts'
import { irrigation, weather } from './water-feeds.ts'

const states: BatchFeed = {
  kind: 'state',
  load: (tx, { batch, before, most }) =>
    eventsOf(
      tx,
      'state',
      sql`select c.id, least(c.creation_date, ${noonOf(sql`c.happened_on`)}) as at, '' as title, json_build_object('state', c.state, 'turn', c.turn,
          'happenedOn', c.happened_on, 'note', c.note, 'by', (select real_name from account a where a.id = c.created_by)) as detail
        from batch_change c where c.batch_id = ${batch.id} and c.kind = 'state'
        union all select 0, least(b.creation_date, ${noonOf(sql`b.planted_on`)} - interval '6 hours'), '', json_build_object('state', 0, 'happenedOn', b.planted_on,
          'by', (select real_name from account a where a.id = b.created_by))
        from batch b where b.id = ${batch.id}`,
      before,
      most,
    ),
}

/** Stages that have begun, and what somebody saw of them. */
const stages: BatchFeed = {
  kind: 'stage',
  load: (tx, { batch, before, most }) =>
    eventsOf(
      tx,
      'stage',
      sql`select s.place::bigint as id, ${noonOf(sql`(s.one->>'startsOn')::date`)} as at, s.one->>'name' as title,
          json_build_object('correctedFlag', s.one->'correctedFlag', 'picture', c.picture, 'note', c.note,
            'by', (select real_name from account a where a.id = c.created_by)) as detail
        from batch b cross join jsonb_array_elements(b.stages) with ordinality as s (one, place)
        left join lateral (select picture, note, created_by from batch_change c
          where c.tenant_id = b.tenant_id and c.batch_id = b.id and c.kind = 'stage' and c.stage = s.one->>'name'
          order by c.id desc limit 1) c on true
        where b.id = ${batch.id} and b.state <> 0
          and (s.one->>'startsOn')::date <= least(coalesce(b.finished_on, 'infinity'),
            (now() at time zone (select time_zone from tenant where id = furrow_tenant()))::date)`,
      before,
      most,
    ),
}

const facts: BatchFeed = {
  kind: 'fact',
  load: (tx, { batch, before, most }) =>
    eventsOf(
      tx,
      'fact',
      sql`select f.id, ${noonOf(sql`f.occurred_on`)} as at, f.title, json_build_object('fact', f.kind,
          'quantity', f.quantity, 'unitName', f.unit_name, 'amount', f.amount,
          'reversed', f.reverses_id is not null, 'passed', case
            when f.source_kind = 'split' and f.source_id = f.batch_id or f.source_kind = 'merge' and f.source_id <> f.batch_id then 'on'
            when f.source_kind in ('split', 'merge') then 'along' end,
          'isOpen', f.source_kind = 'hand' and f.reverses_id is null and not exists
            (select 1 from batch_fact r where r.tenant_id = f.tenant_id and r.reverses_id = f.id)) as detail
        from batch_fact f where f.batch_id = ${batch.id}`,
      before,
      most,
    ),
}

/** Alarms on its plots, of device types that the reader sees. */
const alarmsOn: BatchFeed = {
  kind: 'alarm',
  isFor: (codes) => codesOf(alarms).some((code) => codes.has(code)),
  load: async (tx, { batch, codes, before, most }) => {
    const types = deviceTypeNames.filter((type) => sees(codes, type))
    const found = await eventsOf(
      tx,
      'alarm',
      sql`select a.id, a.began_at as at, a.rule_name as title, json_build_object('level', a.level,
          'device', a.device_name, 'clearedAt', a.cleared_at) as detail
        from alarm a where a.land_id = any(${[...batch.landIds]}::bigint[])
          and a.device_type = any(${types}::text[]) and a.began_at >= ${batch.from}::date
          and a.began_at < coalesce(${batch.to}::date, 'infinity') + 1`,
      before,
      most,
    )
    return found.map((one) => ({ ...one, path: `${alarmScreen.route}?alarm=${one.id}` }))
  },
}

const kinds = Object.entries(documents) as [DocumentKind, (typeof documents)[DocumentKind]][]
const seenKinds = (codes: ReadonlySet<string>) =>
  kinds
    .filter(([, { permissions }]) => [permissions.list ?? []].flat().some((one) => codes.has(one)))
    .map(([kind]) => kind)

/** Documents by which goods went to its plots, or came from them. */
const stock: BatchFeed = {
  kind: 'stock',
  isFor: (codes) => seenKinds(codes).length > 0,
  load: async (tx, { batch, codes, before, most }) => {
    const found = await eventsOf(
      tx,
      'stock',
      sql`select d.id, ${noonOf(sql`d.occurred_on`)} as at, d.code as title, json_build_object('document', d.kind,
          'goods', (select json_agg(json_build_object('name', s.name, 'quantity', l.quantity, 'unitName', (select u.name from unit u where u.tenant_id = s.tenant_id and u.id = s.unit_id)) order by l.position)
            from stock_document_line l join sku_view s on s.tenant_id = l.tenant_id and s.id = l.sku_id
            where l.tenant_id = d.tenant_id and l.document_id = d.id)) as detail
        from stock_document d where d.land_id = any(${[...batch.landIds]}::bigint[])
          and d.audit_status = ${auditStatus.approved} and d.kind = any(${seenKinds(codes)}::text[])
          and d.occurred_on >= ${batch.from}::date
          and d.occurred_on <= coalesce(${batch.to}::date, 'infinity')`,
      before,
      most,
    )
    return found.map((one) => ({
      ...one,
      path: `${documentScreens[one.detail!.document as DocumentKind].route}/info/${one.id}`,
    }))
  },
}

export const ownFeeds: readonly BatchFeed[] = [
  states,
  stages,
  facts,
  alarmsOn,
  stock,
  irrigation,
  weather,
]
