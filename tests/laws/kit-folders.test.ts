import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no folder of the kit holds more than twelve entries', () => {
  const folders = readdirSync('src/kit', { recursive: true, withFileTypes: true }).reduce(
    (counts, { parentPath }) => counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1),
    new Map<string, number>(),
  )
  expect(folders.size).toBeGreaterThan(15)
  expect([...folders].filter(([, entries]) => entries > 12)).toEqual([])
})
