import { describe, expect, test } from 'vitest'
import type { RunStep } from '#contract/automation/control-run.ts'
import { next, passes, type EdgeTrigger } from '#server/modules/automation/engine/edge-trigger.ts'
import {
  holds,
  loopRuns,
  reasonAgainst,
  standingOf,
  type Standings,
} from '#server/modules/automation/engine/preconditions.ts'
import { nextStep, stagesOf } from '#server/modules/automation/engine/steps.ts'

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
