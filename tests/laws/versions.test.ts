import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNewer } from '#server/db/version.ts'

const versionOf = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
const version = versionOf('package.json')
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)].map(
  ([, one]) => one!,
)
const unreleased = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog)?.[1]?.trim() ?? ''

test('the version is the one that the changelog is at: the newest, or the next where something waits for it', () => {
  expect(versionOf('package-lock.json')).toBe(version)
  expect(
    [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.split(' ')[0]),
  ).toEqual([...(unreleased ? ['Unreleased'] : []), ...released])
  if (unreleased) expect(isNewer(version, released[0]!)).toBe(true)
  else expect(version).toBe(released[0])
  for (const [i, one] of released.slice(1).entries())
    expect([one, isNewer(released[i]!, one)]).toEqual([one, true])
})

test('every release left its data behind, which later ones bring forward (npm run release:data, tests/server/upgrade.test.ts)', () => {
  expect(released.length).toBeGreaterThan(0)
  for (const one of released)
    expect([one, existsSync(`tests/server/released/${one}.dump`)]).toEqual([one, true])
})
