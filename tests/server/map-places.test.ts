import { callOf } from '#contract/entity-calls.ts'
import { expect, test } from 'vitest'
import { baseStates } from '#contract/home/base-calls.ts'
import { areaGround, beyondAcreage, plotsOutside } from '#contract/farm/area-ground.ts'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { landmark } from '#contract/farm/landmark.ts'
import type { Position } from '#contract/ground.ts'
import { mapScreen, digitalMap } from '#contract/map/map.ts'
import { mapManageScreen, saveMapPlaces, type PlaceChange } from '#contract/map/manage.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'
import { editable, make, sample } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const square = (west: number, south: number, side = 0.001): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
]
const save = (client: Client, ...changes: PlaceChange[]) => client.call(saveMapPlaces, { changes })
/** A record with values of one's own. */
const made = async <E extends typeof area | typeof land>(entity: E, values: object) =>
  mine.admin.call(callOf(entity, 'create'), { ...(await sample(entity, mine.admin)), ...values })
const plotOf = (id: number) => mine.admin.call(callOf(land, 'show'), { id })

test('plots, bases and devices are put where they lie in one go, and their size is worked out', async () => {
  const plot = await make(land, mine.admin)
  const base = await make(area, mine.admin)
  const gateway = await newDevice(mine.admin, 'gateway_weather')
  await save(
    mine.admin,
    { kind: 'plot', id: plot.id, was: null, at: square(113.4, 22.9) },
    { kind: 'base', id: base.id, was: null, at: [113.41, 22.91] },
    { kind: 'device', id: gateway.id, was: null, at: [113.42, 22.92] },
  )
  const drawn = await plotOf(plot.id)
  expect(drawn.boundary).toEqual(square(113.4, 22.9))
  // A thousandth of a degree is 111.2 m to the north and, at this latitude, 102.5 m to the east.
  expect(drawn.acreage).toBeGreaterThan(16.9)
  expect(drawn.acreage).toBeLessThan(17.3)
  expect(await mine.admin.call(callOf(area, 'show'), { id: base.id })).toMatchObject({
    latlng: '22.91,113.41',
  })
  const map = await mine.admin.call(digitalMap)
  const [, , , , lng, lat, by] = map.devices.find(([id]) => id === gateway.id)!
  expect([lng, lat, by]).toEqual([113.42, 22.92, 0])
  // And taken away again.
  await save(mine.admin, { kind: 'plot', id: plot.id, was: square(113.4, 22.9), at: null })
  expect((await plotOf(plot.id)).boundary).toBeNull()
})

test('the outline of a base is drawn, and says how large it is and where its middle lies', async () => {
  const base = await make(area, mine.admin)
  const edge = square(113.3, 22.6, 0.01)
  await save(mine.admin, { kind: 'edge', id: base.id, was: null, at: edge })
  const shown = await mine.admin.call(callOf(area, 'show'), { id: base.id })
  expect(shown).toMatchObject({ boundary: edge, latlng: '22.605000,113.305000' })
  expect(shown.acreage).toBeGreaterThan(1690)
  const map = await mine.admin.call(digitalMap)
  expect(map.bases.find(({ id }) => id === base.id)).toMatchObject({ corners: edge })
  const states = await mine.admin.call(baseStates)
  expect(states.find(({ id }) => id === base.id)).toMatchObject({ boundary: edge })
  // Whoever saw it undrawn does not draw over it.
  await expect(
    save(mine.admin, { kind: 'edge', id: base.id, was: null, at: square(113.3, 22.6) }),
  ).rejects.toMatchObject({ status: 409 })
})

test('forms of a base and of its plots hear what their ground has to fit with', async () => {
  const edge = square(113.3, 22.5, 0.01)
  const base = await made(area, { acreage: 30, boundary: edge })
  const within = await made(land, {
    areaId: base.id,
    acreage: 17.5,
    boundary: square(113.301, 22.501),
  })
  const out = await made(land, {
    areaId: base.id,
    acreage: 12.5,
    boundary: square(113.3095, 22.501),
  })
  const ground = await mine.admin.call(areaGround, { areaId: base.id })
  expect(ground).toMatchObject({ acreage: 30, boundary: edge })
  expect(beyondAcreage(ground.acreage, ground.plots)).toBeNull()
  expect(beyondAcreage(ground.acreage, [...ground.plots, { acreage: 0.01 }])).toBe(30.01)
  expect(plotsOutside(ground.boundary, ground.plots).map(({ id }) => id)).toEqual([out.id])
  expect(ground.plots.map(({ id }) => id)).toEqual([within.id, out.id])
  await expect(theirs.admin.call(areaGround, { areaId: base.id })).rejects.toMatchObject({
    status: 404,
  })
})

test('a landmark is put elsewhere, and told on the map to whoever may open it', async () => {
  const sign = await make(landmark, mine.admin)
  const told = async (who: Client) =>
    (await who.call(digitalMap)).landmarks.find(({ id }) => id === sign.id)
  const was = (await told(mine.admin))!.at
  await save(mine.admin, { kind: 'landmark', id: sign.id, was, at: [113.43, 22.93] })
  const looks = await newMember(app, mine, [mapScreen.permission!])
  expect(await told(looks)).toMatchObject({ at: [113.43, 22.93] })
  expect(await told(theirs.admin)).toBeUndefined()
  // It lies somewhere: nowhere is no place.
  const nowhere = { kind: 'landmark', id: sign.id, was: [113.43, 22.93], at: null }
  const answer = await mine.admin.send(saveMapPlaces, untyped({ changes: [nowhere] }))
  expect(answer.statusCode).toBe(400)
})

test('a hole is no part of a plot: its area, the map and what is read say so, and it is taken away', async () => {
  const plot = await make(land, mine.admin)
  const [outline, pond] = [square(113.4, 22.8), square(113.4004, 22.8004, 0.0002)]
  await save(mine.admin, { kind: 'plot', id: plot.id, was: null, at: outline })
  const whole = (await plotOf(plot.id)).acreage!
  await save(mine.admin, { kind: 'plot', id: plot.id, was: outline, at: [outline, pond] })
  const { boundary, acreage } = await plotOf(plot.id)
  expect(boundary).toEqual([outline, pond])
  expect(acreage! / whole).toBeCloseTo(0.96, 2)
  const map = await mine.admin.call(digitalMap)
  expect(map.plots.find(({ id }) => id === plot.id)!.corners).toEqual([outline, pond])
  const bases = await mine.admin.call(baseStates)
  const drawn = bases.flatMap(({ outlines }) => outlines).find(({ id }) => id === plot.id)
  expect(drawn!.corners).toEqual([outline, pond])
  // Whoever saw it without the hole does not draw over it.
  await expect(
    save(mine.admin, { kind: 'plot', id: plot.id, was: outline, at: null }),
  ).rejects.toMatchObject({ status: 409 })
  // An outline in a list of its own is kept as what it is.
  await save(mine.admin, { kind: 'plot', id: plot.id, was: [outline, pond], at: [outline] })
  expect(await plotOf(plot.id)).toMatchObject({ boundary: outline, acreage: whole })
})

test.each([
  ['field.hole_outside', [square(113.405, 22.7, 0.0002)], /孔洞 1/, /Hole 1/],
  ['field.hole_outside', [square(113.4009, 22.7004, 0.0004)], /孔洞 1/, /Hole 1/],
  [
    'field.holes_overlap',
    [square(113.4002, 22.7002, 0.0002), square(113.4003, 22.7003, 0.0003)],
    /孔洞 1 与孔洞 2/,
    /Holes 1 and 2/,
  ],
] as const)('a hole that is none (%s) is refused and named', async (_, holes, zh, en) => {
  const plot = await make(land, mine.admin)
  const at = [square(113.4, 22.7), ...holes]
  await expect(
    save(mine.admin, { kind: 'plot', id: plot.id, was: null, at }),
  ).rejects.toMatchObject({ status: 422, body: { fields: { boundary: zh } } })
  const row = { ...(await plotOf(plot.id)), id: plot.id }
  const answer = await mine.admin.send(
    callOf(land, 'edit'),
    { ...editable(land, row), boundary: at },
    { 'accept-language': 'en-US' },
  )
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ fields: Record<string, string> }>().fields.boundary).toMatch(en)
  expect((await plotOf(plot.id)).boundary).toBeNull()
})

test('what somebody else has moved stays, and nothing beside it is changed', async () => {
  const [one, other] = [await make(land, mine.admin), await make(land, mine.admin)]
  await save(mine.admin, { kind: 'plot', id: one.id, was: null, at: square(113.5, 22.9) })
  await expect(
    save(
      mine.admin,
      { kind: 'plot', id: other.id, was: null, at: square(113.6, 22.9) },
      { kind: 'plot', id: one.id, was: null, at: square(113.7, 22.9) },
    ),
  ).rejects.toMatchObject({ status: 409, body: { code: 'map.moved' } })
  expect((await plotOf(one.id)).boundary).toEqual(square(113.5, 22.9))
  expect((await plotOf(other.id)).boundary).toBeNull()
})

test('an outline that crosses itself is refused, and who may not edit a kind moves none', async () => {
  const plot = await make(land, mine.admin)
  const bow: Position[] = [
    [113.4, 22.9],
    [113.401, 22.901],
    [113.401, 22.9],
    [113.4, 22.901],
  ]
  const change = { kind: 'plot', id: plot.id, was: null, at: bow } as const
  await expect(save(mine.admin, { ...change, at: bow })).rejects.toMatchObject({ status: 422 })
  const looker = await newMember(app, mine, [mapManageScreen.permission!])
  await expect(save(looker, { ...change, at: square(113.4, 22.9) })).rejects.toMatchObject({
    status: 403,
  })
  await expect(save(theirs.admin, { ...change, at: square(113.4, 22.9) })).rejects.toMatchObject({
    status: 404,
  })
})
