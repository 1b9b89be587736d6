import { expect, test } from 'vitest'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { languages, leaves, readTexts } from '#scripts/label-check.ts'
import { twins } from '#simulator/twins.ts'
import { deviceFaces } from '#src/devices/faces.ts'
import { readMessage } from '#server/engines/telemetry/read-message.ts'

const types = Object.entries(deviceTypes) as [keyof typeof deviceTypes, DeviceType][]

test.each(types)('%s: readings are bounded, and named in both languages', (name, { readings }) => {
  for (const [reading, { min, max, decimals }] of Object.entries(readings)) expect([reading, min < max, Number.isInteger(decimals)]).toEqual([reading, true, true])
  expect(readings).toHaveProperty(deviceFaces[name].curve)
  for (const language of languages) {
    const held = new Set(leaves(readTexts(language, 'equipment')).map(([key]) => key))
    for (const reading of Object.keys(readings)) expect([language, name, reading, held.has(`readings.${name}.${reading}`)]).toEqual([language, name, reading, true])
  }
})

test.each(types)('%s: what its twin reports is taken whole, in every season and at every hour', (name, type) => {
  const played = { place: { lat: 22.96, lng: 113.34 }, seed: 3, layers: 5, told: new Map() }
  const seen = new Set<string>()
  for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 5.3 * 3_600_000) {
    const { points, problems } = readMessage(type, Buffer.from(JSON.stringify({ ts: at, values: twins[name](played, at, 600_000) })), Date.parse('2027-01-01T00:00:00Z'))
    expect([new Date(at).toISOString(), problems]).toEqual([new Date(at).toISOString(), []])
    for (const { metric } of points) seen.add(channelOf(type, metric)!.name)
  }
  expect([...seen].sort()).toEqual(Object.keys(type.readings).sort())
})
