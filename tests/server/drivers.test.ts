import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import type { Page } from '#contract/call.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import type { LatestValue } from '#contract/equipment/device-calls.ts'
import type { SwitchRow } from '#contract/equipment/switch.ts'
import { area } from '#contract/farm/area.ts'
import { protocolOf, driverOf, drivers } from '#server/devices/index.ts'
import { readMessage, type ReadMessage } from '#server/engines/telemetry/read-message.ts'
import { connect, listen, newDevice, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'
import { make } from './samples.ts'

const { app, mine } = await twoFarms()

/** Modbus RTU's check sum by its table-free definition in bits, apart from the product's own. */
function crc(bytes: readonly number[]): number[] {
  let sum = 0xffff
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) {
      const isOdd = (sum & 1) === 1
      sum >>>= 1
      if (isOdd) sum ^= 0xa001
    }
  }
  return [sum & 255, sum >>> 8]
}
const hex = (bytes: readonly number[]) => Buffer.from([...bytes, ...crc(bytes)]).toString('hex')
const answer = (words: readonly number[]) =>
  hex([1, 3, words.length * 2, ...words.flatMap((word) => [(word >> 8) & 255, word & 255])])

const now = Date.parse('2026-11-20T10:00:00Z')
function read(
  type: string,
  dialect: string,
  content: unknown,
  totals = new Map(),
): ReadMessage & { values: Record<string, number> } {
  const spoken = protocolOf(type, dialect)!
  const message = readMessage(
    deviceTypeNamed(type),
    Buffer.from(JSON.stringify(content)),
    now,
    (one, complain) => spoken.decode(one, complain, totals),
  )
  return {
    ...message,
    values: Object.fromEntries(message.points.map(({ metric, value }) => [metric, value])),
  }
}
const codes = ({ problems }: ReadMessage) => problems.map(({ code }) => code)

test('every dialect has an example that its own reader takes whole', () => {
  const spoken = Object.entries(drivers).flatMap(([type, { protocols }]) =>
    Object.entries(protocols).map(([dialect, { example }]) => ({ type, dialect, example })),
  )
  for (const { type, dialect, example } of spoken) {
    const { points, problems } = read(type, dialect, example)
    expect([type, dialect, points.length > 0, problems]).toEqual([type, dialect, true, []])
  }
  expect(spoken.length).toBeGreaterThan(8)
})

describe('Modbus', () => {
  test('a frame of the standard’s own has the check sum that it prints', () => {
    expect(hex([0x01, 0x03, 0x00, 0x00, 0x00, 0x0a])).toBe('01030000000ac5cd')
  })

  test('a weather station: scales, signs, two words, eighths where there are no degrees', () => {
    const words = [23, 0, 3, 62, 778, 0x10000 - 34, 0, 0, 0, 1009, 0, 37590, 0, 12, 433]
    const { values, problems, points } = read('gateway_weather', 'modbus', {
      ts: now - 60_000,
      modbus: [{ from: 500, frame: answer(words) }],
    })
    expect(problems).toEqual([])
    expect(points[0]!.at).toBe(now - 60_000)
    // What fell before the first report is unknown.
    expect(values).toEqual({
      windSpeed: 2.3,
      windDirection: 62,
      airHumidity: 77.8,
      airTemperature: -3.4,
      pressure: 1009,
      illuminance: 37590,
      radiation: 433,
    })
    expect(
      read('gateway_weather', 'modbus', { modbus: [{ from: 502, frame: answer([3]) }] }).values,
    ).toEqual({ windDirection: 135 })
    expect(
      read('gateway_weather', 'modbus', { modbus: [{ from: 510, frame: answer([1, 34_464]) }] })
        .values,
    ).toEqual({ illuminance: 100_000 })
  })

  test('rain is what its total has risen by; late reports and a counter that begins anew are told apart', async () => {
    const totals = new Map()
    const rain = (ts: number, total: number) =>
      read(
        'gateway_weather',
        'modbus',
        { ts, modbus: [{ from: 513, frame: answer([total]) }] },
        totals,
      ).values.rainfall
    expect([
      rain(now - 9000, 120),
      rain(now - 6000, 131),
      rain(now - 8000, 125),
      rain(now - 6000, 131),
      rain(now - 3000, 131),
      rain(now, 4),
    ]).toEqual([undefined, 1.1, undefined, undefined, 0, 0.4])
    // However the time is written: what comes late is no counter that begins anew.
    const iso = new Map()
    const written = (ts: number, total: number) =>
      read(
        'gateway_weather',
        'modbus',
        { ts: new Date(ts).toISOString(), modbus: [{ from: 513, frame: answer([total]) }] },
        iso,
      ).values.rainfall
    expect([
      written(now - 9000, 120),
      written(now - 3000, 131),
      written(now - 6000, 125),
      written(now, 133),
    ]).toEqual([undefined, 1.1, undefined, 0.2])
    const ahead = new Map()
    const later = (ts: number, total: number) =>
      read(
        'gateway_weather',
        'modbus',
        { ts, modbus: [{ from: 513, frame: answer([total]) }] },
        ahead,
      ).values.rainfall
    later(1e300, 10)
    await wait(5)
    expect(later(Date.now(), 15)).toBe(0.5)
  })

  test('probes of soil and water', () => {
    expect(
      read('gateway_soil', 'modbus', {
        modbus: [{ from: 0, frame: answer([235, 0x10000 - 12, 1413, 65, 85, 32, 140]) }],
      }).values,
    ).toEqual({
      humidity: 23.5,
      temperature: -1.2,
      conductivity: 1413,
      ph: 6.5,
      nitrogen: 85,
      phosphorus: 32,
      potassium: 140,
    })
    const depth = (moisture: number) => [moisture, 1850, 600, 1, 2, 3]
    expect(
      read('soil', 'modbus', {
        modbus: [{ from: 0, frame: answer([...depth(2010), ...depth(2250), ...depth(2600)]) }],
      }).values,
    ).toEqual({
      'humidity.1': 20.1,
      'temperature.1': 18.5,
      'conductivity.1': 0.06,
      'humidity.2': 22.5,
      'temperature.2': 18.5,
      'conductivity.2': 0.06,
      'humidity.4': 26,
      'temperature.4': 18.5,
      'conductivity.4': 0.06,
    })
    expect(
      read('gateway_water', 'modbus', { modbus: [{ from: 0, frame: answer([2280, 758]) }] }).values,
    ).toEqual({ waterTemperature: 22.8, ph: 7.58 })
  })

  test('an inverter: what it puts out, how it turns, its fault', () => {
    const run = read('inverter', 'modbus', {
      modbus: [
        { from: 0x1000, frame: answer([4500, 4498, 152, 342, 541, 0, 47, 900, 1263]) },
        { from: 0x2100, frame: answer([2]) },
        { from: 0x2180, frame: answer([0]) },
      ],
    })
    expect(run.problems).toEqual([])
    expect(run.values).toEqual({
      setFrequency: 45,
      frequency: 44.98,
      current: 15.2,
      voltage: 342,
      busVoltage: 541,
      moduleTemperature: 47,
      runHours: 1263,
      state: 2,
      run: 2,
      faultCode: 0,
    })
    expect(
      read('inverter', 'modbus', {
        modbus: [
          { from: 0x2100, frame: answer([4]) },
          { from: 0x2180, frame: answer([7]) },
        ],
      }).values,
    ).toEqual({ state: 3, run: 0, faultCode: 7 })
  })

  test('what is broken is named, and what is whole beside it is kept', () => {
    const whole = answer([2280, 758])
    const spoilt = `${whole.slice(0, -1)}${whole.endsWith('0') ? '1' : '0'}`
    const of = (...entries: unknown[]) => read('gateway_water', 'modbus', { modbus: entries })
    expect(of({ from: 0, frame: spoilt }).problems).toEqual([{ code: 'crc', channel: '0x0000' }])
    expect(of({ from: 0, frame: whole.slice(0, -2) }).problems).toEqual([
      { code: 'frame', channel: '0x0000' },
    ])
    expect(of({ from: 0, frame: hex([1, 0x83, 2]) }).problems).toEqual([
      { code: 'exception', channel: '0x02 illegal address' },
    ])
    expect(of({ from: 900, frame: whole }).problems).toEqual([
      { code: 'register', channel: '0x0384' },
    ])
    expect(of({ from: 0, frame: answer([2280, 1500]) })).toMatchObject({
      values: { waterTemperature: 22.8 },
      problems: [{ code: 'range', channel: 'ph' }],
    })
    expect(of({ from: 0, frame: 'zz' }, { from: 0, frame: whole })).toMatchObject({
      values: { ph: 7.58 },
      problems: [{ code: 'frame' }],
    })
    // The echo of a write says nothing, and is nothing wrong.
    expect(of({ frame: hex([1, 6, 0x20, 0, 0, 7]) }, { from: 0, frame: whole }).problems).toEqual(
      [],
    )
    expect(codes(read('gateway_water', 'modbus', { values: { ph: 7 } }))).toEqual(['dialect'])
    expect(codes(of(...Array.from({ length: 65 }, () => ({ from: 0, frame: whole }))))).toEqual([
      'tooMany',
    ])
  })

  test('orders are frames, and what it has no register for is not spoken', () => {
    const { encode } = driverOf('inverter').protocols.modbus!
    const order = (actuator: string, value: number) => encode({ actuator, circuit: null, value })
    expect(
      [
        order('run', 0),
        order('run', 1),
        order('run', 2),
        order('reset', 0),
        order('frequency', 42.5),
      ].map((one) => one!.modbus),
    ).toEqual(
      [
        [0x20, 0, 0, 6],
        [0x20, 0, 0, 7],
        [0x20, 0, 0, 8],
        [0x20, 0, 0, 9],
        [0x20, 1, 0x10, 0x9a],
      ].map((bytes) => hex([1, 6, ...bytes])),
    )
    expect(order('report', 1)).toEqual({
      modbus: [
        hex([1, 3, 0x10, 0, 0, 9]),
        hex([1, 3, 0x21, 0, 0, 1]),
        hex([1, 3, 0x21, 0x80, 0, 1]),
      ],
    })
    expect(order('targetPressure', 3)).toBeNull()
  })
})

describe('a list of elements', () => {
  test('is understood in Chinese and in English, and in the units that it comes in', () => {
    const list = (...eleLists: [string, string, string][]) => ({
      datetime: '2026-11-20 17:59:00',
      deviceId: '1',
      eleLists: eleLists.map(([eName, eValue, eUnit]) => ({ eName, eValue, eUnit })),
    })
    const weather = read(
      'gateway_weather',
      'elements',
      list(
        ['空气温度', '20.6', '℃'],
        ['Air Humidity', '77.8', '%RH'],
        ['大气压力', '95.45', 'kPa'],
        ['光照度', '37.59', 'kLux'],
        ['风速', '7.2', 'km/h'],
        ['风向', '62', '°'],
        ['总辐射', '433', 'W/㎡'],
        ['雨量', '0.12', 'cm'],
      ),
    )
    expect(weather.problems).toEqual([])
    expect(weather.points[0]!.at).toBe(Date.parse('2026-11-20T09:59:00Z'))
    expect(weather.values).toEqual({
      airTemperature: 20.6,
      airHumidity: 77.8,
      pressure: 954.5,
      illuminance: 37590,
      windSpeed: 2,
      windDirection: 62,
      radiation: 433,
      rainfall: 1.2,
    })
    expect(
      read(
        'gateway_soil',
        'elements',
        list(['土壤电导率', '1.413', 'mS/cm'], ['土壤温度', '68', '℉'], ['土壤pH', '7.41', 'PH']),
      ).values,
    ).toEqual({ conductivity: 1413, temperature: 20, ph: 7.41 })
    expect(
      read(
        'gateway_water',
        'elements',
        list(['溶解氧', '7.21', 'mg/L'], ['电导率', '420', 'μS/cm'], ['水位', '213', 'cm']),
      ).values,
    ).toEqual({ dissolvedOxygen: 7.21, conductivity: 420, waterLevel: 2.13 })
    expect(
      read(
        'soil',
        'elements',
        list(
          ['10cm土壤湿度', '23.5', '%'],
          ['土壤温度（20cm）', '18.2', '℃'],
          ['第3层土壤电导率', '600', 'µS/cm'],
        ),
      ).values,
    ).toEqual({ 'humidity.1': 23.5, 'temperature.2': 18.2, 'conductivity.3': 0.06 })
  })

  test('what is not understood is named', () => {
    const of = (...eleLists: unknown[]) =>
      read('gateway_weather', 'elements', { datetime: '2026-11-20 17:59:00', eleLists })
    expect(
      of(
        { eName: '负氧离子', eValue: '800', eUnit: '个' },
        { eName: '气温', eValue: '--', eUnit: '℃' },
        { eName: '气压', eValue: '950', eUnit: 'ppm' },
        7,
      ).problems,
    ).toEqual([
      { code: 'unknown', channel: '负氧离子' },
      { code: 'type', channel: '气温' },
      { code: 'unit', channel: '气压 ppm' },
      { code: 'dialect' },
    ])
    expect(
      codes(
        read('gateway_weather', 'elements', {
          datetime: 'yesterday',
          eleLists: [{ eName: '气温', eValue: '20' }],
        }),
      ),
    ).toEqual(['time'])
  })
})

describe('Yunfei’s words', () => {
  test('a forecast lamp, a killing lamp, a sex lure', () => {
    const status = {
      cmd: 'status',
      ext: {
        imei: '862177070012301',
        dtype: 3,
        stamp: '20261120175900',
        ws: 1,
        lamp: 1,
        rps: 0,
        lux: 12,
        at: 26.4,
        ah: 81,
        hrt: 85,
        csq: 23,
        dver: 'v1.4',
      },
    }
    const lamp = read('insectSituationLamp', 'yunfei', status)
    expect(lamp.problems).toEqual([])
    expect(lamp.points[0]!.at).toBe(Date.parse('2026-11-20T09:59:00Z'))
    expect(lamp.values).toEqual({
      state: 1,
      lamp: 1,
      rainProtection: 0,
      illuminance: 12,
      airTemperature: 26.4,
      airHumidity: 81,
      chamberTemperature: 85,
      signal: 23,
    })
    expect(
      read('insectSituationLamp_II', 'yunfei', { topic: '/yfkj/cbd/pub/8', payload: status })
        .values,
    ).toEqual(lamp.values)
    expect(
      read('insectSituationLamp', 'yunfei', { imei: '862177070012301', Result: '10,1#12,2' })
        .values,
    ).toEqual({ insects: 3 })
    expect(
      read('insectSituationLamp_IV', 'yunfei', {
        cmd: 'data',
        ext: {
          dtype: 2,
          stamp: '20261120175900',
          ds: '1',
          ws: '2',
          tbs: 0,
          cv: 18000,
          bv: 12800,
          volt_ct: 42,
          csq: 99,
        },
      }).values,
    ).toEqual({ state: 0, lamp: 1, insects: 42, panelVoltage: 18, batteryVoltage: 12.8 })
    expect(
      read('sex_inducement', 'yunfei', {
        cmd: 'data',
        ext: {
          dtype: 4,
          stamp: '20261120175900',
          ds: 1,
          ws: 1,
          bs: 1,
          ts: 0,
          cv: 18,
          bv: 10.1,
          volt_ct: 6,
          wind_sped: 1.2,
          dat_f: 30,
        },
      }).values,
    ).toEqual({
      state: 3,
      on: 1,
      trapped: 6,
      windSpeed: 1.2,
      panelVoltage: 18,
      batteryVoltage: 10.1,
      uploadMinutes: 30,
    })
  })

  test('what is not understood is named, and orders are in their words', () => {
    for (const one of [
      { cmd: 'reboot', ext: {} },
      { cmd: 'status' },
      { ext: {} },
      { Result: '10' },
      7,
    ])
      expect(codes(read('sex_inducement', 'yunfei', one))).toEqual(['dialect'])
    expect(
      codes(read('sex_inducement', 'yunfei', { cmd: 'data', ext: { ds: 1, stamp: '2026' } })),
    ).toEqual(['time'])
    const { encode } = driverOf('sex_inducement').protocols.yunfei!
    expect([
      encode({ actuator: 'on', circuit: null, value: 0 }),
      encode({ actuator: 'uploadMinutes', circuit: null, value: 15 }),
      encode({ actuator: 'report', circuit: null, value: 1 }),
    ]).toEqual([
      { cmd: 'power', ext: { ds: 0 } },
      { cmd: 'paramconf', ext: { dat_f: 15 } },
      { cmd: 'read', ext: {} },
    ])
  })
})

test('the examples of the device guide are what they say they are', () => {
  const guide = readFileSync('docs/devices.md', 'utf8')
  const frames = [...guide.matchAll(/"(01[\da-f]{6,})"/g)].map(([, frame]) => frame!)
  expect(frames.length).toBeGreaterThan(4)
  for (const frame of frames)
    expect(hex([...Buffer.from(frame, 'hex').subarray(0, -2)])).toBe(frame)
  const message = (mark: string) =>
    JSON.parse(
      guide
        .split('\n')
        .find((line) => line.includes(mark))!
        .trim()
        .replaceAll(/^'|'$/g, ''),
    ) as unknown
  expect(read('gateway_weather', 'modbus', message('"from":500')).values).toMatchObject({
    airTemperature: 20.6,
    airHumidity: 77.8,
    windDirection: 62,
    pressure: 1009,
  })
  expect(read('gateway_weather', 'elements', message('"eleLists"')).values).toEqual({
    airTemperature: 20.6,
    pressure: 954.5,
  })
  expect(read('sex_inducement', 'yunfei', message('"cmd": "data"')).values).toMatchObject({
    trapped: 6,
    batteryVoltage: 12.8,
    signal: 21,
  })
})

/** Numbers from a seed, so that what fails once fails again. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const hostileTexts = [
  '',
  '0',
  '-',
  '\u0000',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '20269999999999',
  '10cm',
  '第0层',
  '010304',
  hex([1, 3, 2, 0, 1]),
  hex([1, 0x83, 99]),
  'ff'.repeat(300),
  '\u{d800}',
  '10,1#'.repeat(50),
]
const words = [
  'ts',
  'modbus',
  'from',
  'frame',
  'eleLists',
  'eName',
  'eValue',
  'eUnit',
  'datetime',
  'cmd',
  'ext',
  'payload',
  'Result',
  'stamp',
  'ws',
  'dtype',
  'volt_ct',
  'values',
  '__proto__',
  'toString',
]
function anything(chance: () => number, depth = 0): unknown {
  const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)]!
  const kind = Math.floor(chance() * (depth > 4 ? 4 : 7))
  if (kind === 0) return pick([0, -1, 1.5, 65_535, 1e308, -1e9, 500, 0x1000, null, true, false])
  if (kind === 1) return pick(hostileTexts)
  if (kind === 2)
    return pick([
      'status',
      'data',
      '空气温度',
      '风向',
      '10cm土壤湿度',
      '℃',
      'kPa',
      '2026-11-20 10:00:00',
      '20261120100000',
    ])
  if (kind === 3) return Math.floor((chance() - 0.5) * 1e6)
  if (kind === 4)
    return Array.from({ length: Math.floor(chance() * 5) }, () => anything(chance, depth + 1))
  return JSON.parse(
    `{${[...new Set(Array.from({ length: Math.floor(chance() * 6) }, () => pick(words)))].map((name) => `${JSON.stringify(name)}:${JSON.stringify(anything(chance, depth + 1)) ?? 'null'}`).join(',')}}`,
  ) as unknown
}

test('whatever is sent, no driver throws, and what is kept is within its reading', () => {
  const chance = chances(20_261_122)
  let kept = 0
  for (const type of deviceTypeNames) {
    for (const dialect of Object.keys(drivers[type].protocols)) {
      const totals = new Map()
      for (let i = 0; i < 3000; i++) {
        // Half of it has at least the shape of the dialect's own messages.
        const body = anything(chance)
        const shaped =
          dialect === 'modbus'
            ? {
                ts: i % 3 ? now : anything(chance, 4),
                modbus: [
                  {
                    from: [0, 500, 0x1000, anything(chance, 4)][(i % 8) >> 1],
                    frame: answer(
                      Array.from({ length: Math.floor(chance() * 20) }, () =>
                        Math.floor(chance() * 65_536),
                      ),
                    ),
                  },
                  body,
                ],
              }
            : dialect === 'elements'
              ? {
                  datetime: '2026-11-20 17:00:00',
                  eleLists: [
                    body,
                    {
                      eName: anything(chance, 4),
                      eValue: anything(chance, 4),
                      eUnit: anything(chance, 4),
                    },
                  ],
                }
              : { cmd: 'data', ext: body }
        const { points } = read(type, dialect, i % 2 ? body : shaped, totals)
        for (const { value } of points) expect(Number.isFinite(value)).toBe(true)
        kept += points.length
      }
    }
  }
  expect(kept).toBeGreaterThan(500)
})

const latest = async ({ id }: Field) =>
  Object.fromEntries(
    (await mine.admin.call<LatestValue[]>(`GET /wfpe/v1/{tenant}/device/${id}/latest`)).map(
      ({ metric, value }) => [metric, value],
    ),
  )

test('an inverter is ordered and confirmed in Modbus, over MQTT', async () => {
  const device = await newDevice(mine.admin, 'inverter', { dialect: 'modbus' })
  const { client, orders } = await listen(app, device)
  const says = (state: number, hertz: number) =>
    report(client, {
      ts: Date.now(),
      modbus: [
        { from: 0x1000, frame: answer([hertz * 100, state === 3 ? 0 : hertz * 100]) },
        { from: 0x2100, frame: answer([state]) },
      ],
    })
  await says(3, 40)
  expect(await latest(device)).toMatchObject({ state: 0, run: 0, setFrequency: 40, frequency: 0 })
  const { content } = await mine.admin.call<Page<SwitchRow>>(
    'GET /wfpe/v1/{tenant}/device/gateway/switch',
    { deviceId: String(device.id) },
  )
  const press = async (channel: string, value: number) => {
    const sent = await mine.admin.send(
      `POST /wfpe/v1/{tenant}/device/gateway/switch/${content.find((one) => one.channel === channel)!.id}/control`,
      { value, confirmation: device.name },
    )
    expect(sent.statusCode, sent.body).toBe(200)
    return sent.json() as CommandRow
  }
  const stateOf = async (id: number) =>
    (
      await mine.admin.call<CommandRow[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/commands`)
    ).find((one) => one.id === id)!
  const run = await press('run', 1)
  await expect.poll(() => orders.length).toBe(1)
  expect(orders[0]).toEqual({
    id: run.id,
    modbus: hex([1, 6, 0x20, 0, 0, 7]),
    expiresAt: run.expiresAt,
  })
  await expect.poll(async () => (await stateOf(run.id)).state).toBe('delivered')
  await says(1, 40)
  await expect.poll(async () => (await stateOf(run.id)).state).toBe('confirmed')
  // A level is there within a hundredth of its range.
  const faster = await press('setFrequency', 45)
  await expect
    .poll(() => orders[1])
    .toEqual({
      id: faster.id,
      modbus: hex([1, 6, 0x20, 1, 0x11, 0x94]),
      expiresAt: faster.expiresAt,
    })
  await says(1, 44.9)
  await expect.poll(async () => (await stateOf(faster.id)).state).toBe('confirmed')
  // It has no register for a pressure: said at once, and not when the day is over.
  const refused = await mine.admin.send(`PUT /wfpe/v1/{tenant}/device/${device.id}/settings`, {
    values: { targetPressure: 4 },
  })
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { targetPressure: '该设备的通信协议没有此指令，无法下发' },
  ])
  await client.endAsync()
})

test('the dialect is a field of the device: chosen among its type’s, and heard from then on by who is connected', async () => {
  const device = await newDevice(mine.admin, 'gateway_weather')
  const client = await connect(app, device)
  const element = {
    datetime: '2026-11-20 12:00:00',
    eleLists: [{ eName: '气温', eValue: '21.5', eUnit: '℃' }],
  }
  await report(client, element)
  const messages = () =>
    mine.admin.call<{ outcome: string; problems: { code: string }[] }[]>(
      `GET /wfpe/v1/{tenant}/device/${device.id}/messages`,
    )
  expect((await messages())[0]!.outcome).toBe('refused')
  const change = async (dialect: string | null) => {
    const { id, name, eui, areaId, objectVersionNumber } = await mine.admin.call<
      Record<string, unknown>
    >(`GET /wfpe/v1/{tenant}/device/${device.id}`)
    return mine.admin.send('PUT /wfpe/v1/{tenant}/device', {
      id,
      name,
      eui,
      areaId,
      objectVersionNumber,
      dialect,
    })
  }
  expect((await change('yunfei')).json()).toMatchObject({
    fields: { dialect: '该类型的设备不支持此通信协议' },
  })
  expect((await change('elements')).statusCode).toBe(200)
  await expect
    .poll(async () => (await report(client, element), latest(device)))
    .toEqual({ airTemperature: 21.5 })
  expect((await change(null)).json()).toMatchObject({ dialect: 'standard' })
  await client.endAsync()
  const base = await make(area, mine.admin)
  const wrong = await mine.admin.send('POST /wfpe/v1/{tenant}/device/electric-valve', {
    name: 'x',
    eui: 'elv-1',
    areaId: base.id,
    dialect: 'modbus',
  })
  expect([wrong.statusCode, wrong.json().fields.dialect]).toEqual([400, '格式不正确'])
})

test('over HTTP too, and what is broken is answered with its reason', async () => {
  const { key, secret, id } = await newDevice(mine.admin, 'sex_inducement', { dialect: 'yunfei' })
  const push = (payload: object) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      payload,
    })
  expect((await push({ cmd: 'data', ext: { ds: 1, ws: 0, volt_ct: 9 } })).json()).toEqual({
    points: 3,
    problems: [],
  })
  expect((await push({ cmd: 'dance', ext: {} })).json()).toEqual({
    points: 0,
    problems: [{ code: 'dialect', channel: 'dance' }],
  })
  expect(await latest({ id } as Field)).toMatchObject({ on: 1, trapped: 9 })
})

test('what waits for a device that speaks otherwise by then ends as what it cannot be told', async () => {
  const device = await newDevice(mine.admin, 'inverter')
  const path = `PUT /wfpe/v1/{tenant}/device/${device.id}/settings`
  const [held] = await mine.admin.call<{ command: CommandRow | null }[]>(path, {
    values: { targetPressure: 4 },
  })
  const { id, name, eui, areaId, objectVersionNumber } = await mine.admin.call<
    Record<string, unknown>
  >(`GET /wfpe/v1/{tenant}/device/${device.id}`)
  await mine.admin.call('PUT /wfpe/v1/{tenant}/device', {
    id,
    name,
    eui,
    areaId,
    objectVersionNumber,
    dialect: 'modbus',
  })
  const { client, orders } = await listen(app, device)
  await expect
    .poll(async () =>
      (
        await mine.admin.call<CommandRow[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/commands`)
      ).find((one) => one.id === held!.command!.id),
    )
    .toMatchObject({ state: 'rejected', reason: 'unspoken' })
  expect(orders).toEqual([])
  const station = await newDevice(mine.admin, 'gateway_weather', { dialect: 'elements' })
  expect(
    (await mine.admin.send(`POST /wfpe/v1/{tenant}/device/${station.id}/refresh`)).statusCode,
  ).toBe(422)
  await client.endAsync()
})
