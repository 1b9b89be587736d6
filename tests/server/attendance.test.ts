import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { attendance } from '#contract/work/attendance.ts'
import { attendanceDay, myAttendance, signIn, signOut } from '#contract/work/attendance-calls.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { workMonth } from '#contract/work/work-hours.ts'
import { worker } from '#contract/farm/worker.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newMember, zoneOfEvening } from './harness.ts'
import type { Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const place = { lat: 22.8, lng: 113.4, accuracy: 12.4 }
const ground = async () => {
  const who = await farm.person()
  const { areaId } = (await farm.plot()) as Made & { areaId: number }
  return { who, areaId }
}
const sheet = async (workerId: number) =>
  (await mine.admin.call(callOf(workMonth, 'list'), { size: 0, workerId })).content

// Hours ago shall be today, whenever the test is run.
await app.db.platform((tx) =>
  sql`update tenant set time_zone = ${zoneOfEvening()} where id = ${mine.id}`.execute(tx),
)

test('a worker signs in and out; signed and accepted stand side by side', async () => {
  const { who, areaId } = await ground()
  expect(await who.call(signIn, { areaId, place, actedAt: ago(6), phoneAt: ago(6) })).toMatchObject(
    { source: 'self', outAt: null, inLatlng: '22.800000,113.400000', inAccuracy: 12 },
  )
  expect((await who.call(fieldPack, {})).signedIn).toMatchObject({ areaId })
  const board = await mine.admin.call(attendanceDay, {})
  expect(board.people.find(({ workerId }) => workerId === who.workerId)?.inAt).toBeTruthy()
  const again = await who.send(signIn, { areaId })
  expect([again.statusCode, again.json().code]).toEqual([409, 'attendance.already_in'])
  const out = await who.call(signOut, { actedAt: ago(1), phoneAt: ago(1) })
  expect(out).toMatchObject({ hours: 5, signedInAt: out.inAt, signedOutAt: out.outAt })
  expect((await who.send(signOut, {})).json().code).toBe('attendance.not_in')
  expect((await who.call(fieldPack, {})).signedIn).toBeNull()

  const made = await farm.task({ leaderId: who.workerId, areaId })
  await farm.move(who, made.id, 'start')
  await farm.move(who, made.id, 'finish', { hours: [{ workerId: who.workerId, hours: 4 }] })
  await farm.move(mine.admin, made.id, 'adopt')
  expect(await sheet(who.workerId)).toEqual([
    expect.objectContaining({ days: 1, hours: 4, signedDays: 1, signedHours: 5 }),
  ])
  const own = await who.call(myAttendance, {})
  expect(own.reduce((sum, one) => sum + (one.acceptedHours ?? 0), 0)).toBe(4)
  expect(own.reduce((sum, one) => sum + (one.hours ?? 0), 0)).toBe(5)
})

test('the people page says who is there, to whoever may see attendance', async () => {
  const { who, areaId } = await ground()
  const shown = () => mine.admin.call(callOf(worker, 'show'), { id: who.workerId })
  expect(await shown()).toMatchObject({ presence: 'absent', signedHours: null })
  await who.call(signIn, { areaId })
  expect(await shown()).toMatchObject({ presence: 'in' })
  await who.call(signOut, {})
  expect(await shown()).toMatchObject({ presence: 'left' })
  const clerk = await newMember(app, mine, [worker.permissions.list])
  expect(await clerk.call(callOf(worker, 'show'), { id: who.workerId })).not.toHaveProperty(
    'presence',
  )
})

test('by hand it is put right with a reason, and what was signed stays', async () => {
  const { who, areaId } = await ground()
  const { id, objectVersionNumber, inAt } = await who.call(signIn, {
    areaId,
    actedAt: ago(30),
    phoneAt: ago(30),
  })
  // Forgotten: not today's any more, and no sitting of thirty hours.
  expect((await who.send(signOut, {})).json().code).toBe('attendance.forgotten')
  const right = { id, objectVersionNumber, areaId, inAt: String(inAt), outAt: ago(22) }
  expect((await mine.admin.send(callOf(attendance, 'edit'), right as never)).statusCode).toBe(400)
  expect(
    await mine.admin.call(callOf(attendance, 'edit'), { ...right, reason: '忘记签退' }),
  ).toMatchObject({ hours: 8, reason: '忘记签退', signedOutAt: null, signedInAt: inAt })
  // Who forgot goes on the next day all the same.
  expect((await who.send(signIn, { areaId })).statusCode).toBe(200)
})

test('nobody is there twice, tomorrow, backwards, for days on end, or for somebody else', async () => {
  const { who, areaId } = await ground()
  const made = (more: { inAt: string; outAt?: string }) =>
    mine.admin.send(callOf(attendance, 'create'), {
      workerId: who.workerId,
      areaId,
      reason: '补录',
      ...more,
    })
  expect((await made({ inAt: ago(9), outAt: ago(5) })).statusCode).toBe(200)
  const fault = async (more: { inAt: string; outAt?: string }) => {
    const answer = await made(more)
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})]
  }
  expect(await fault({ inAt: ago(6), outAt: ago(2) })).toEqual([422, ['inAt']])
  expect(await fault({ inAt: ago(2), outAt: ago(3) })).toEqual([422, ['outAt']])
  expect(await fault({ inAt: ago(-5) })).toEqual([422, ['inAt']])
  expect(await fault({ inAt: ago(40), outAt: ago(12) })).toEqual([422, ['outAt']])
  // Told late, of before what is known by now.
  const late = await who.send(signIn, { areaId, actedAt: ago(8), phoneAt: ago(8) })
  expect(late.json().fields).toHaveProperty('actedAt')
  expect((await mine.admin.send(signIn, { areaId })).statusCode).toBe(409)
  expect((await who.send(signIn, { areaId: 999_999 })).json().fields).toHaveProperty('areaId')
  expect((await who.send(callOf(attendance, 'list'), {})).statusCode).toBe(403)
})

test('two taps at once are one', async () => {
  const { who, areaId } = await ground()
  const answers = await Promise.all([who.send(signIn, { areaId }), who.send(signIn, { areaId })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('what stands on a base out of sight counts: nobody is there twice, and whoever is there leaves', async () => {
  const { who, areaId } = await ground()
  const elsewhere = ((await farm.plot()) as Made & { areaId: number }).areaId
  await who.call(signIn, { areaId, actedAt: ago(3), phoneAt: ago(3) })
  const limit = (accountId: number) =>
    app.db.write(mine.id, async (tx) => {
      await sql`update member set data_scope = 'areas', scope_area_ids = ${[elsewhere]}::bigint[]
        where account_id = ${accountId}`.execute(tx)
      await raiseRights(tx, mine.id)
    })
  await app.db.write(mine.id, (tx) =>
    sql`update worker set area_id = ${elsewhere} where id = ${who.workerId}`.execute(tx),
  )
  await limit(who.accountId)
  expect((await who.call(fieldPack, {})).signedIn).toMatchObject({ areaId })
  expect((await who.send(signIn, { areaId: elsewhere })).json()).toMatchObject({
    code: 'attendance.already_in',
    current: null,
  })
  expect(await who.call(signOut, {})).toMatchObject({ hours: 3 })
  const manager = await newMember(
    app,
    mine,
    Object.values(attendance.permissions).flat() as string[],
  )
  await limit(manager.accountId)
  const answer = await manager.send(callOf(attendance, 'create'), {
    workerId: who.workerId,
    areaId: elsewhere,
    inAt: ago(2),
    outAt: ago(1),
    reason: '补录',
  })
  expect([answer.statusCode, answer.json().fields]).toMatchObject([422, { inAt: {} }])
})

test('own records only is about papers: who may see attendance sees everybody’s, and one’s own needs no code', async () => {
  const { who, areaId } = await ground()
  await who.call(signIn, { areaId })
  const clerk = await newMember(app, mine, [attendance.permissions.list as string])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'own' where account_id = any(${[clerk.accountId, who.accountId]}::bigint[])`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  const { people } = await clerk.call(attendanceDay, {})
  expect(people.find(({ workerId }) => workerId === who.workerId)?.inAt).toBeTruthy()
  const mineAlone = await who.call(myAttendance, {})
  expect(mineAlone).toEqual([expect.objectContaining({ inAt: expect.any(String) as string })])
  expect((await who.send(attendanceDay, {})).statusCode).toBe(403)
})
