import { describe, expect, test } from 'vitest'
import { isActiveAt } from '#contract/equipment/active-hours.ts'
import {
  isBack,
  isOver,
  step,
  type Condition,
  type Sample,
  type State,
} from '#server/engines/alarm/machine.ts'
import {
  changes,
  crossings,
  noticesOf,
  replay,
  seriesOf,
  silences,
  withinHours,
} from '#server/engines/alarm/replay.ts'
import { conditionOf, type Rule } from '#server/engines/alarm/rules.ts'
import { noticesDue } from '#server/engines/alarm/silence.ts'

const second = 1000
const minute = 60 * second
const rule: Condition = {
  operator: 'above',
  value: 30,
  value2: null,
  severeValue: null,
  hysteresis: 0,
  clearValue: null,
  falls: false,
  isActive: () => true,
  level: 2,
  durationMs: 120 * second,
  clearMs: 0,
}
const hour = 60 * minute
const gap = 2 * minute
/** A value every ten seconds: over the limit in the given spans (seconds), else under it. */
const series = (spans: readonly (readonly [number, number])[], until = 3600): Sample[] =>
  Array.from({ length: until / 10 }, (_, i) => ({
    at: i * 10 * second,
    value: spans.some(([from, to]) => i * 10 >= from && i * 10 < to) ? 35 : 25,
  }))

describe('duration', () => {
  test('five spikes of 60 s are no alarm of 120 s', () => {
    expect(
      replay(
        rule,
        series([
          [100, 160],
          [300, 360],
          [500, 560],
          [700, 760],
          [900, 960],
        ]),
        gap,
        3600 * second,
      ),
    ).toEqual([])
  })
  test('one of 200 s is one alarm, 120 s after it began', () => {
    const found = replay(rule, series([[100, 300]]), gap, 3600 * second)
    expect(found).toMatchObject([
      { beganAt: 220 * second, clearedAt: 300 * second, peak: 35, level: 2 },
    ])
  })
  test('a value holds until the next one, for two periods and no longer', () => {
    const seldom = { ...rule, durationMs: 15 * minute }
    const at = (minutes: number, value: number) => ({ at: minutes * minute, value })
    expect(
      replay(seldom, [at(0, 35), at(10, 35), at(20, 25)], 20 * minute, 30 * minute),
    ).toMatchObject([{ beganAt: 15 * minute, clearedAt: 20 * minute }])
    expect(replay(seldom, [at(0, 35), at(40, 35), at(50, 25)], 12 * minute, 60 * minute)).toEqual(
      [],
    )
    expect(replay(seldom, [at(0, 35)], 20 * minute, 60 * minute)).toMatchObject([
      { beganAt: 15 * minute, clearedAt: null },
    ])
  })
  test('values that come late or twice raise nothing', () => {
    const now: State = { phase: 'pending', since: 0, lastAt: 100 * second, value: 35, level: 2 }
    for (const at of [0, 50, 100])
      expect(step(rule, now, { at: at * second, value: 99 }, gap)).toEqual({
        state: now,
        happened: [],
      })
  })
})

describe('recovery', () => {
  const held = { ...rule, durationMs: 0, hysteresis: 2, clearMs: 60 * second }
  test('needs to go below the hysteresis, for as long as it says', () => {
    const values = [35, 29, 35, 27, 27, 29, 27, 27, 27, 27, 27, 27, 27, 27].map((value, i) => ({
      at: i * 10 * second,
      value,
    }))
    const found = replay(held, values, gap, 600 * second)
    // 29 is under the limit and not yet back; at 50 s it was in between again, so the minute begins
    // at 60 s.
    expect(found).toMatchObject([{ beganAt: 0, clearedAt: 120 * second }])
  })
  test('a level rises once and does not fall before the end', () => {
    const severe = { ...held, severeValue: 40 }
    const seen = [32, 41, 33, 45].reduce<{ state: State | null; kinds: string[] }>(
      ({ state, kinds }, value, i) => {
        const next = step(severe, state, { at: i * second, value }, gap)
        return {
          state: next.state,
          kinds: [...kinds, ...next.happened.map(({ kind, level }) => `${kind}${level}`)],
        }
      },
      { state: null, kinds: [] },
    )
    expect(seen.kinds).toEqual(['raised2', 'risen3'])
    expect(seen.state).toMatchObject({ phase: 'active', level: 3 })
  })
})

test('every operator has limits that belong to one side, and a way back', () => {
  const at = (
    operator: Condition['operator'],
    value: number,
    hysteresis = 0,
  ): [boolean, boolean] => {
    const one = { ...rule, operator, value: 10, value2: 20, hysteresis }
    return [isOver(one, value), isBack(one, value)]
  }
  expect([at('above', 10), at('above', 10.1), at('above', 9, 2)]).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
  expect([at('below', 10), at('below', 9.9), at('below', 11, 2)]).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
  expect([at('between', 10), at('between', 21), at('between', 21, 2)]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect([at('outside', 10), at('outside', 21), at('outside', 19, 2)]).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
  expect([at('equals', 10), at('equals', 1)]).toEqual([
    [true, false],
    [false, true],
  ])
})

test('whatever comes, alarms are whole: none before its duration, none inside another, each ended after it began', () => {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let run = 0; run < 400; run++) {
    const condition: Condition = {
      ...rule,
      operator: (['above', 'below', 'between', 'outside'] as const)[run % 4]!,
      value: 30,
      value2: 34,
      severeValue: random() < 0.5 ? 38 : null,
      hysteresis: Math.floor(random() * 3),
      durationMs: Math.floor(random() * 4) * minute,
      clearMs: Math.floor(random() * 3) * minute,
    }
    let clock = 0
    const samples = Array.from({ length: 150 }, () => ({
      at: (clock += Math.round(random() * 3 * minute)),
      value: 24 + random() * 16,
    })).filter(({ at }, i, all) => i === 0 || at > all[i - 1]!.at)
    const end = clock + 10 * minute
    const found = replay(condition, samples, gap, end)
    for (const [i, { beganAt, clearedAt }] of found.entries()) {
      expect(clearedAt === null || clearedAt >= beganAt).toBe(true)
      expect(i === 0 || found[i - 1]!.clearedAt! <= beganAt).toBe(true)
      const within = samples.filter(
        ({ at }) => at >= beganAt - condition.durationMs && at < beganAt,
      )
      expect(within.every(({ value }) => isOver(condition, value))).toBe(true)
      if (clearedAt !== null)
        expect(
          samples
            .filter(({ at }) => at > clearedAt - condition.clearMs && at <= clearedAt)
            .every(({ value }) => isBack(condition, value)),
        ).toBe(true)
    }
    // One value after the other or all at once is the same.
    let state: State | null = null
    const raised = samples.flatMap((sample) => {
      const next = step(condition, state, sample, gap)
      state = next.state
      return next.happened.filter(({ kind }) => kind === 'raised').map(({ at }) => at)
    })
    expect(found.map(({ beganAt }) => beganAt).slice(0, raised.length)).toEqual(raised)
  }
})

describe('notices', () => {
  const hours = (repeat: boolean) =>
    noticesDue(
      { silenceMs: 1800 * second, isRepeating: repeat },
      { from: 0, to: 180 * minute, last: null, risenAt: null },
    ).map((ms) => ms / minute)
  test('three hours with half an hour of silence: six when it repeats, one when not', () => {
    expect([hours(true), hours(false)]).toEqual([[0, 30, 60, 90, 120, 150], [0]])
  })
  test('a level that rises breaks the silence', () => {
    expect(
      noticesDue(
        { silenceMs: 30 * minute, isRepeating: false },
        { from: 0, to: 100 * minute, last: null, risenAt: 10 * minute },
      ),
    ).toEqual([0, 10 * minute])
  })
  test('an alarm that comes again within the silence waits for its end', () => {
    const silence = { silenceMs: 30 * minute, isRepeating: false }
    expect(
      noticesDue(silence, { from: 20 * minute, to: 60 * minute, last: 0, risenAt: null }),
    ).toEqual([30 * minute])
    expect(
      noticesDue(silence, { from: 20 * minute, to: 25 * minute, last: 0, risenAt: null }),
    ).toEqual([])
    const flapping = Array.from({ length: 10 }, (_, i) => ({
      beganAt: i * minute * 2,
      clearedAt: i * minute * 2 + minute,
      peak: 1,
      level: 2 as const,
      risenAt: null,
    }))
    expect(noticesOf(flapping, silence, 60 * minute)).toBe(2)
  })
})

test('silence is an alarm when it has lasted, until something comes', () => {
  expect(
    silences(
      [0, 5, 30].map((m) => m * minute),
      10 * minute,
      35 * minute,
      2,
    ),
  ).toMatchObject([{ beganAt: 15 * minute, clearedAt: 30 * minute }])
  expect(
    silences(
      [0].map((m) => m * minute),
      10 * minute,
      35 * minute,
      2,
    ),
  ).toMatchObject([{ beganAt: 10 * minute, clearedAt: null }])
})

test('a change is against whatever lay farthest off within the window', () => {
  const values = [10, 12, 20, 19, 5].map((value, i) => ({ at: i * minute, value }))
  expect(changes(values, 2 * minute).map(({ value }) => value)).toEqual([0, 2, 10, 7, -15])
})

describe('a limit that is passed again and again', () => {
  const often: Condition = { ...rule, value: 30, hysteresis: 2 }
  const at = (values: number[]) => values.map((value, i) => ({ at: i * minute, value }))
  test('counts each time the value comes to be beyond it, after it was back', () => {
    // 29 is not back yet; the first value says nothing of how it came there.
    expect(
      crossings(often, at([35, 25, 35, 35, 29, 35, 27, 31]), 60 * minute).map(({ value }) => value),
    ).toEqual([0, 0, 1, 1, 1, 1, 1, 2])
  })
  test('forgets what lies before the window', () => {
    expect(
      crossings(often, at([25, 35, 25, 35, 25, 25, 25]), 3 * minute).map(({ value }) => value),
    ).toEqual([0, 1, 1, 2, 1, 1, 0])
  })
  test('is an alarm from so many times on, until there are fewer', () => {
    const flapping = {
      trigger: 'count',
      operator: 'above',
      value: 30,
      value2: null,
      severeValue: null,
      hysteresis: 2,
      times: 3,
      rateMinutes: 10,
      level: 2,
      durationSeconds: 0,
      clearSeconds: 0,
    } as unknown as Rule
    const values = at([25, 35, 25, 35, 25, 35, 25, 25, 25, 25, 25, 25, 25, 25])
    expect(
      replay(conditionOf(flapping), seriesOf(flapping, values), 20 * minute, 14 * minute),
    ).toMatchObject([{ beganAt: 5 * minute, clearedAt: 11 * minute, peak: 3 }])
    expect(
      replay(
        conditionOf({ ...flapping, times: 4 }),
        seriesOf({ ...flapping, times: 4 }, values),
        20 * minute,
        14 * minute,
      ),
    ).toEqual([])
  })
})
test('a fault is any code, or the one that is meant', () => {
  const fault = {
    trigger: 'fault',
    faultCode: null,
    level: 3,
    durationSeconds: 0,
    clearSeconds: 0,
  } as unknown as Rule
  const values = [0, 3, 5, 0].map((value, i) => ({ at: i * minute, value }))
  const spans = (of: Rule) =>
    replay(conditionOf(of), seriesOf(of, values), gap, 10 * minute).map(
      ({ beganAt, clearedAt }) => [beganAt / minute, clearedAt! / minute],
    )
  expect([
    spans(fault),
    spans({ ...fault, faultCode: 5 }),
    spans({ ...fault, faultCode: 9 }),
  ]).toEqual([[[1, 3]], [[2, 3]], []])
})

describe('an end and a level of their own', () => {
  const at = (values: readonly number[]): Sample[] =>
    values.map((value, i) => ({ at: i * minute, value }))
  const happened = (condition: Condition, values: readonly number[]) => {
    let state: State | null = null
    return at(values).flatMap((sample) => {
      const done = step(condition, state, sample, gap)
      state = done.state
      return done.happened.map(({ kind, level }) => `${kind} ${level}`)
    })
  }
  const now: Condition = { ...rule, durationMs: 0 }

  test('it is over at the limit that was set for that, and not before', () => {
    expect(happened({ ...now, clearValue: 20 }, [31, 29, 21, 20])).toEqual([
      'raised 2',
      'cleared 2',
    ])
    expect(
      happened({ ...now, operator: 'below', value: 10, clearValue: 15 }, [9, 12, 14, 15]),
    ).toEqual(['raised 2', 'cleared 2'])
    expect(happened(now, [31, 30])).toEqual(['raised 2', 'cleared 2'])
  })

  test('its level falls where it may, by the hysteresis, and rises again', () => {
    const severe = { ...now, severeValue: 40, hysteresis: 2 }
    expect(happened({ ...severe, falls: true }, [31, 41, 39, 38, 41, 28])).toEqual([
      'raised 2',
      'risen 3',
      'eased 2',
      'risen 3',
      'cleared 3',
    ])
    expect(happened(severe, [31, 41, 39, 32, 41, 28])).toEqual(['raised 2', 'risen 3', 'cleared 3'])
  })

  test('limits that count themselves', () => {
    expect(happened({ ...now, operator: 'atLeast' }, [29.9, 30, 29.9])).toEqual([
      'raised 2',
      'cleared 2',
    ])
    expect(happened({ ...now, operator: 'atMost', value: 5 }, [5.1, 5, 5.1])).toEqual([
      'raised 2',
      'cleared 2',
    ])
    expect(happened({ ...now, operator: 'notEquals', value: 1 }, [1, 0, 1])).toEqual([
      'raised 2',
      'cleared 2',
    ])
    expect(happened({ ...now, operator: 'above' }, [30])).toEqual([])
    for (const operator of [
      'above',
      'atLeast',
      'below',
      'atMost',
      'notEquals',
      'equals',
    ] as const) {
      for (const value of [29, 30, 31])
        expect(
          isOver({ ...now, operator }, value) && isBack({ ...now, operator }, value),
          `${operator} ${value}`,
        ).toBe(false)
    }
  })

  test('it begins within its hours alone, and lasts beyond them', () => {
    const isActive = (time: number) => time >= 3 * minute && time < 6 * minute
    const inHours = { ...now, isActive }
    expect(happened(inHours, [31, 31, 31, 31, 31, 31, 31, 25])).toEqual(['raised 2', 'cleared 2'])
    expect(
      replay(inHours, at([31, 31, 31, 31, 25]), gap, hour).map(({ beganAt }) => beganAt),
    ).toEqual([3 * minute])
    expect(replay(inHours, at([25, 25, 25, 25, 25, 25, 31]), gap, hour)).toEqual([])
    // What has to last so long lasts so long within them.
    expect(
      replay({ ...inHours, durationMs: 2 * minute }, at([31, 31, 31, 31, 31, 31]), gap, hour).map(
        ({ beganAt }) => beganAt,
      ),
    ).toEqual([5 * minute])
    expect(
      replay(
        { ...inHours, durationMs: 4 * minute },
        at(Array.from({ length: 20 }, () => 31)),
        gap,
        hour,
      ),
    ).toEqual([])
    expect(
      withinHours(silences([0, 30 * minute], minute, hour, 2), isActive, hour).map(
        ({ beganAt }) => beganAt,
      ),
    ).toEqual([3 * minute])
  })
})

describe('hours', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`)
  test.each([
    [[], '2026-11-22T03:00', true],
    [[{ days: '', from: '06:00', to: '18:00' }], '2026-11-22T06:00', true],
    [[{ days: '', from: '06:00', to: '18:00' }], '2026-11-22T18:00', false],
    [[{ days: '6', from: '06:00', to: '18:00' }], '2026-11-22T12:00', false],
    [[{ days: '67', from: '06:00', to: '18:00' }], '2026-11-22T12:00', true],
    // Past midnight a span belongs to the day on which it begins: the night of Saturday lasts into
    // Sunday, and that of Sunday into Monday.
    [[{ days: '6', from: '22:00', to: '05:00' }], '2026-11-22T04:59', true],
    [[{ days: '6', from: '22:00', to: '05:00' }], '2026-11-22T22:30', false],
    [[{ days: '7', from: '22:00', to: '05:00' }], '2026-11-23T04:00', true],
    [[{ days: '1', from: '00:00', to: '00:00' }], '2026-11-23T13:00', true],
    [
      [
        { days: '1', from: '06:00', to: '07:00' },
        { days: '7', from: '06:00', to: '07:00' },
      ],
      '2026-11-22T06:30',
      true,
    ],
  ] as const)('%j at %s: %s', (spans, moment, is) =>
    expect(isActiveAt(spans, 'Asia/Shanghai', at(moment))).toBe(is),
  )
})
