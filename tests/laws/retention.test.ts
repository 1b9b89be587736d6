import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { retention } from '#server/db/retention.ts'

const folder = 'server/db/migrations'
const schema = readdirSync(folder)
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  .join('\n')
const made = [
  ...schema.matchAll(/^\s*create table (?:if not exists )?(?:public\.)?"?([a-z_]+)"?/gim),
].map(([, name]) => name!)
const dropped = new Set(
  [...schema.matchAll(/^\s*drop table (?:if exists )?([a-z_]+)/gim)].map(([, name]) => name!),
)
const renamed = new Map(
  [...schema.matchAll(/^\s*alter table ([a-z_]+) rename to ([a-z_]+)/gim)].map(
    ([, before, name]) => [before!, name!] as const,
  ),
)
const isDropped = (name: string) => dropped.has(renamed.get(name) ?? name)

test('every table says how long it keeps its rows (server/db/retention.ts), and no other does', () => {
  const there = [...new Set([...made.filter((name) => !isDropped(name)), 'migration'])].sort()
  expect(there.length).toBeGreaterThan(80)
  expect(Object.keys(retention).sort()).toEqual(there)
})

test('what keeps for ever or goes with another says why, and with what', () => {
  for (const [name, kept] of Object.entries(retention)) {
    if ('keep' in kept) expect([name, kept.keep.length > 5]).toEqual([name, true])
    if ('with' in kept) expect([name, kept.with in retention]).toEqual([name, true])
    if ('gone' in kept)
      expect([name, kept.gone]).toEqual([name, expect.stringMatching(/now\(\)|current_date/)])
  }
})
