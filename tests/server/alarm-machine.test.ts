import { describe, expect, test } from 'vitest'
import {
  isBack,
  isOver,
  step,
  type Condition,
  type Sample,
  type State,
} from '#server/modules/alarm/engine/machine.ts'
import { changes, noticesOf, replay, silences } from '#server/modules/alarm/engine/replay.ts'
import { noticesDue } from '#server/modules/alarm/engine/silence.ts'
import { gap, minute, rule, second } from './alarm-machine-ground.ts'

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
