import { describe, expect, test } from 'vitest'
import type { RunStep } from '#contract/equipment/control-run.ts'
import { dueOf, isCron, isQuiet, nextOf } from '#server/engines/automation/clock.ts'
import { next, passes, type EdgeTrigger } from '#server/engines/automation/edge-trigger.ts'
import {
  holds,
  loopRuns,
  reasonAgainst,
  standingOf,
  type Standings,
} from '#server/engines/automation/preconditions.ts'
import { nextStep, stagesOf } from '#server/engines/automation/steps.ts'

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

describe('a trigger', () => {
  const held = {
    comparison: { operator: 'above', value: 30, value2: null } as const,
    holdMs: 60_000,
    gapMs: 600_000,
  }
  const run = (samples: [number, number][], of = held) => {
    let edge: EdgeTrigger | null = null
    const fired: number[] = []
    for (const [second, value] of samples) {
      const step = next(of, edge, { at: second * 1000, value })
      edge = step.edge
      if (step.fires) fired.push(second)
    }
    return { fired, edge }
  }
  test('fires once when its limit comes to be met, and again only after it was not', () => {
    const at0 = { ...held, holdMs: 0 }
    expect(
      run(
        [
          [0, 29],
          [10, 31],
          [20, 35],
          [30, 31],
          [40, 30],
          [50, 31],
        ],
        at0,
      ).fired,
    ).toEqual([10, 50])
  })
  test('waits for as long as it is told', () => {
    expect(
      run([
        [0, 31],
        [30, 31],
        [59, 31],
        [60, 31],
        [90, 31],
      ]).fired,
    ).toEqual([60])
    expect(
      run([
        [0, 31],
        [30, 29],
        [60, 31],
        [100, 31],
      ]).fired,
    ).toEqual([])
  })
  test('counts a value as the present until it is too old', () => {
    const { edge } = run([[0, 31]])
    expect([59, 60, 700].map((second) => passes(held, edge, second * 1000))).toEqual([
      false,
      true,
      true,
    ])
    expect(passes({ ...held, gapMs: 30_000 }, edge, 60_000)).toBe(false)
    expect(
      run(
        [
          [0, 31],
          [40, 31],
          [80, 31],
        ],
        { ...held, gapMs: 30_000 },
      ).fired,
    ).toEqual([])
  })
  test('takes no notice of what is older than what it has seen', () => {
    expect(
      run(
        [
          [10, 31],
          [5, 20],
          [20, 31],
        ],
        { ...held, holdMs: 0 },
      ).fired,
    ).toEqual([10])
  })
})

describe('whether it runs', () => {
  const now = 1_000_000
  const free: Standings = {
    isByHand: false,
    isPaused: false,
    isActive: true,
    isQuiet: false,
    isRunning: false,
    lastAt: null,
    pauseMs: 0,
    recent: 0,
    isOfDevice: true,
    holds: true,
  }
  test.each<[string, Partial<Standings>, string | null]>([
    ['freely', {}, null],
    ['while it runs', { isRunning: true, isByHand: true }, 'running'],
    ['paused', { isPaused: true }, 'paused'],
    ['at night', { isQuiet: true }, 'quiet'],
    ['too soon', { lastAt: now - 59_999, pauseMs: 60_000 }, 'tooSoon'],
    ['after the pause', { lastAt: now - 60_000, pauseMs: 60_000 }, null],
    ['with conditions that fail', { holds: false }, 'conditions'],
    ['in a circle', { recent: loopRuns }, 'loop'],
    ['often by a timer', { recent: loopRuns, isOfDevice: false }, null],
    [
      'by hand at night',
      { isByHand: true, isQuiet: true, isPaused: true, lastAt: now, pauseMs: 60_000 },
      null,
    ],
    ['by hand against its conditions', { isByHand: true, holds: false }, 'conditions'],
  ])('%s', (_name, change, reason) =>
    expect(reasonAgainst({ ...free, ...change }, now)).toBe(reason),
  )
  test('all of a group, any one group', () => {
    const of = (group: number, standing: 'holds' | 'fails' | 'stale' | 'unknown') => ({
      group,
      standing,
    })
    expect(holds([])).toBe(true)
    expect(holds([of(1, 'holds'), of(1, 'fails')])).toBe(false)
    expect(holds([of(1, 'holds'), of(1, 'fails'), of(2, 'holds')])).toBe(true)
    expect(holds([of(1, 'stale'), of(2, 'unknown')])).toBe(false)
  })
  test('a value that is too old meets nothing', () => {
    const above = { operator: 'above', value: 1, value2: null } as const
    expect(
      [null, { value: 2, at: 0, freshMs: 100 }].map((present) => standingOf(above, present, 101)),
    ).toEqual(['unknown', 'stale'])
    expect([2, 1].map((value) => standingOf(above, { value, at: 50, freshMs: 100 }, 101))).toEqual([
      'holds',
      'fails',
    ])
  })
})

describe('steps', () => {
  const step = (more: Partial<RunStep> = {}): RunStep => ({
    mode: 'serial',
    deviceId: 1,
    groupId: null,
    deviceName: '阀',
    channel: 'open',
    value: 1,
    delaySeconds: 0,
    stopFlag: 0,
    state: 'waiting',
    sentAt: null,
    endedAt: null,
    targets: [],
    ...more,
  })
  const over = (state: 'confirmed' | 'failed', second: number, more: Partial<RunStep> = {}) =>
    step({ state, endedAt: new Date(second * 1000).toISOString(), ...more })
  test('that are parallel begin together', () => {
    const steps = [step(), step({ mode: 'parallel' }), step(), step(), step({ mode: 'parallel' })]
    expect(stagesOf(steps).map((stage) => stage.length)).toEqual([2, 1, 2])
    expect(nextStep(steps, 0, 1000)).toEqual({ kind: 'send', steps: steps.slice(0, 2) })
    expect(stagesOf([step({ mode: 'parallel' })]).length).toBe(1)
  })
  test('wait for the one before, and for their delay', () => {
    const steps = [over('confirmed', 10), step({ delaySeconds: 30 })]
    expect(nextStep(steps, 0, 39_999)).toEqual({ kind: 'wait' })
    expect(nextStep(steps, 0, 40_000)).toMatchObject({ kind: 'send' })
    expect(nextStep([step({ state: 'sent' }), step()], 0, 40_000)).toEqual({ kind: 'wait' })
  })
  test('end the run where one that must be confirmed was not, and go on where it need not', () => {
    expect(nextStep([over('failed', 1, { stopFlag: 1 }), step()], 0, 2000)).toEqual({
      kind: 'end',
      state: 'failed',
      reason: 'stepFailed',
    })
    expect(nextStep([over('failed', 1), step()], 0, 2000)).toMatchObject({ kind: 'send' })
    expect(nextStep([over('failed', 1), over('confirmed', 2)], 0, 3000)).toEqual({
      kind: 'end',
      state: 'failed',
      reason: 'stepFailed',
    })
    expect(nextStep([over('confirmed', 1)], 0, 3000)).toEqual({
      kind: 'end',
      state: 'done',
      reason: null,
    })
  })
  test('that should have begun more than a minute ago are not made up for', () => {
    expect(nextStep([over('confirmed', 10), step({ delaySeconds: 30 })], 0, 100_000)).toMatchObject(
      { kind: 'send' },
    )
    expect(nextStep([over('confirmed', 10), step({ delaySeconds: 30 })], 0, 100_001)).toEqual({
      kind: 'end',
      state: 'interrupted',
      reason: 'late',
    })
  })
})
