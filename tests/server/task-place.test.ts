import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveTaskOption, taskOption, taskMoves } from '#contract/work/task-calls.ts'
import { rows } from '#server/db/database.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { Farm, type Person, type Task } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const hours = (workerId: number) => [{ workerId, hours: 4 }]
const here = { lat: 30.123_456_78, lng: 104.5, accuracy: 12.4 }
type Placed = Task &
  Record<'startLatlng' | 'finishLatlng', string | null> & {
    startAccuracy: number | null
    finishAccuracy: number | null
  }
const placesOf = async (id: number) => {
  const { startLatlng, startAccuracy, finishLatlng, finishAccuracy } = (await farm.show(
    id,
  )) as Placed
  return [startLatlng, startAccuracy, finishLatlng, finishAccuracy]
}
const done = async (leader: Person, place: object, more: object = {}) => {
  const { id } = await farm.task({ leaderId: leader.workerId })
  await farm.move(leader, id, 'start', { ...place, ...more })
  await farm.move(leader, id, 'finish', { hours: hours(leader.workerId), ...place, ...more })
  return id
}

test('where a task was begun and finished is kept with it and in its history, told later too', async () => {
  const leader = await farm.person()
  const id = await done(
    leader,
    { place: here },
    { actedAt: new Date().toISOString(), phoneAt: '2020-01-01T00:00:00Z' },
  )
  expect(await placesOf(id)).toEqual(['30.123457,104.500000', 12, '30.123457,104.500000', 12])
  const history = await app.db.read(mine.id, (tx) =>
    rows<{ action: string; after: { finishLatlng: string | null } }>(
      tx,
      sql`select action, after from audit where entity = 'task' and record_id = ${String(id)} order by id`,
    ),
  )
  expect(history.find(({ action }) => action === 'finish')!.after).toMatchObject({
    finishLatlng: '30.123457,104.500000',
    finishAccuracy: 12,
  })
})

test('nobody is kept from working by having no place, and what is no place is refused', async () => {
  const leader = await farm.person()
  expect(await placesOf(await done(leader, {}))).toEqual([null, null, null, null])
  const { id } = await farm.task({ leaderId: leader.workerId })
  for (const place of [{ ...here, lat: 91 }, { ...here, accuracy: -1 }, { lat: 1, lng: 1 }, 'here'])
    expect((await leader.send(taskMoves.start, untyped({ id, place }))).statusCode).toBe(400)
  // Done again somewhere else, it is where it was done last.
  await farm.move(leader, id, 'start', { place: here })
  await farm.move(leader, id, 'finish', { hours: hours(leader.workerId), place: here })
  await farm.move(mine.admin, id, 'reject', { reason: '漏了一行' })
  await farm.move(leader, id, 'finish', { hours: hours(leader.workerId) })
  expect(await placesOf(id)).toEqual(['30.123457,104.500000', 12, null, null])
})

test('where the tenant does not want it nothing is kept, whoever sends it', async () => {
  const leader = await farm.person()
  const option = await mine.admin.call(taskOption)
  expect(option.placeFlag).toBe(1)
  const off = await mine.admin.call(saveTaskOption, {
    ...option,
    placeFlag: 0,
  })
  expect(await placesOf(await done(leader, { place: here }))).toEqual([null, null, null, null])
  // Who knows nothing of it leaves it as it is.
  const { placeFlag: _, ...others } = off
  expect(await mine.admin.call(saveTaskOption, others)).toMatchObject({
    placeFlag: 0,
  })
})
