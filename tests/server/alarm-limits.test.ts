import { describe, expect, test } from 'vitest'
import { isActiveAt } from '#contract/automation/active-hours.ts'
import {
  isBack,
  isOver,
  step,
  type Condition,
  type Sample,
  type State,
} from '#server/modules/alarm/engine/machine.ts'
import {
  crossings,
  replay,
  seriesOf,
  silences,
  withinHours,
} from '#server/modules/alarm/engine/replay.ts'
import { conditionOf, type Rule } from '#server/modules/alarm/engine/rules.ts'
import { gap, minute, rule } from './alarm-machine-ground.ts'

const hour = 60 * minute

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
