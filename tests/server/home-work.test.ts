import { expect, test } from 'vitest'
import { homeAround } from '#contract/home/around-calls.ts'
import { homeWaiting } from '#contract/home/home-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { batchMoves, keepBatchFact } from '#contract/planting/batch-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { sample } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)

test('who gives out work is told of what others have late and due today, apart from their own', async () => {
  const leader = await farm.person()
  const plain = { leaderId: leader.workerId, startsOn: day(-3) }
  const late = await farm.task({ ...plain, endsOn: day(-1) })
  const due = await farm.task({ ...plain, endsOn: day() })
  await farm.task({ ...plain, endsOn: day(2) })
  const foreman = await newMember(app, mine, [task.permissions.list, task.permissions.assign])
  const told = await foreman.call(homeWaiting)
  expect(
    told.items.flatMap((one) => (one.kind === 'task' ? [[one.id, one.work.need]] : [])),
  ).toEqual([
    [late.id, 'late'],
    [due.id, 'due'],
  ])
  expect(told.counts.find(({ kind }) => kind === 'task')).toMatchObject({
    count: 2,
    parts: { mine: 0, managed: 2 },
  })
  // Theirs who do them: told once, as their own.
  const own = await leader.call(homeWaiting)
  expect(own.counts.find(({ kind }) => kind === 'task')).toMatchObject({
    count: 3,
    parts: { mine: 3, managed: 0 },
  })
})

test('batches with what comes next, and what the season cost and yielded, to whoever may see that', async () => {
  const { id } = await mine.admin.call(callOf(batch, 'create'), {
    ...(await sample(batch, mine.admin)),
    plantedArea: 2,
  })
  await mine.admin.call(batchMoves.start, { id, plantedOn: day(-3) })
  const fact = { id, title: 'x', occurredOn: day() }
  await mine.admin.call(keepBatchFact, { ...fact, kind: 'yield', quantity: 30 })
  await mine.admin.call(keepBatchFact, { ...fact, kind: 'machine', amount: 400 })
  const [grower, owner, stranger] = [
    await newMember(app, mine, [batch.permissions.list]),
    await newMember(app, mine, [batch.permissions.list, costCode]),
    await newMember(app, mine, [task.permissions.list]),
  ]
  const seen = await grower.call(homeAround)
  expect(seen.batches).toMatchObject([{ id, harvesting: 0 }])
  expect(seen.season).toMatchObject([{ batches: 1, area: 2, yield: 30 }])
  expect(seen.season![0]).not.toHaveProperty('cost')
  expect((await owner.call(homeAround)).season).toMatchObject([{ yield: 30, cost: 400 }])
  expect(await stranger.call(homeAround)).toMatchObject({ batches: null, season: null })
})
