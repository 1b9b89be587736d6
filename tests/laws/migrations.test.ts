import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationNames } from '#server/db/migrate.ts'

const names = readdirSync('server/db/migrations').sort()
const numbers = names.map((name) => Number(name.slice(0, 3)))

test('each migration has a number of its own and a name, and all of them are known to the program', () => {
  for (const name of names) expect(name).toMatch(/^\d{3}_[a-z0-9_]+\.sql$/)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(migrationNames().sort()).toEqual(names)
})

test('the schema as it was first released has no gap, and what came after it none of its numbers (server/README.md)', () => {
  const first = numbers.filter((number) => number < 66)
  expect(first).toEqual(first.map((_, i) => i + 1))
})
