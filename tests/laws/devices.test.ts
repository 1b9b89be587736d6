import { expect, test } from 'vitest'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { languages, leaves, readTexts } from '#scripts/label-check.ts'
import { protocolsOf } from '#contract/devices/protocols.ts'
import { played as wordsPlayed } from '#simulator/protocols/index.ts'
import { deviceModels } from '#simulator/device-models.ts'
import { protocolOf, drivers } from '#server/devices/index.ts'
import { viewOf } from '#src/features/equipment/views/index.ts'
import { readMessage } from '#server/modules/telemetry/engine/read-message.ts'

const types = Object.entries(deviceTypes) as [keyof typeof deviceTypes, DeviceType][]

const readTextOf = (language: (typeof languages)[number], key: string) =>
  leaves(readTexts(language, 'equipment')).some(([held]) => held === key)

test.each(types)('%s: readings are bounded, and named in both languages', (name, { readings }) => {
  for (const [reading, { min, max, decimals }] of Object.entries(readings))
    expect([reading, min < max, Number.isInteger(decimals)]).toEqual([reading, true, true])
  expect(readings).toHaveProperty(viewOf(name).curve)
  for (const language of languages) {
    const held = new Set(leaves(readTexts(language, 'equipment')).map(([key]) => key))
    for (const reading of Object.keys(readings))
      expect([language, name, reading, held.has(`readings.${name}.${reading}`)]).toEqual([
        language,
        name,
        reading,
        true,
      ])
  }
})

test.each(types)(
  '%s: what can be moved is reported as it moves, and named in both languages',
  (name, { readings, actuators = {} }) => {
    for (const [actuator, { kind, reading, ttlSeconds }] of Object.entries(actuators)) {
      const { isSwitch = false, isDirection = false } = readings[reading]!
      expect([actuator, isSwitch, isDirection, ttlSeconds > 0]).toEqual([
        actuator,
        kind === 'switch',
        kind === 'direction',
        true,
      ])
      for (const language of languages)
        expect([language, actuator, readTextOf(language, `actuators.${name}.${actuator}`)]).toEqual(
          [language, actuator, true],
        )
    }
  },
)

test.each(types)(
  '%s: what its twin reports is taken whole, in every season and at every hour',
  (name, type) => {
    const played = {
      place: { lat: 22.96, lng: 113.34 },
      plot: 'A',
      seed: 3,
      layers: 5,
      told: new Map(),
    }
    const seen = new Set<string>()
    for (
      let at = Date.parse('2026-01-01T00:00:00Z');
      at < Date.parse('2027-01-01T00:00:00Z');
      at += 5.3 * 3_600_000
    ) {
      const { points, problems } = readMessage(
        type,
        Buffer.from(JSON.stringify({ ts: at, values: deviceModels[name](played, at, 600_000) })),
        Date.parse('2027-01-01T00:00:00Z'),
      )
      expect([new Date(at).toISOString(), problems]).toEqual([new Date(at).toISOString(), []])
      for (const { metric } of points) seen.add(channelOf(type, metric)!.name)
    }
    const each = Object.entries(type.readings).filter(([, { isEvent }]) => !isEvent)
    expect([...seen].sort()).toEqual(each.map(([reading]) => reading).sort())
  },
)

test.each(types)(
  '%s: its driver has the dialects that its descriptor names, and no other',
  (name, type) => {
    expect(['standard', ...Object.keys(drivers[name].protocols)].sort()).toEqual(
      protocolsOf(type).sort(),
    )
    expect(drivers[name].type).toBe(type)
    // What the console offers is what there are words for.
    const orders = [
      'report',
      ...Object.keys(type.actuators ?? {}),
      ...Object.keys(type.settings ?? {}),
    ]
    for (const [dialect, words] of Object.entries(type.protocols ?? {})) {
      expect(
        orders.filter(
          (actuator) =>
            protocolOf(name, dialect)!.encode({ actuator, circuit: null, value: 1 }) !== null,
        ),
      ).toEqual(words)
    }
  },
)

const spoken = Object.entries(wordsPlayed).flatMap(([name, all]) =>
  Object.entries(all).map(
    ([dialect, words]) => [name as keyof typeof deviceTypes, dialect, words] as const,
  ),
)
test.each(spoken)(
  '%s: what it plays in %s is understood, to the last value and all year round',
  (name, dialect, words) => {
    const played = {
      place: { lat: 22.96, lng: 113.34 },
      plot: 'A',
      seed: 3,
      layers: 5,
      told: new Map(),
    }
    const { decode, encode } = protocolOf(name, dialect)!
    for (
      let at = Date.parse('2026-01-01T00:00:00Z');
      at < Date.parse('2027-01-01T00:00:00Z');
      at += 7.3 * 3_600_000
    ) {
      const values = deviceModels[name](played, at, 600_000)
      const message = Buffer.from(JSON.stringify(words.say(values, at)))
      const { points, problems } = readMessage(
        deviceTypes[name],
        message,
        Date.parse('2027-01-01T00:00:00Z'),
        (one, complain) => decode(one, complain, new Map()),
      )
      expect(problems).toEqual([])
      expect(points.map(({ metric }) => metric).sort()).toEqual(
        [...words.channels].filter((channel) => channel in values).sort(),
      )
      // Some registers hold whole numbers only.
      const rounded = dialect === 'modbus' ? 0.5 : 0.001
      for (const { metric, value } of points)
        expect([metric, Math.abs(value - values[metric]!) <= rounded]).toEqual([metric, true])
    }
    for (const {
      actuator,
      about: { kind },
    } of switchPlaces(deviceTypes[name])) {
      const order = { actuator, circuit: null, value: kind === 'reset' ? 0 : 1 }
      expect(words.hear({ ...encode(order) })).toEqual(order)
    }
  },
)
