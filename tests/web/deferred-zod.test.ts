import { expect, test } from 'vitest'
import { z } from 'zod'
import { built, z as noted } from '#src/lib/deferred-zod.ts'

/**
 * Made as the contract makes its own: chains, objects in objects, checks, lists, things that point
 * at themselves.
 */
const of = (zod: typeof z) => {
  const name = zod.string().trim().min(1).max(5)
  const even = zod.number().refine((value) => value % 2 === 0)
  return zod.strictObject({
    name,
    flag: zod.literal([0, 1]).nullish(),
    counts: zod.array(even).max(2),
    day: zod.iso.date().optional(),
    kind: zod.enum(['a', 'b']).default('a'),
  })
}
const later = built(of(noted), z)

test('a schema that was noted checks as one that was made', () => {
  for (const value of [
    { name: ' 垄 ', counts: [2] },
    { name: '', counts: [] },
    { name: 'long one', counts: [] },
    { name: 'x', counts: [1] },
    { name: 'x', counts: [2, 4, 6] },
    { name: 'x', flag: 2, counts: [] },
    { name: 'x', counts: [], day: '2026-13-01' },
    { name: 'x', counts: [], more: 1 },
    { name: 'x', counts: [], kind: 'c' },
  ])
    expect(later.safeParse(value), JSON.stringify(value)).toEqual(of(z).safeParse(value))
})
test('it is made once, and what is no note stays as it is', () => {
  const one = noted.string()
  expect(built(one, z)).toBe(built(one, z))
  const real = z.string()
  expect(built(real, z)).toBe(real)
})
test('looking into it before that says why it cannot be done', () => {
  expect(() => Object.keys(noted.object({}) as object)).toThrow('before it is built')
})
