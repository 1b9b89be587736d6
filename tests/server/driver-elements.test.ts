import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { driverOf } from '#server/devices/index.ts'
import { hex, read, codes } from './driver-reading.ts'

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
    // Each channel of conductivity is kept in its own unit, whichever of the four it comes in.
    const conducted = (type: Parameters<typeof read>[0], name: string) =>
      ['µS/cm', 'mS/cm', 'dS/m', 'S/m', ''].map(
        (unit) => Object.values(read(type, 'elements', list([name, '0.5', unit])).values)[0],
      )
    expect([
      conducted('gateway_soil', '电导率'),
      conducted('gateway_water', '电导率'),
      conducted('soil', '第1层土壤电导率'),
    ]).toEqual([
      [0.5, 500, 500, 5000, 0.5],
      [0.5, 500, 500, 5000, 0.5],
      [0.000_05, 0.05, 0.05, 0.5, 0.5],
    ])
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
