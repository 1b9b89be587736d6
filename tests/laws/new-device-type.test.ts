import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { newDeviceType } from '#scripts/new-device-type.ts'
import { houseWith } from './house-copy.ts'

const { house, end, read, run, command } = houseWith('new-device-type', newDeviceType, [
  'contract',
  'server/devices',
  'src/features/equipment/views',
  'src/ui/icons.svg',
  'simulator',
  'locales',
  'tests/laws',
])
afterAll(end)
const reading = ['--reading', 'wetness:%:0..100:0 | Shi | Wetness']
const type = (...more: string[]) => [
  '--name',
  'leaf_wetness',
  '--title',
  'Ye | Leaf wetness sensor',
  ...more,
]

test(
  'what cannot be a device type is refused with a sentence, and nothing is written',
  { timeout: 60_000 },
  async () => {
    for (const [flags, reason] of [
      [type(), 'needs a reading'],
      [type(...reading, '--name', 'leafWetness'), 'on the wire'],
      [type(...reading, '--name', 'soil'), 'is there already'],
      [type(...reading, '--icon', 'no-such'), 'no icon'],
      [type(...reading, ...reading), 'twice'],
      [type('--reading', 'wetness:%:9..1:0 | a | b'), 'no range'],
      [type('--reading', 'wetness:%:0..1:x | a | b'), 'decimals'],
    ] as const) {
      const { code, text } = await run(...flags)
      expect([code, text.split('\n')[0]]).toEqual([1, expect.stringContaining(reason)])
    }
    expect(command(...type())).toEqual({
      code: 1,
      text: expect.stringMatching(/needs a reading[^]*-- --help shows how/),
    })
    expect(existsSync(join(house, 'contract/devices/leaf-wetness.ts'))).toBe(false)
  },
)

test(
  'a type is made whole: contract, driver, view, model, list, words, addresses',
  { timeout: 60_000 },
  async () => {
    expect(await run(...type(...reading))).toMatchObject({ code: 0 })
    const { leafWetness } = (await import(join(house, 'contract/devices/leaf-wetness.ts'))) as {
      leafWetness: DeviceType
    }
    expect(leafWetness).toMatchObject({
      route: '/web/equipment/leaf-wetness',
      permissions: { list: 'wfpf.farm.equipment.config.leafWetness' },
      readings: { wetness: { unit: '%', min: 0, max: 100, decimals: 0 } },
    })
    for (const [path, line] of [
      ['contract/devices/index.ts', 'leaf_wetness: leafWetness,'],
      ['server/devices/index.ts', 'leaf_wetness: leafWetnessDriver,'],
      ['src/features/equipment/views/index.ts', 'leaf_wetness: leafWetness,'],
      ['simulator/device-models.ts', 'leaf_wetness: leafWetness,'],
      ['contract/equipment/by-type.ts', "['leafWetness', 'leaf_wetness', 'node', "],
      [
        'simulator/models/leaf-wetness.ts',
        'wetness: to(0, 25 + 50 * drift(played.seed + 0, at, 6 * hourMs))',
      ],
      ['tests/laws/definitions.test.ts', '"/web/equipment/leaf-wetness/data/:id",'],
    ] as const)
      expect(read(path)).toContain(line)
    expect(JSON.parse(read('locales/en-US/equipment.json'))).toMatchObject({
      deviceTypes: { leaf_wetness: 'Leaf wetness sensor' },
      readings: { leaf_wetness: { wetness: 'Wetness' } },
    })
    expect(JSON.parse(read('locales/zh-CN/menus.json'))).toMatchObject({
      screens: { 'leaf-wetness': 'Ye' },
    })
    expect((await run(...type(...reading))).text).toContain('is there already')
  },
)
