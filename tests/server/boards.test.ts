import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareCode } from '#contract/account/list-views.ts'
import { board, boardContent, boardSeries } from '#contract/board/board.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { recycled, restoreRecord } from '#contract/platform/recycle-calls.ts'
import { exportList, job as jobCall } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newDevice } from './devices.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'
import { app, hourMs, measured, mine, theirs } from './boards-ground.ts'

const { list, create, edit, delete: remove } = board.permissions as Record<string, string>
const boardCodes = [list!, create!, edit!, remove!]

const number = (deviceId: number, metric = 'airTemperature') => ({
  kind: 'number',
  deviceId,
  metric,
  width: 1,
  height: 1,
})
const newBoard = (who: Client, cards: unknown[], more: Record<string, unknown> = {}) =>
  who.call(
    callOf(board, 'create'),
    untyped({ name: unique('看板'), sharing: 'mine', cards, ...more }),
  )
const content = (who: Client, id: number) => who.call(boardContent, { id })
const listed = async (who: Client) =>
  (await who.call(callOf(board, 'list'), { size: 0 })).content.map(({ id }) => id)
const status = async (who: Client, id: number) =>
  (await who.send(callOf(board, 'show'), { id })).statusCode
const edited = (row: Made, more: Record<string, unknown>) => ({
  id: row.id,
  objectVersionNumber: row.objectVersionNumber,
  name: row.name,
  sharing: row.sharing,
  roleId: row.roleId ?? null,
  cards: row.cards,
  ...more,
})

test('a board is its maker’s own until it is shared, and shared with whom it says', async () => {
  const weather = await newDevice(mine.admin)
  const [own, other] = [
    await newMember(app, mine, [...boardCodes, device.permissions.list, shareCode]),
    await newMember(app, mine, [...boardCodes, device.permissions.list]),
  ]
  const mineAlone = await newBoard(own, [number(weather.id)])
  expect([
    await listed(own),
    await listed(other),
    await status(other, mineAlone.id),
    await status(theirs.admin, mineAlone.id),
  ]).toEqual([[mineAlone.id], [], 404, 404])
  expect((await other.send(boardContent, { id: mineAlone.id })).statusCode).toBe(404)
  // A file of a list holds what the list holds.
  const { jobId } = await other.call(exportList, {
    entity: 'board',
    format: 'csv',
    columns: ['name'],
    query: {},
  })
  await app.jobs.start()
  const job = () => other.call(jobCall, { id: jobId })
  await expect.poll(async () => (await job()).state, { timeout: 10_000 }).toBe('done')
  expect((await job()).message).toBe('0')
  // Sharing asks for its own code.
  expect(
    (await other.send(callOf(board, 'create'), { name: unique('看板'), sharing: 'all', cards: [] }))
      .statusCode,
  ).toBe(403)
  const roleOf = await app.db.read(
    mine.id,
    async (tx) =>
      (
        await sql<{
          id: number
        }>`select r.role_id as id from member m join member_role r on r.tenant_id = m.tenant_id
          and r.member_id = m.id where m.account_id = ${other.accountId}`.execute(tx)
      ).rows[0]!.id,
  )
  expect(
    (await own.send(callOf(board, 'edit'), untyped(edited(mineAlone, { sharing: 'role' }))))
      .statusCode,
  ).toBe(422)
  const shared = await own.call(
    callOf(board, 'edit'),
    untyped(edited(mineAlone, { sharing: 'role', roleId: roleOf })),
  )
  expect([
    await listed(other),
    (await content(other, shared.id)).own,
    (await content(own, shared.id)).own,
  ]).toEqual([[shared.id], false, true])
  // Whoever looks does not change it, nor delete it.
  expect([
    (await other.send(callOf(board, 'edit'), untyped(edited(shared, { name: '改' })))).statusCode,
    (await other.send(callOf(board, 'delete'), { id: shared.id })).statusCode,
  ]).toEqual([403, 403])
  // A stale save is refused with the row as it stands.
  expect(
    (await own.send(callOf(board, 'edit'), untyped(edited(mineAlone, { name: '旧' })))).statusCode,
  ).toBe(409)
  await own.call(callOf(board, 'delete'), { id: shared.id })
  expect(await listed(other)).toEqual([])
  // Not even its name is in the bin of others, nor do they have it back.
  const bin = async (who: Client) =>
    (
      await who.call(recycled, {
        entity: 'board',
      })
    ).content.map(({ recordId }) => recordId)
  expect(await bin(mine.admin)).not.toContain(shared.id)
  expect(
    (await other.send(restoreRecord, { entity: 'board', recordId: shared.id })).statusCode,
  ).toBe(404)
  await own.call(restoreRecord, { entity: 'board', recordId: shared.id })
  expect([
    await listed(other),
    ((await own.call(callOf(board, 'show'), { id: shared.id })).cards as unknown[]).length,
  ]).toEqual([[shared.id], 1])
})

test('a card shows what its viewer may see at that moment, and says what is hidden or deleted', async () => {
  const weather = await newDevice(mine.admin)
  const valve = await newDevice(mine.admin, 'electric_valve')
  await measured(weather.id, 'airTemperature', [
    [Date.now() - hourMs, 21.5],
    [Date.now() - 60_000, 22.5],
  ])
  await measured(valve.id, 'flow', [[Date.now() - 60_000, 3.5]])
  const made = await newBoard(
    mine.admin,
    [
      number(weather.id),
      number(valve.id, 'flow'),
      {
        kind: 'curve',
        channels: `${weather.id}:airTemperature,${valve.id}:flow`,
        width: 2,
        height: 2,
      },
    ],
    { sharing: 'all' },
  )
  const valves = await newMember(app, mine, [list!, deviceTypes.electric_valve.permissions.list])
  const standing = async (who: Client) =>
    (await content(who, made.id)).devices.map((one) => [
      one.standing,
      one.name,
      one.readings.find(({ metric }) => metric === 'airTemperature' || metric === 'flow')?.value ??
        null,
    ])
  const drawn = async (who: Client) =>
    (await who.call(boardSeries, { id: made.id })).spans.flatMap(({ series }) =>
      series.map(({ deviceId }) => deviceId),
    )
  expect(await standing(mine.admin)).toEqual([
    ['shown', weather.name, 22.5],
    ['shown', valve.name, 3.5],
  ])
  expect(await standing(valves)).toEqual([
    ['hidden', null, null],
    ['shown', valve.name, 3.5],
  ])
  expect([(await drawn(mine.admin)).sort(), await drawn(valves)]).toEqual([
    [weather.id, valve.id].sort(),
    [valve.id],
  ])
  // Of another base.
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas',
      scope_area_ids = ${[weather.areaId as number]}::bigint[] where account_id = ${valves.accountId}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect([await standing(valves), await drawn(valves)]).toEqual([
    [
      ['hidden', null, null],
      ['hidden', null, null],
    ],
    [],
  ])
  // Whoever deletes the device is told, and the card says so; nobody makes a card of what they may
  // not see.
  expect(
    (
      await mine.admin.call(usesOf, {
        kind: 'device',
        ids: String(valve.id),
      })
    ).uses,
  ).toEqual([{ what: 'board', id: made.id, name: made.name }])
  await mine.admin.call(callOf(device, 'delete'), { id: valve.id })
  expect([await standing(mine.admin), (await standing(valves)).map(([one]) => one)]).toEqual([
    [
      ['shown', weather.name, 22.5],
      ['gone', null, null],
    ],
    ['hidden', 'gone'],
  ])
  const again = await mine.admin.call(callOf(board, 'show'), { id: made.id })
  expect(
    (await mine.admin.send(callOf(board, 'edit'), untyped(edited(again, { name: '照旧' }))))
      .statusCode,
  ).toBe(200)
  expect(
    (
      await mine.admin.send(
        callOf(board, 'create'),
        untyped({
          name: unique('看板'),
          sharing: 'mine',
          cards: [number(valve.id, 'flow')],
        }),
      )
    ).statusCode,
  ).toBe(422)
  expect(
    (
      await mine.admin.send(
        callOf(board, 'create'),
        untyped({
          name: unique('看板'),
          sharing: 'mine',
          cards: [number(weather.id, 'flow')],
        }),
      )
    ).statusCode,
  ).toBe(422)
})
