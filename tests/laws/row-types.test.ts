import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { heldAgainst, mismatches } from '#tests/row-types/check.ts'
import { rowTypes } from '#tests/row-types/plugin.ts'

// Row types are held against the database while the server's tests run (`tests/server/setup.ts`); a
// guard that sees nothing would pass everything in silence.
const transform = rowTypes().transform as (code: string, id: string) => { code: string } | null
const shapesIn = (code: string) =>
  [...(transform(code, resolve('server/sample.ts'))?.code ?? '').matchAll(/heldAgainst\(.*?\}\)/g)]
    .map(([call]) => call.slice('heldAgainst('.length, -1))
    .map((call) => call.replace(/^\w+, "[^"]+", /, ''))
    .map((shape) => JSON.parse(shape) as unknown)

test('a type says of which kind a column is', () => {
  expect(
    shapesIn(`
      import type { Named } from '#contract/sample.ts'
      type Level = 'low' | 'high'
      interface Base { id: number }
      interface Whole extends Base { name: string | null; level: Level; parts: { a: number }[]; at?: Date }
      row<{ id: number; on: boolean; note?: string }>(tx, one)
      rows<Whole>(tx, two)
      row<Omit<Whole, 'parts' | 'at' | 'level'>>(tx, three)
      row<Pick<Whole, 'id'>>(tx, three)
      row<Record<string, unknown>>(tx, four)`),
  ).toEqual([
    { id: ['number'], on: ['boolean'], note: ['string', 'undefined'] },
    {
      id: ['number'],
      name: ['string', 'null'],
      level: ['string'],
      parts: ['object'],
      at: null,
    },
    { id: ['number'], name: ['string', 'null'] },
    { id: ['number'] },
  ])
})

test('an answer of another kind is told, with its place', async () => {
  const asks = heldAgainst(
    (_tx: never, answer: never) => Promise.resolve(answer as unknown),
    'a:1',
    {
      id: ['number'],
      name: ['string', 'null'],
      any: null,
    },
  )
  const ask = (answer: unknown) => asks(undefined as never, answer as never)
  await ask(null)
  await ask([{ id: 1, name: null }])
  expect([...mismatches]).toEqual([])
  await ask([{ id: 1, name: 'a' }, { id: '2' }])
  expect([...mismatches]).toEqual([
    'a:1: id is string, not number',
    'a:1: name is undefined, not string | null',
  ])
  mismatches.clear()
})

test('nearly every typed statement of the server is held against its answer', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => resolve('server', file))
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
  let typed = 0
  let held = 0
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    typed += count(code, /\brows?</g)
    held += count(transform(code, file)?.code ?? '', /heldAgainst\(/g)
  }
  expect(held / typed).toBeGreaterThan(0.8)
})
