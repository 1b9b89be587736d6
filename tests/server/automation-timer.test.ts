import { describe, expect, test } from 'vitest'
import { dueOf, isCron, isQuiet, nextOf } from '#server/modules/automation/engine/clock.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
/** What a zone's clock shows, 'YYYY-MM-DDTHH:MM'. */
const clockAt = (zone: string, ms: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(ms))
    .replace(' ', 'T')

describe('a timer', () => {
  test.each([
    ['0 6 * * *', true],
    ['*/5 8-18 * * 1-5', true],
    ['0 0 29 2 *', true],
    ['0 0 31 2 *', false],
    ['0 0 6 * * *', false],
    ['@daily', false],
    ['61 * * * *', false],
    ['', false],
    ['a b c d e', false],
  ])('%s', (pattern, isGood) => {
    expect(isCron(pattern)).toBe(isGood)
  })
  test('goes by the tenant’s clock', () => {
    expect(iso(nextOf(['0 6 * * *'], 'Asia/Shanghai', at('2026-11-20T22:00:00Z')))).toBe(
      '2026-11-21T22:00:00.000Z',
    )
    expect(iso(nextOf(['0 6 * * *'], 'Asia/Shanghai', at('2026-11-20T21:59:59Z')))).toBe(
      '2026-11-20T22:00:00.000Z',
    )
    expect(
      iso(nextOf(['0 6 * * *', '30 5 * * *'], 'Asia/Shanghai', at('2026-11-20T20:00:00Z'))),
    ).toBe('2026-11-20T21:30:00.000Z')
    expect(iso(nextOf(['0 0 31 * *'], 'Asia/Shanghai', at('2026-11-20T00:00:00Z')))).toBe(
      '2026-12-30T16:00:00.000Z',
    )
    expect(iso(nextOf(['0 0 29 2 *'], 'UTC', at('2026-11-20T00:00:00Z')))).toBe(
      '2028-02-29T00:00:00.000Z',
    )
    expect(nextOf([], 'UTC', 0)).toBeNull()
  })
  test('every so many minutes or hours is equally long everywhere, from its beginning on', () => {
    // Berlin puts its clocks forward on 2026-03-29 and back on 2026-10-25, Lord Howe by half an
    // hour, Shanghai never.
    for (const zone of [
      'Asia/Shanghai',
      'UTC',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ])
      for (const from of ['2026-03-28T23:30', '2026-10-24T00:15', '2026-11-20T06:00'])
        for (const minutes of [1, 7, 45, 50, 90, 300, 420, 1440, 2000, 43_200]) {
          const pattern = `${from}/PT${minutes}M`
          expect(isCron(pattern), pattern).toBe(true)
          const first = nextOf([pattern], zone, 0)!
          // Its beginning is that moment of the zone's clock.
          expect(clockAt(zone, first), `${pattern} ${zone}`).toBe(from)
          let ms = first
          for (let i = 0; i < 60; i++) {
            const next = nextOf([pattern], zone, ms)!
            expect(next - ms, `${pattern} ${zone}`).toBe(minutes * 60_000)
            // Any moment in between has the same next one.
            expect(nextOf([pattern], zone, next - 1)).toBe(next)
            ms = next
          }
        }
    expect(isCron('2026-02-30T06:00/PT5M')).toBe(false)
    for (const wrong of ['PT0M', 'PT43201M', 'PT5H', 'PT-5M', 'PT05M', 'PT5M '])
      expect(isCron(`2026-02-20T06:00/${wrong}`), wrong).toBe(false)
    // A night without a server: one is carried out, if at all, and the others are counted as
    // missed.
    const pattern = '2026-11-20T00:00/PT50M'
    const first = at('2026-11-20T00:00:00Z')
    expect(dueOf([pattern], 'UTC', first, first + 500 * 60_000 + 5000)).toEqual({
      due: first + 500 * 60_000,
      missed: 10,
      last: first + 500 * 60_000,
    })
  })
  test('keeps the hour of the day over the changes of summer time, and runs once on each', () => {
    const days = (pattern: string, zone: string, from: string, count: number) => {
      const found: string[] = []
      for (let ms: number | null = at(from); found.length < count; found.push(iso(ms)!))
        ms = nextOf([pattern], zone, ms!)
      return found
    }
    expect(days('0 6 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
      '2026-03-30T04:00:00.000Z',
    ])
    // The hour that is left out and the hour that comes twice: one run a day in any case.
    const spring = days('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)
    expect(spring.map((one) => one.slice(0, 10))).toEqual(['2026-03-08', '2026-03-09'])
    const autumn = days('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)
    expect(autumn.map((one) => one.slice(0, 10))).toEqual(['2026-11-01', '2026-11-02'])
  })
  test('that passed unseen is counted, and only what is less than a minute late is run', () => {
    const first = at('2026-11-20T00:00:00Z')
    expect(dueOf(['*/10 * * * *'], 'UTC', first, at('2026-11-20T00:00:30Z'))).toEqual({
      due: first,
      missed: 0,
      last: first,
    })
    expect(dueOf(['*/10 * * * *'], 'UTC', first, at('2026-11-20T00:25:00Z'))).toEqual({
      due: null,
      missed: 3,
      last: at('2026-11-20T00:20:00Z'),
    })
    expect(dueOf(['*/10 * * * *'], 'UTC', first, at('2026-11-20T00:20:59Z'))).toEqual({
      due: at('2026-11-20T00:20:00Z'),
      missed: 2,
      last: at('2026-11-20T00:20:00Z'),
    })
  })
})

test.each([
  ['22:00', '06:00', '2026-11-20T15:00:00Z', true],
  ['22:00', '06:00', '2026-11-20T22:00:00Z', false],
  ['22:00', '06:00', '2026-11-20T13:59:00Z', false],
  ['12:00', '14:00', '2026-11-20T04:00:00Z', true],
  ['12:00', '14:00', '2026-11-20T06:00:00Z', false],
  ['12:00', '12:00', '2026-11-20T04:00:00Z', false],
  [null, null, '2026-11-20T04:00:00Z', false],
])('quiet from %s to %s at %s in Shanghai: %s', (from, to, when, is) =>
  expect(isQuiet(from, to, 'Asia/Shanghai', at(when))).toBe(is),
)
