import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { row, rows } from '#server/db/database.ts'
import { tellOfReferences } from '#server/modules/platform/engine/reference-notices.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { strategyList } from '#contract/command/strategy-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { board } from '#contract/board/board.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { area } from '#contract/farm/area.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { beside, nearby } from './nearby.ts'
import { madeByPeople, make, sample, type Made } from './samples.ts'

const { app, mine } = await twoFarms()
const admin = mine.admin

const named = (name: string) => entities.find((one) => one.name === name)!
/** Every field of what people make that names something which people make and delete. */
const references = madeByPeople.flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) => {
    const to = field.to && !field.readonly ? named(field.to) : undefined
    return to?.api.create && to.api.delete && entity.api.show
      ? [[`${entity.name}.${name}`, entity, name, field, to] as const]
      : []
  }),
)
const stateFields = ['state', 'referenceState', 'scopeState']
const path = (entity: Entity, verb: 'show' | 'delete', id: number) =>
  entity.api[verb]!.replace('{id}', String(id))
const remove = (entity: Entity, { id, objectVersionNumber }: Made) =>
  admin.send(
    path(entity, 'delete', id),
    entity.api.delete!.includes('{id}') ? undefined : { id, objectVersionNumber },
  )

async function naming(
  key: string,
  entity: Entity,
  name: string,
  field: Field,
  target: Made,
): Promise<Made | null> {
  const body: Record<string, unknown> = { ...(await sample(entity, admin)), ...beside[key] }
  if (field.visibleWhen) body[field.visibleWhen.field] = field.visibleWhen.is[0]
  if (field.dependsOn && target[field.dependsOn] !== undefined)
    body[field.dependsOn] = target[field.dependsOn]
  body[name] = field.kind === 'refs' ? [target.id] : target.id
  Object.assign(body, await nearby(entity, name, target.id, admin))
  const answer = await admin.send(entity.api.create!, body)
  return answer.statusCode < 300 ? (answer.json() as Made) : null
}
const targetOf = async (to: Entity) =>
  to.name === 'device'
    ? ({ ...(await newDevice(admin, 'electric_valve')) } as Made)
    : to.name === 'sku'
      ? null
      : make(to, admin)

test('whatever names something that is deleted hinders that, goes with it, lets go of it, or says so', async () => {
  const silent: string[] = []
  const unmade: string[] = []
  for (const [key, entity, name, field, to] of references) {
    const target = await targetOf(to)
    const made = target && (await naming(key, entity, name, field, target))
    if (!target || !made) {
      unmade.push(key)
      continue
    }
    const removed = await remove(to, target)
    if (removed.statusCode >= 400) {
      expect(removed.statusCode, `${key}: ${removed.body}`).toBeLessThan(500)
      continue
    }
    const after = await admin.send(path(entity, 'show', made.id))
    if (after.statusCode === 404) continue
    const now = after.json() as Record<string, unknown>
    const isLetGo =
      field.kind === 'refs'
        ? !(now[name] as number[] | null)?.includes(target.id)
        : now[name] === null || now[name] === undefined
    if (!isLetGo && !stateFields.some((state) => now[state] === 'broken')) silent.push(key)
  }
  expect(silent, 'names what is gone, and says nothing').toEqual([])
  expect(unmade, 'could not be tried').toEqual([])
  expect(references.length).toBeGreaterThan(40)
}, 240_000)

test('what names a deleted base says so, is listed, and is told once to whoever can mend it', async () => {
  const gone = await make(area, admin)
  const stays = await make(area, admin)
  const limited = await admin.call(callOf(role, 'create'), {
    code: unique('c'),
    name: unique('角色'),
    enabledFlag: 1,
    dataScope: 'areas',
    scopeAreaIds: [gone.id, stays.id],
  })
  const other = await admin.call(callOf(role, 'create'), {
    code: unique('c'),
    name: unique('角色'),
    enabledFlag: 1,
    dataScope: 'areas',
    scopeAreaIds: [stays.id],
  })
  const person = await admin.call(callOf(user, 'create'), {
    ...(await sample(user, admin)),
    dataScope: 'areas',
    scopeAreaIds: [gone.id],
  })
  const map = await admin.call(callOf(board, 'create'), {
    name: unique('看板'),
    sharing: 'mine',
    cards: [{ kind: 'map', areaId: gone.id, width: 1, height: 1 }],
  })
  const tell = () => app.db.write(mine.id, (tx) => tellOfReferences(tx, mine.id, equipmentText))
  await tell()
  const { uses } = await admin.call(usesOf, { kind: 'area', ids: String(gone.id) })
  expect(uses.map(({ what, id }) => [what, id])).toEqual([
    ['board', map.id],
    ['role', limited.id],
    ['user', person.id],
  ])
  await remove(area, gone)
  const listed = async (entity: Entity, field: string) =>
    (
      await admin.call<{ content: Made[] }>(entity.api.list!, { [field]: 'broken', size: '100' })
    ).content.map(({ id }) => id)
  expect([
    await listed(role, 'scopeState'),
    await listed(user, 'scopeState'),
    await listed(board, 'state'),
  ]).toEqual([
    expect.arrayContaining([limited.id]),
    expect.arrayContaining([person.id]),
    expect.arrayContaining([map.id]),
  ])
  expect(await listed(role, 'scopeState')).not.toContain(other.id)
  // Who sees few bases is not told that the others are deleted.
  const looks = await newMember(app, mine, [role.permissions.list])
  expect((await looks.call<Made>(path(role, 'show', other.id))).scopeState).toBe('active')

  expect(await tell()).toBeGreaterThan(0)
  expect(await tell()).toBe(0)
  const { content } = (await app.db.read(mine.id, (tx) =>
    row<{ content: string }>(tx, sql`select content from user_message order by id desc limit 1`),
  ))!
  expect(content).toContain(String(limited.name))
  expect(content).toContain('/system/role?scopeState=broken')
})

test('alarm rules of somebody who has left say so, and are whole again when somebody else saves them', async () => {
  const gone = await make(user, admin)
  const rule = await admin.call(callOf(alarmRule, 'create'), {
    name: unique('告警'),
    level: 1,
    deviceType: 'electric_valve',
    trigger: 'offline',
    silentMinutes: 5,
    enabledFlag: 1,
  })
  await app.db.write(mine.id, (tx) =>
    sql`update alarm_rule set last_updated_by = (select account_id from member
      where id = ${gone.id}) where id = ${rule.id}`.execute(tx),
  )
  const { uses } = await admin.call(usesOf, { kind: 'user', ids: String(gone.id) })
  expect(uses.map(({ what, id }) => [what, id])).toEqual([['alarmRule', rule.id]])
  const shown = () => admin.call<Made>(path(alarmRule, 'show', rule.id))
  expect((await shown()).state).toBe('active')
  await remove(user, gone)
  expect((await shown()).state).toBe('orphaned')
  await admin.call(callOf(alarmRule, 'edit'), {
    id: rule.id,
    objectVersionNumber: (await shown()).objectVersionNumber,
    name: rule.name,
    level: 1,
    deviceType: 'electric_valve',
    trigger: 'offline',
    silentMinutes: 6,
    enabledFlag: 1,
  })
  expect((await shown()).state).toBe('active')
})

test('a gateway’s strategy whose sensor is deleted says so, and each is told once to whoever may mend it', async () => {
  const gateway = await newDevice(admin, 'gateway')
  const sensor = await newDevice(admin, 'lorawan_node', { areaId: gateway.areaId })
  // As they stood when the sensor was still gathered.
  await app.db.write(mine.id, (tx) =>
    sql`insert into gateway_strategy (device_id, slot, name, enabled_flag, trigger, target)
      select ${gateway.id}, slot, '策略' || slot, 1,
    case when slot = 3 then '{"kind":"time","from":"05:30","to":"06:10","days":[1]}'::jsonb else jsonb_build_object('kind', 'threshold', 'deviceId', ${sensor.id}::bigint, 'channel', 'humidity.1', 'comparison', 'below', 'value', 20, 'back', 25) end,
    'relay.1' from generate_series(1, 3) as slot`.execute(tx),
  )
  const states = async () =>
    (await admin.call(strategyList, { deviceId: gateway.id })).map(({ state }) => state)
  await newMember(app, mine, [
    deviceTypes.gateway.permissions.list,
    deviceTypes.gateway.permissions.edit,
  ])
  const told = () =>
    app.db.read(mine.id, (tx) =>
      rows<{ accountId: number; content: string }>(
        tx,
        sql`select account_id, content from user_message where content like ${`%/data/${gateway.id}"%`}`,
      ),
    )
  const tell = () => app.db.write(mine.id, (tx) => tellOfReferences(tx, mine.id, equipmentText))
  await tell()
  expect([await states(), await told()]).toEqual([['active', 'active', 'active'], []])
  await remove(device, sensor)
  expect(await states()).toEqual(['broken', 'broken', 'active'])
  await tell()
  const first = await told()
  // Both in one notice; on the page that each of them may open.
  expect(first.every(({ content }) => content.includes('策略1') && content.includes('策略2'))).toBe(
    true,
  )
  expect(first.some(({ content }) => content.includes('策略3'))).toBe(false)
  const own = first.filter(({ content }) => content.includes('/web/equipment/gateway/data/'))
  expect(own).toHaveLength(1)
  expect(first.length).toBeGreaterThan(1)
  await tell()
  expect(await told()).toHaveLength(first.length)
  // Back from the recycle bin it goes on.
  await admin.call(restoreRecord, { entity: 'device', recordId: sensor.id })
  expect(await states()).toEqual(['active', 'active', 'active'])
})
