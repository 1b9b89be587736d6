import { describe, expect, test } from 'vitest'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { soil } from '#contract/devices/soil.ts'
import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import { timeOf } from '#server/modules/telemetry/engine/device-time.ts'
import { loggedText, readMessage } from '#server/modules/telemetry/engine/read-message.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const read = (content: unknown, type: DeviceType = gatewayWeather) =>
  readMessage(
    type,
    Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    now,
  )

describe('a message', () => {
  test('is one report, a list of them, or plain values under our time', () => {
    expect(read({ ts: now - 1000, values: { airTemperature: 20.5 } })).toEqual({
      points: [{ metric: 'airTemperature', at: now - 1000, value: 20.5, clock: 0 }],
      problems: [],
    })
    expect(
      read([
        { ts: now - 2000, values: { airHumidity: 50 } },
        { ts: now - 1000, values: { airHumidity: 51 } },
      ]).points.map(({ at, value }) => [at, value]),
    ).toEqual([
      [now - 2000, 50],
      [now - 1000, 51],
    ])
    expect(read({ airTemperature: 20 }).points).toEqual([
      { metric: 'airTemperature', at: now, value: 20, clock: 1 },
    ])
    expect(read({ 'temperature.0': 20, 'humidity.10': 30 }, soil).points).toHaveLength(2)
    expect(
      readMessage(
        { readings: { open: { min: 0, max: 1, decimals: 0, isSwitch: true } } },
        Buffer.from('{"open":true}'),
        now,
      ).points[0]!.value,
    ).toBe(1)
  })

  test.each<[string, unknown, { code: string; channel?: string }[]]>([
    ['no JSON', 'airTemperature=3', [{ code: 'json' }]],
    ['NaN', '{"airTemperature":NaN}', [{ code: 'json' }]],
    ['empty', '', [{ code: 'json' }]],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), [{ code: 'json' }]],
    ['deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, [{ code: 'shape' }]],
    ['a number', '7', [{ code: 'shape' }]],
    ['a list of numbers', [1], [{ code: 'shape' }]],
    ['values that are none', { values: [1] }, [{ code: 'shape' }]],
    ['nothing', {}, [{ code: 'empty' }]],
    ['an empty list', [], [{ code: 'empty' }]],
    [
      'too many values',
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, 1])),
      [{ code: 'tooMany' }],
    ],
    [
      'too many reports',
      Array.from({ length: 501 }, () => ({ values: { airTemperature: 1 } })),
      [{ code: 'tooMany' }],
    ],
    ['too long', `{"airTemperature":${' '.repeat(65_536)}1}`, [{ code: 'tooLarge' }]],
    ['text for a number', { airTemperature: '21' }, [{ code: 'type', channel: 'airTemperature' }]],
    ['null', { airTemperature: null }, [{ code: 'type', channel: 'airTemperature' }]],
    ['an object', { airTemperature: { a: 1 } }, [{ code: 'type', channel: 'airTemperature' }]],
    ['1e308', { airTemperature: 1e308 }, [{ code: 'range', channel: 'airTemperature' }]],
    ['1e999', '{"airTemperature":1e999}', [{ code: 'type', channel: 'airTemperature' }]],
    ['a channel of another type', { flow: 3 }, [{ code: 'unknown', channel: 'flow' }]],
    ['U+0000 in a name', { 'air\u0000': 3 }, [{ code: 'unknown', channel: 'air␀' }]],
    [
      'names of the prototype',
      '{"__proto__":1,"constructor":2}',
      [
        { code: 'unknown', channel: '__proto__' },
        { code: 'unknown', channel: 'constructor' },
      ],
    ],
    ['a time in words', { ts: 'yesterday', values: { airTemperature: 1 } }, [{ code: 'time' }]],
    [
      'a time without a zone',
      { ts: '2026-11-20T08:00:00', values: { airTemperature: 1 } },
      [{ code: 'time' }],
    ],
    ['1970', { ts: 86_400, values: { airTemperature: 1 } }, [{ code: 'tooOld' }]],
  ])('with %s is refused with the reason', (_name, content, problems) => {
    expect(read(content)).toEqual({ points: [], problems })
  })

  test('keeps what is right beside what is wrong', () => {
    const found = read({ ts: now, values: { airTemperature: 20, airHumidity: 400, nonsense: 1 } })
    expect([found.points.length, found.problems]).toEqual([
      1,
      [
        { code: 'range', channel: 'airHumidity' },
        { code: 'unknown', channel: 'nonsense' },
      ],
    ])
  })

  test('has soil layers where there are any, and temperature alone at the surface', () => {
    const { points, problems } = read(
      {
        'humidity.0': 1,
        'humidity.11': 1,
        'humidity.01': 1,
        humidity: 1,
        'humidity.1.2': 1,
        'humidity.1': 1,
      },
      soil,
    )
    expect([points.map(({ metric }) => metric), problems.length]).toEqual([['humidity.1'], 5])
  })

  test('is by its own clock, in seconds, milliseconds or ISO 8601; by ours when its clock is ahead', () => {
    for (const ts of [now, now / 1000, '2026-11-20T08:00:00Z', '2026-11-20T16:00:00+08:00'])
      expect([ts, timeOf(ts, now)]).toEqual([ts, { at: now, clock: 0 }])
    expect(timeOf(now + 59 * 60_000, now)).toEqual({ at: now + 59 * 60_000, clock: 0 })
    for (const ts of [now + 3_700_000, Date.parse('2038-01-19T03:14:07Z'), '2038-01-19T03:14:07Z'])
      expect([ts, timeOf(ts, now)]).toEqual([ts, { at: now, clock: 2 }])
    for (const ts of [-5, Number.MAX_VALUE, true, {}, '20261120'])
      expect([ts, 'refused' in timeOf(ts, now) || ts === Number.MAX_VALUE]).toEqual([ts, true])
  })

  test('never throws, whatever it is', () => {
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    const seeds = [
      '{"ts":1,"values":{"airTemperature":1}}',
      '[{"values":{}}]',
      '{"airTemperature":-1e3}',
    ].map((text) => Buffer.from(text))
    for (let i = 0; i < 20_000; i++) {
      const bytes = Buffer.from(seeds[i % 3]!)
      for (let n = 0; n < 3; n++)
        bytes[Math.trunc(random() * bytes.length)] = Math.trunc(random() * 256)
      const { points, problems } = read(bytes)
      expect(points.length + problems.length).toBeGreaterThan(0)
      expect(loggedText(bytes)).not.toContain('\u0000')
    }
  })
})
