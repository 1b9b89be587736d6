import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'tests/server/'
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const countOf = (pattern: RegExp, apart: readonly string[] = []) =>
  files
    .filter((name) => !apart.includes(name))
    .reduce(
      (sum, name) => sum + [...readFileSync(folder + name, 'utf8').matchAll(pattern)].length,
      0,
    )

/** An endpoint in letters: of a test nobody hears when its path or its answer changes. */
const written = /['"`](?:GET|POST|PUT|DELETE) [/$]/g
/** What they ask stands in no contract, or is what no contract would send. */
const reasons = {
  'fuzz.ts': 'makes addresses of every endpoint',
  'fuzz.test.ts': 'repeated and nested names in queries',
  'listeners.test.ts': 'bytes for a port that speaks no HTTP',
  'mqtt-packets.test.ts': 'bytes for a port that speaks no HTTP',
  'serving.test.ts': 'unknown paths, other tenants, headers',
  'start-stop.test.ts': 'a request that is broken off',
}
test('tests of the server call through the contract', () => {
  expect(files.length).toBeGreaterThan(200)
  for (const name of Object.keys(reasons))
    expect([name, readFileSync(folder + name, 'utf8').search(written) >= 0]).toEqual([name, true])
  // May only fall: whoever writes one as a definition takes it off here.
  expect(countOf(written, Object.keys(reasons))).toBe(84)
})

test('what they send is typed, but for what shall be refused', () => {
  // As above; bodies that a table of fields made are among them.
  expect(countOf(/\buntyped\(/g)).toBe(134)
})
