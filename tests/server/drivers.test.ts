import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { NativeProtocol } from '#contract/devices/protocols.ts'
import { driverOf, drivers } from '#server/devices/index.ts'
import { hex, answer, now, read, codes } from './driver-reading.ts'

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

test('every dialect names what it can say: channels of its type, and all that it ever says', () => {
  for (const [type, { protocols }] of Object.entries(drivers))
    for (const [dialect, { channels, example }] of Object.entries(protocols)) {
      const known = deviceTypeNamed(type)
      for (const one of channels)
        expect([
          type,
          dialect,
          one,
          channelOf(known, one) !== null || one in known.readings,
        ]).toEqual([type, dialect, one, true])
      const isNamed = (metric: string) =>
        channels.includes(metric) || channels.includes(metric.split('.')[0]!)
      for (const { metric } of read(type, dialect, example).points)
        expect([type, dialect, metric, isNamed(metric)]).toEqual([type, dialect, metric, true])
    }
  const said = (type: keyof typeof drivers, dialect: NativeProtocol) =>
    drivers[type].protocols[dialect]!.channels
  expect(said('gateway_water', 'modbus')).toEqual(['waterTemperature', 'ph'])
  expect(said('soil', 'modbus').filter((one) => one.startsWith('humidity'))).toEqual([
    'humidity.1',
    'humidity.2',
    'humidity.4',
  ])
  expect(said('insectSituationLamp', 'yunfei')).toContain('insects')
  expect(said('sex_inducement', 'yunfei')).not.toContain('insects')
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
