import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'tests/server/'
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const textOf = (name: string) => readFileSync(folder + name, 'utf8')

/** An endpoint in letters: of a test nobody hears when its path or its answer changes. */
const written = /['"`](?:GET|POST|PUT|DELETE) [/$]/g
/** What they ask stands in no contract, or is what no contract would send. */
const reasons = {
  'listeners.test.ts': 'bytes for a port that speaks no HTTP',
  'mqtt-packets.test.ts': 'bytes for a port that speaks no HTTP',
  'serving.test.ts': 'the specification’s own list, unknown paths, what is served beside the calls',
  'start-stop.test.ts': 'a request that is broken off',
}
test('tests of the server call through the contract', () => {
  expect(files.length).toBeGreaterThan(200)
  const places = files.flatMap((name) =>
    textOf(name)
      .split('\n')
      .flatMap((line, at) => (line.search(written) < 0 ? [] : [{ name, at: `${name}:${at + 1}` }])),
  )
  // Each of these still has one, or it needs no reason any more.
  expect([...new Set(places.map(({ name }) => name))]).toEqual(
    expect.arrayContaining(Object.keys(reasons)),
  )
  expect(places.filter(({ name }) => !Object.hasOwn(reasons, name)).map(({ at }) => at)).toEqual([])
})

test('what they send is typed, but for what shall be refused', () => {
  // May only fall; bodies that a table of fields made are among them.
  const count = files.reduce(
    (sum, name) => sum + [...textOf(name).matchAll(/\buntyped\(/g)].length,
    0,
  )
  expect(count).toBe(134)
})
