import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deviceTypeNames } from '#contract/devices/index.ts'

const root = join(import.meta.dirname, '../..')
/**
 * The name of a type on the wire as the name of a file: `sex_inducement`, `networkPower` and
 * `4GLora_node` in small letters with hyphens.
 */
const basename = (type: string) =>
  type
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
const homes = [
  'contract/devices',
  'server/devices',
  'src/features/equipment/views',
  'simulator/models',
]

test.each(deviceTypeNames)('%s: a file of one name in each of the four places', (type) => {
  const missing = homes
    .map((home) => `${home}/${basename(type)}.ts`)
    .filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})

/** Where what is of one type may be said by its name. */
const atHome = /^(contract\/devices|server\/devices|server\/demo|src\/features\/equipment\/views)\//
function walk(path: string): string[] {
  return readdirSync(join(root, path)).flatMap((name) => {
    const below = `${path}/${name}`
    if (atHome.test(`${below}/`)) return []
    return statSync(join(root, below)).isDirectory()
      ? walk(below)
      : /\.tsx?$/.test(name)
        ? [below]
        : []
  })
}
const name = `'(?:${deviceTypeNames.join('|')})'`
/** `row.deviceType === 'soil'`, `case 'soil':`, and the same in SQL. */
const asks = new RegExp(
  `[=!]==? ?${name}|${name} ?[=!]==?|\\bcase ${name}:|(?:device_type|"deviceType") ?(?:=|<>|in \\() ?${name}|(?:deviceType|device_type)\\)? ?[=!]==? ?['"\`]`,
)

test('the pattern finds what it is to find', () => {
  for (const line of [
    "row.deviceType === 'soil'",
    "if (type !== 'aerator_ii')",
    "case 'gateway':",
    "where d.device_type = 'camera'",
    'deviceType === "x"',
    "'inverter' === type",
  ])
    expect([line, asks.test(line)]).toEqual([line, true])
  for (const line of [
    "seenOfType(tx, id, codes, 'soil')",
    "deviceType: 'soil'",
    "['gateway', 'gateway', 'gateway']",
    'device_type = ${type}',
    "icon === 'camera2'",
  ])
    expect([line, asks.test(line)]).toEqual([line, false])
})
test('nobody asks what type a device is: the descriptor, the driver and the face say what follows from it', () => {
  const files = ['contract', 'server', 'src', 'scripts'].flatMap(walk)
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        asks.test(line) ? [`${file}:${at + 1} ${line.trim().slice(0, 100)}`] : [],
      ),
  )
  expect(found).toEqual([])
})
