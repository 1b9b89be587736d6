import { expect, test } from 'vitest'
import { sources } from '#scripts/label-check.ts'

test('no field shows the browser’s own clock, which says AM and PM where the console does not', () => {
  const own = /\btype=["'{]+(?:time|date|datetime-local|month|week)["'}]/g
  expect(sources('src').flatMap((text) => text.match(own) ?? [])).toEqual([])
})
