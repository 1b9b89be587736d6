import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alarmLevels, alarmRule } from '#contract/alarm/alarm-rule.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { crop } from '#contract/farm/crop.ts'
import { batch } from '#contract/planting/batch.ts'
import { makeStageRules, stageRules, type StageRules } from '#contract/planting/stage-rules.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newDevice } from './devices.ts'
import { newMember } from './harness.ts'
import { inDays, oneField } from './planting-ground.ts'
import type { Made } from './samples.ts'

const { app, mine, areaId, cropId, newPlot, plant, move } = await oneField()
const {
  id: _id,
  objectVersionNumber,
  ...grows
} = await mine.admin.call(callOf(crop, 'show'), { id: cropId })
await mine.admin.call(
  callOf(crop, 'edit'),
  untyped({
    id: cropId,
    objectVersionNumber,
    ...Object.fromEntries(
      Object.keys(crop.fields)
        .filter((name) => name in grows)
        .map((name) => [name, grows[name as keyof typeof grows]]),
    ),
    stages: [
      { name: '苗期', days: 20, airTemperatureMin: 15, airTemperatureMax: 30, soilMoistureMin: 60 },
      {
        name: '开花期',
        days: 15,
        airTemperatureMin: 18,
        airTemperatureMax: 32,
        airHumidityMax: 85,
      },
      { name: '结果期', days: 25 },
    ],
  }),
)
const plot = await newPlot()
// A station means its base, whatever plot it stands on; a cabinet its own greenhouse.
const away = await newPlot()
const station = await newDevice(mine.admin, 'gateway_weather', { areaId, landId: away.id })
await newDevice(mine.admin, 'acquisition_control', { areaId, landId: away.id })
const probe = await newDevice(mine.admin, 'soil', { areaId, landId: plot.id })
// Of another plot: nothing of this batch.
await newDevice(mine.admin, 'gateway_soil', { areaId, landId: (await newPlot()).id })
const { id } = (await plant([plot.id], { plantedOn: inDays(-10) })) as never as Made

const at = (endpoint: string) => endpoint.replace('{id}', String(id))
const asked = (who: Client = mine.admin) => who.call<StageRules>(at(stageRules.endpoint))
const made = (who: Client = mine.admin, body: Record<string, unknown> = {}) =>
  who.send(at(makeStageRules.endpoint), body)
const rules = async () => (await mine.admin.call(callOf(alarmRule, 'list'), { size: 0 })).content
const { list, create, edit } = alarmRule.permissions
const types = (['gateway_weather', 'soil'] as const).map(
  (name) => deviceTypeNamed(name).permissions.list,
)

test('nothing is made of what does not grow', async () => {
  expect(await asked()).toMatchObject({ stage: null, rules: [], standing: [], ending: [] })
  expect((await made()).json()).toEqual({ made: [], changed: [], ended: [] })
  await move(id, 'start', { plantedOn: inDays(-10) })
})

test('whoever may not make rules, or sees no batches, makes none', async () => {
  const reads = await newMember(app, mine, [batch.permissions.list, list, ...types])
  expect(await asked(reads)).toEqual({ stage: '苗期' })
  expect((await made(reads)).statusCode).toBe(403)
  const blind = await newMember(app, mine, [list, create, edit, ...types])
  expect((await blind.send(at(stageRules.endpoint))).statusCode).toBe(403)
  expect((await made(blind)).statusCode).toBe(404)
  // Who may change rules and not make them gets no new ones.
  const edits = await newMember(app, mine, [batch.permissions.list, list, edit, ...types])
  expect((await made(edits)).statusCode).toBe(403)
  // Devices of types that somebody is not shown are no part of it.
  const dry = await newMember(app, mine, [batch.permissions.list, list, create, edit, types[0]!])
  expect((await asked(dry)).rules.map(({ deviceType }) => deviceType)).toEqual(['gateway_weather'])
  expect((await asked(dry)).unmeasured).toEqual(['soilMoisture'])
  // Nor batches of bases that they do not see.
  const far = await newMember(app, mine, [batch.permissions.list, list, create, edit, ...types])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[]}::bigint[]
      where account_id = ${far.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect((await far.send(at(stageRules.endpoint))).statusCode).toBe(404)
  expect((await made(far)).statusCode).toBe(404)
  expect(await rules()).toEqual([])
})

test('what a stage asks for becomes rules of their author, once', async () => {
  const author = await newMember(app, mine, [batch.permissions.list, list, create, edit, ...types])
  expect(await asked(author)).toMatchObject({
    stage: '苗期',
    unmeasured: [],
    rules: [
      {
        quantity: 'airTemperature',
        metric: 'airTemperature',
        low: 15,
        high: 30,
        devices: [{ id: station.id, value: null }],
        turn: 'make',
      },
      { quantity: 'soilMoisture', metric: 'humidity.2', low: 60, high: null, turn: 'make' },
    ],
  })
  const [first, second] = await Promise.all([made(author), made(author)])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const counts = [first, second].map((one) => (one.json() as { made: unknown[] }).made.length)
  expect(counts.toSorted()).toEqual([0, 2])
  const stand = await rules()
  expect(stand).toHaveLength(2)
  expect(stand.find(({ deviceType }) => deviceType === 'gateway_weather')).toMatchObject({
    name: expect.stringMatching(/ · 苗期 · /),
    level: alarmLevels.warning,
    operator: 'outside',
    value: 15,
    value2: 30,
    deviceIds: [station.id],
    areaId,
    batchId: id,
    batchStage: '苗期',
    createdBy: author.accountId,
    state: 'active',
  })
  expect(stand.find(({ deviceType }) => deviceType === 'soil')).toMatchObject({
    operator: 'below',
    value: 60,
    value2: null,
    deviceIds: [probe.id],
  })
  expect((await asked()).rules.map(({ turn }) => turn)).toEqual(['same', 'same'])
})

test('when the stage moves on, the rules are renewed in place, and what is over is switched off', async () => {
  const before = await rules()
  await move(id, 'correctStage', { place: 1, startsOn: inDays(0) })
  const { stage, standing, rules: next, ending, unmeasured } = await asked()
  expect([stage, standing.map((one) => one.stage), unmeasured]).toEqual([
    '开花期',
    ['苗期', '苗期'],
    [],
  ])
  expect(next.map(({ quantity, turn }) => [quantity, turn])).toEqual([
    ['airTemperature', 'change'],
    ['airHumidity', 'make'],
  ])
  expect(ending).toHaveLength(1)
  // One of them is left out.
  const answer = (await made(mine.admin, { keys: [next[0]!.key] })).json()
  expect(answer).toMatchObject({ made: [], changed: [{}], ended: [{}] })
  const after = await rules()
  expect(after.map((one) => one.id).toSorted()).toEqual(before.map((one) => one.id).toSorted())
  const [air, soil] = ['gateway_weather', 'soil'].map((type) =>
    after.find(({ deviceType }) => deviceType === type),
  )
  expect(air).toMatchObject({ value: 18, value2: 32, batchStage: '开花期', enabledFlag: 1 })
  expect(air!.name).toContain('开花期')
  expect(soil).toMatchObject({ value: 60, batchStage: '苗期', enabledFlag: 0 })
  expect((await made()).json()).toMatchObject({ made: [{}], changed: [], ended: [] })
  // Back in the first stage the rule that was switched off is the one that is switched on.
  await move(id, 'correctStage', { place: 0, startsOn: inDays(0) })
  expect((await made()).json()).toMatchObject({ made: [], changed: [{}, {}], ended: [{}] })
  expect(await rules()).toHaveLength(3)
})

test('a rule that somebody deleted is made anew; a batch that is over offers to switch off', async () => {
  const [one] = (await rules()).filter(({ deviceType }) => deviceType === 'soil')
  await mine.admin.call(callOf(alarmRule, 'delete'), { id: one!.id })
  expect((await made()).json()).toMatchObject({ made: [{}], changed: [], ended: [] })
  await move(id, 'end', { endReason: '试种结束' })
  const { stage, rules: none, ending } = await asked()
  expect([stage, none.length, ending.length]).toEqual([null, 0, 2])
  expect((await made()).json()).toMatchObject({ made: [], changed: [], ended: [{}, {}] })
  expect((await asked()).ending).toEqual([])
})
