import { afterAll, expect, test } from 'vitest'
import { kill, kinds } from '#scripts/bench/kills.ts'
import { ground } from '#scripts/bench/stock-ground.ts'

// A sample of npm run bench:kills, whose hundred of each take an hour; first starts are killed in
// start-stop.test.ts.
const place = await ground()
afterAll(() => place.end())

test.each(kinds)(
  'killed in the middle of %s, nothing is half',
  { timeout: 120_000 },
  async (kind) => {
    const { kills, faults } = await kill(kind, 2, place)
    expect(faults).toEqual([])
    expect(kills).toBe(2)
  },
)
