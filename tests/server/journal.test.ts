import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { land } from '#contract/farm/land.ts'
import { batchTimeline, type BatchEvent } from '#contract/planting/batch-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newMember } from './harness.ts'
import { inDays, oneField } from './planting-ground.ts'
import type { Made } from './samples.ts'

const { app, mine, areaId, newPlot, plant } = await oneField()
const write = farmLog.permissions.create
const look = farmLog.permissions.list
const snapshot = (more: Record<string, unknown> = {}) => ({
  logTitle: '棚内裂果',
  areaId,
  logType: 'image' as const,
  logLevel: 'warn' as const,
  content: [],
  description: '第二穗裂果约一成',
  ...more,
})
const shownPath = (id: number) => farmLog.api.show.replace('{id}', String(id))

test('an entry takes what a camera’s snapshot sends, and fills in what is left out', async () => {
  const made = await mine.admin.call(callOf(farmLog, 'create'), snapshot())
  expect(made).toMatchObject({ logLevel: 'warn', logType: 'image', mineFlag: 1 })
  const short = await mine.admin.call(callOf(farmLog, 'create'), {
    logTitle: '巡田',
    areaId,
  })
  expect(short).toMatchObject({ logLevel: 'info', logType: 'text', content: [] })
  expect(Date.now() - Date.parse(String(short.happenedAt))).toBeLessThan(60_000)
  const long = await mine.admin.send(
    callOf(farmLog, 'create'),
    untyped(snapshot({ description: '长'.repeat(181) })),
  )
  expect(long.statusCode).toBe(400)
})

test('who writes changes their own; others’ are changed by holders of the code', async () => {
  const [li, wang] = [
    await newMember(app, mine, [look, write]),
    await newMember(app, mine, [look, write]),
  ]
  const keeper = await newMember(app, mine, [look, ...[farmLog.permissions.edit].flat()])
  const { id } = await li.call(callOf(farmLog, 'create'), snapshot())
  const open = async (who: typeof li) => (await who.call<Made>(shownPath(id))).openFlag
  expect([await open(li), await open(wang), await open(keeper)]).toEqual([1, 0, 1])
  const edit = async (who: typeof li) => {
    const { objectVersionNumber } = await li.call<Made>(shownPath(id))
    const answer = await who.send(
      callOf(farmLog, 'edit'),
      untyped({ ...snapshot(), id, objectVersionNumber }),
    )
    return answer.statusCode
  }
  expect([await edit(li), await edit(wang), await edit(keeper)]).toEqual([200, 403, 200])
  const remove = (who: typeof li) => who.send(callOf(farmLog, 'delete'), { id })
  const refused = await remove(wang)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'journal.others'])
  expect((await remove(li)).statusCode).toBeLessThan(300)
})

test('a batch’s timeline tells of it what the reader may see', async () => {
  const plot = await newPlot()
  const elsewhere = await newPlot()
  const { id } = (await plant([plot.id])) as never as Made
  const entry = (logTitle: string, more: Record<string, unknown>) =>
    mine.admin.call(callOf(farmLog, 'create'), snapshot({ logTitle, ...more }))
  await entry('说到批次', { batchId: id })
  await entry('说到地块', { landId: plot.id })
  await entry('种植之前', { landId: plot.id, happenedAt: `${inDays(-60)}T08:00:00+08:00` })
  await entry('别的地块', { landId: elsewhere.id })
  const told = async (who: typeof mine.admin) =>
    (await who.call(batchTimeline, { id })).events.map(({ kind, title }) => [kind, title])
  expect(await told(mine.admin)).toEqual(
    expect.arrayContaining([
      ['journal', '说到地块'],
      ['journal', '说到批次'],
      ['state', ''],
    ]),
  )
  expect((await told(mine.admin)).length).toBe(3)
  const without = await newMember(app, mine, [
    'wfpf.farm.batch',
    [land.permissions.list].flat()[0]!,
  ])
  expect(await told(without)).toEqual([['state', '']])
})

test('a timeline goes on where a page ends, and misses nothing', async () => {
  const plot = await newPlot()
  const { id } = (await plant([plot.id])) as never as Made
  for (let at = 0; at < 70; at++)
    await mine.admin.call(
      callOf(farmLog, 'create'),
      snapshot({
        logTitle: `第 ${at}`,
        batchId: id,
        // Some of them at the same moment.
        happenedAt: `${inDays(-1 - Math.trunc(at / 8))}T08:00:00+08:00`,
      }),
    )
  const found: string[] = []
  let before: string | null = null
  do {
    const page: { events: BatchEvent[]; next: string | null } = await mine.admin.call(
      batchTimeline,
      { id, kind: 'journal', ...(before && { before }) },
    )
    found.push(...page.events.map(({ title }) => title))
    before = page.next
  } while (before)
  expect(found.length).toBe(70)
  expect(new Set(found).size).toBe(70)
})
