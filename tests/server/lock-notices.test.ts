import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveMessageSettings } from '#contract/message/ways.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { tellOfLocks } from '#server/modules/work/lock-notices.ts'
import type { Client } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import type { Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const look = () => app.db.write(mine.id, (tx) => tellOfLocks(tx, mine.id))
const subjects = async (who: Client) =>
  (await who.call(messages, { size: 100 })).content
    .map(({ subject }) => subject)
    .filter((subject) => /禁止|可以/.test(subject))
    .toSorted()

test('who has work on a plot is told once that it is locked, and when it is free again', async () => {
  const [weeder, picker, quiet, elsewhere] = [
    await farm.person(),
    await farm.person(),
    await farm.person(),
    await farm.person(),
  ]
  await quiet.call(saveMessageSettings, { ways: { lock: [] }, quiet: null })
  const { sku, warehouse } = await farm.input({ safety: 7, reentry: 24 })
  const plot = (await farm.plot()) as Made & { areaId: number; landName: string }
  const common = { areaId: plot.areaId, landIds: [plot.id] }
  const spraying = await farm.task({
    ...common,
    leaderId: weeder.workerId,
    warehouseId: warehouse,
  })
  await farm.task({ ...common, leaderId: weeder.workerId, participantIds: [quiet.workerId] })
  await farm.task({
    ...common,
    taskTypeId: await farm.kind('harvest'),
    leaderId: picker.workerId,
  })
  await farm.task({ leaderId: elsewhere.workerId })
  await look()
  expect(await subjects(weeder)).toEqual([])
  await farm.move(weeder, spraying.id, 'start')
  await farm.move(weeder, spraying.id, 'finish', {
    hours: [{ workerId: weeder.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 1 }],
  })
  await Promise.all([look(), look()])
  const [entering, picking] = [`禁止进入：${plot.landName}`, `禁止采收：${plot.landName}`]
  expect(await subjects(weeder)).toEqual([entering])
  expect(await subjects(picker)).toEqual([entering, picking].toSorted())
  expect([await subjects(quiet), await subjects(elsewhere)]).toEqual([[], []])
  // A day later people may go in, and not yet pick.
  await app.db.write(mine.id, (tx) =>
    sql`update task set finished_at = now() - interval '25 hours' where id = ${spraying.id}`.execute(
      tx,
    ),
  )
  await look()
  await look()
  const free = `可以进入：${plot.landName}`
  expect(await subjects(weeder)).toEqual([entering, free].toSorted())
  // Taken back, it keeps nobody off.
  await farm.move(mine.admin, spraying.id, 'reject', { reason: '没有喷' })
  await look()
  expect(await subjects(picker)).toEqual(
    [entering, picking, free, `可以采收：${plot.landName}`].toSorted(),
  )
})
