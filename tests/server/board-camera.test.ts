import { expect, test } from 'vitest'
import { board } from '#contract/board/board.ts'
import { callOf } from '#contract/entity-calls.ts'
import { camera } from '#contract/camera/camera.ts'
import { oneFarm } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm()

test('a board shows a camera that whoever puts it there may watch, and says when it is deleted', async () => {
  const { id: cameraId, objectVersionNumber } = await make(camera, mine.admin)
  const body = (cards: object[]) => ({
    name: unique('看板'),
    sharing: 'mine' as const,
    cards: cards.map((card) => ({ kind: 'camera' as const, width: 2, height: 2, ...card })),
  })
  const made = await mine.admin.call(callOf(board, 'create'), body([{ cameraId }]))
  expect(made).toMatchObject({ state: 'active', cards: [{ kind: 'camera', cameraId }] })
  const refused = async (client: typeof mine.admin, cards: object[]) =>
    (await client.send(callOf(board, 'create'), body(cards))).json<{ fields: unknown }>().fields
  for (const cards of [[{}], [{ cameraId: 999_999_999 }]])
    expect(await refused(mine.admin, cards)).toEqual({
      cards: expect.stringContaining('第 1 个卡片：请选择您可以查看的摄像头'),
    })
  const blind = await newMember(
    app,
    mine,
    [board.permissions.list, board.permissions.create].flat(),
  )
  expect(await refused(blind, [{ cameraId }])).toEqual({
    cards: expect.stringContaining('第 1 个卡片：请选择您可以查看的摄像头'),
  })
  await mine.admin.send(callOf(camera, 'delete'), { id: cameraId, objectVersionNumber } as never)
  expect(await mine.admin.call(callOf(board, 'show'), { id: made.id })).toMatchObject({
    state: 'broken',
  })
})
