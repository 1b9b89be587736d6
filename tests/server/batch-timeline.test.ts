import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchCode } from '#contract/camera/camera.ts'
import { cameraSeriesScreen } from '#contract/camera/capture.ts'
import { area } from '#contract/farm/area.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { worker } from '#contract/farm/worker.ts'
import { land } from '#contract/farm/land.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { batchTimeline, type BatchEvent } from '#contract/planting/batch-calls.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import type { Client } from '#server/demo/client.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { newMember } from './harness.ts'
import { inDays, oneField } from './planting-ground.ts'
import { make, type Made } from './samples.ts'

const { app, mine, areaId, newPlot, plant } = await oneField()
const plot = await newPlot()
const { id } = (await plant([plot.id], { plantedOn: inDays(-30) })) as never as Made
const told = async (kind?: BatchEvent['kind'], who: Client = mine.admin) =>
  (await who.call(batchTimeline, { id, ...(kind && { kind }) })).events
const list = ['wfpf.farm.batch', [land.permissions.list].flat()[0]!]

test('a task stands where it is: planned, overdue, begun, reported; not what was called off', async () => {
  const { id: workerId } = await make(worker, mine.admin)
  const { id: taskTypeId } = await make(taskType, mine.admin)
  const add = async (title: string, from: number, to: number) =>
    (
      await mine.admin.call(callOf(task, 'create'), {
        title,
        taskTypeId,
        areaId,
        landIds: [plot.id],
        batchId: id,
        leaderId: workerId,
        startsOn: inDays(from),
        endsOn: inDays(to),
      })
    ).id
  await add('下周追肥', 6, 7)
  await add('该做没做', -3, -2)
  await mine.admin.call(taskMoves.start, { id: await add('正在整枝', -1, 2) })
  const done = await add('已经浇水', -1, 1)
  await mine.admin.call(taskMoves.start, { id: done })
  await mine.admin.call(taskMoves.finish, {
    id: done,
    hours: [{ workerId, hours: 2 }],
    reportNote: '浇透了',
  })
  await mine.admin.call(taskMoves.cancel, { id: await add('不做了', 0, 1), reason: '下雨' })
  const events = await told('task')
  const facts = events.map(({ title, detail }) => [title, detail!.step, detail!.late, detail!.note])
  expect(facts).toEqual([
    ['下周追肥', 'planned', false, null],
    ['已经浇水', 'reported', false, '浇透了'],
    ['正在整枝', 'begun', false, null],
    ['该做没做', 'planned', true, null],
  ])
  expect(await told('task', await newMember(app, mine, list))).toEqual([])
})

test('what let water onto its plots is told, with its end, to who sees such devices', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve', {
    areaId,
    landId: plot.id,
    name: '一号阀',
  })
  const relay = await newDevice(mine.admin, 'gateway', { areaId, landId: plot.id, name: '补光' })
  const elsewhere = await newDevice(mine.admin, 'electric_valve', { areaId, name: '别处的阀' })
  const said = (
    device: Made,
    channel: string,
    wanted: number,
    at: string,
    state = 'confirmed',
    by: string | null = null,
  ) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into device_command (state, device_name, device_type, device_id, area_id, circuit, channel, actuator, effect, wanted,
          origin, person_name, ended_at, expires_at)
        select ${state}, d.name, d.device_type, d.id, d.area_id, 1, ${channel}, ${channel}, ${wanted > 0 ? 'open' : 'close'}, ${wanted},
          ${by ? 'web' : 'rule'}, ${by}, ${at}::timestamptz, now() from device d where d.id = ${device.id}`.execute(
        tx,
      ),
    )
  const at = (day: number, time: string) => `${inDays(day)}T${time}:00+08:00`
  await said(valve, 'open', 1, at(-60, '06:00'))
  await said(valve, 'open', 1, at(-5, '08:00'), 'confirmed', '陈工')
  await said(valve, 'open', 0, at(-5, '08:40'))
  await said(valve, 'open', 1, at(-2, '06:00'), 'expired')
  await said(valve, 'open', 1, at(-1, '06:00'))
  await said(relay, 'relay.1', 1, at(-1, '18:00'))
  await said(elsewhere, 'open', 1, at(-1, '07:00'))
  const events = await told('irrigation')
  expect(events.map(({ title, detail }) => [title, detail!.by, detail!.until !== null])).toEqual([
    ['一号阀', null, false],
    ['一号阀', '陈工', true],
  ])
  expect(Date.parse(String(events[1]!.detail!.until))).toBe(Date.parse(at(-5, '08:40')))
  expect(events[0]!.path).toMatch(new RegExp(`/data/${valve.id}$`))
  const sees = await newMember(app, mine, [...list, deviceTypes.electric_valve.permissions.list])
  expect((await told('irrigation', sees)).length).toBe(2)
  const without = await newMember(app, mine, list)
  expect((await without.call(batchTimeline, { id })).kinds).not.toContain('irrigation')
  expect(await told('irrigation', without)).toEqual([])
})

test('weather that warns stands among the rest, every day where it is looked at alone', async () => {
  const station = await newDevice(mine.admin, 'gateway_weather', { areaId })
  const measured = (day: number, metric: string, low: number, high: number, sum: number) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into telemetry_day (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
        select furrow_tenant(), ${station.id}, ${metric}, ${inDays(day)}::date::timestamp at time zone t.time_zone, 2, ${low}, ${high}, ${sum},
          now(), ${low}, now(), ${high} from tenant t where t.id = furrow_tenant()`.execute(tx),
    )
  for (const [day, low] of [
    [-40, 1],
    [-4, 12],
    [-3, 2],
    [-2, 14],
    [0, 1],
  ] as const)
    await measured(day, 'airTemperature', low, 25, 40)
  await measured(-2, 'rainfall', 0, 4, 18.5)
  const alone = await told('weather')
  expect(alone.map(({ detail }) => [detail!.low, detail!.rain, detail!.risk])).toEqual([
    [14, 18.5, null],
    [2, 0, 'frost'],
    [12, 0, null],
  ])
  const among = (await told()).filter(({ kind }) => kind === 'weather')
  expect(among.map(({ detail }) => detail!.low)).toEqual([14, 2])
  expect(await told('weather', await newMember(app, mine, list))).toEqual([])
})

test('each camera on its plots shows one picture a day, to who may see cameras there', async () => {
  const watching = async (name: string, landId: number) =>
    (await newCamera(mine, null, { name, areaId, landId })).id
  const first = await watching('东头', plot.id)
  const second = await watching('西头', plot.id)
  const elsewhere = await watching('别处', (await newPlot()).id)
  const taken = (cameraId: number, day: number, time: string) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into camera_capture (camera_id, taken_on, file_url) values (${cameraId},
        (${inDays(day)} || ' ' || ${time})::timestamp at time zone 'Asia/Shanghai',
        ${`/hfle/v1/${mine.id}/files/content/${time.slice(0, 2)}.jpg`})`.execute(tx),
    )
  for (const time of ['08:00', '12:10', '17:00']) await taken(first, -3, time)
  await taken(first, -2, '09:00')
  await taken(second, -3, '13:00')
  await taken(first, -40, '12:00')
  await taken(elsewhere, -3, '12:00')
  const seen = (events: readonly BatchEvent[]) =>
    events.map(({ title, detail }) => [title, (detail!.pictures as string[]).join().slice(-6)])
  const expected = [
    ['东头', '09.jpg'],
    ['西头', '13.jpg'],
    ['东头', '12.jpg'],
  ]
  const events = await told('picture')
  expect(seen(events)).toEqual(expected)
  expect(events[0]!.path).toBe(`${cameraSeriesScreen.route}?camera=${first}`)
  // What is left out of a day does not come up on the next page.
  const { events: next } = await mine.admin.call(batchTimeline, {
    id,
    kind: 'picture',
    before: events[2]!.at,
  })
  expect(next).toEqual([])
  const watcher = await newMember(app, mine, [...list, watchCode])
  expect(seen(await told('picture', watcher))).toEqual(expected)
  const without = await newMember(app, mine, list)
  expect((await without.call(batchTimeline, { id })).kinds).not.toContain('picture')
  expect(await told('picture', without)).toEqual([])
  // A camera that stands at another base is out of sight of whoever sees this one alone.
  const other = await make(area, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    await sql`update camera set area_id = ${other.id} where id = ${second}`.execute(tx)
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[areaId]}::bigint[]
      where account_id = ${watcher.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(seen(await told('picture', watcher))).toEqual([expected[0], expected[2]])
})
