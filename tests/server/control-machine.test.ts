import { describe, expect, test } from 'vitest'
import type { CommandState } from '#contract/command/command.ts'
import { deadTimeMs, next, type Open } from '#server/modules/command/engine/machine.ts'
import { plan, type Earlier, type Standing } from '#server/modules/command/engine/plan.ts'

const at = 1_000_000
const open = (state: CommandState, more: Partial<Open> = {}): Open => ({
  state,
  expiresAt: at + 60_000,
  notBefore: null,
  match: null,
  stop: null,
  ...more,
})

describe('a command', () => {
  test.each<[string, Open, number, boolean, ReturnType<typeof next>]>([
    ['goes out when its device listens', open('created'), at, true, { state: 'sent' }],
    ['stays while nobody listens', open('created'), at, false, null],
    ['stays until its dead time is over', open('created', { notBefore: at + 1 }), at, true, null],
    [
      'goes out when its dead time is over',
      open('created', { notBefore: at }),
      at,
      true,
      { state: 'sent' },
    ],
    ['is never sent late', open('created'), at + 60_000, true, { state: 'expired' }],
    [
      'is expired when it was not acknowledged',
      open('sent'),
      at + 60_000,
      true,
      { state: 'expired' },
    ],
    [
      'is timed out when it was acknowledged and not confirmed',
      open('delivered'),
      at + 60_000,
      true,
      { state: 'timedOut' },
    ],
    [
      'is confirmed by a report, acknowledged or not',
      open('sent', { match: { value: 1 } }),
      at,
      true,
      { state: 'confirmed', reported: 1 },
    ],
    [
      'is confirmed by a report that was looked at late',
      open('delivered', { match: { value: 1 } }),
      at + 70_000,
      true,
      { state: 'confirmed', reported: 1 },
    ],
    [
      'that has not gone out is confirmed by nothing',
      open('created', { match: { value: 1 } }),
      at,
      false,
      null,
    ],
    [
      'waits for its stop',
      open('waiting', { stop: { state: 'delivered', endedAt: null } }),
      at,
      true,
      null,
    ],
    [
      'goes on two seconds after its stop',
      open('waiting', { stop: { state: 'confirmed', endedAt: at } }),
      at,
      true,
      { state: 'created', notBefore: at + deadTimeMs },
    ],
    [
      'is called off when its stop failed',
      open('waiting', { stop: { state: 'timedOut', endedAt: at } }),
      at,
      true,
      { state: 'cancelled', reason: 'stopFailed' },
    ],
    [
      'does not wait for ever',
      open('waiting', { stop: { state: 'delivered', endedAt: null } }),
      at + 60_000,
      true,
      { state: 'expired' },
    ],
  ])('%s', (_what, command, now, canSend, change) =>
    expect(next(command, now, canSend)).toEqual(change),
  )

  test.each(['confirmed', 'rejected', 'timedOut', 'expired', 'superseded', 'cancelled'] as const)(
    'that is %s has ended',
    (state) => {
      for (const now of [at, at + 60_000])
        expect(next(open(state, { match: { value: 1 } }), now, true)).toBeNull()
    },
  )
})

const was = (
  id: number,
  state: CommandState,
  wanted: number,
  sentAt: number | null = at - 5000,
  endedAt: number | null = null,
): Earlier => ({ id, state, wanted, sentAt, endedAt })
const motor = (more: Partial<Standing> = {}): Standing => ({
  kind: 'direction',
  reported: { value: 0, at: at - 60_000 },
  open: [],
  last: null,
  ...more,
})
const at2 = { stop: null, notBefore: null }

describe('an order', () => {
  test('to a switch goes out at once and replaces what is open', () => {
    expect(plan({ kind: 'switch', reported: null, open: [], last: null }, 1, at)).toEqual({
      supersedes: [],
      ...at2,
    })
    expect(
      plan(
        {
          kind: 'switch',
          reported: null,
          open: [was(1, 'delivered', 1)],
          last: was(1, 'delivered', 1),
        },
        0,
        at,
      ),
    ).toEqual({ supersedes: [1], ...at2 })
    expect(
      plan({ kind: 'level', reported: null, open: [was(1, 'sent', 40)], last: null }, 60, at),
    ).toEqual({ supersedes: [1], ...at2 })
  })
  test('for what is on its way already is not taken', () => {
    expect(
      plan({ kind: 'switch', reported: null, open: [was(1, 'sent', 1)], last: null }, 1, at),
    ).toEqual({ isAlreadyOnItsWay: true })
    expect(plan(motor({ open: [was(1, 'sent', 0), was(2, 'waiting', 2, null)] }), 2, at)).toEqual({
      isAlreadyOnItsWay: true,
    })
  })
  test('to turn a motor that stands goes out at once', () =>
    expect(plan(motor(), 1, at)).toEqual({ supersedes: [], ...at2 }))
  test('to turn on the way it turns goes out at once', () =>
    expect(plan(motor({ reported: { value: 1, at } }), 1, at)).toEqual({ supersedes: [], ...at2 }))
  test('to turn back needs a stop first', () =>
    expect(plan(motor({ reported: { value: 1, at } }), 2, at)).toEqual({
      supersedes: [],
      stop: 'new',
      notBefore: null,
    }))
  test('to turn back what was told since its report to turn needs a stop too', () => {
    for (const state of ['timedOut', 'expired', 'superseded'] as const)
      expect([state, plan(motor({ last: was(1, state, 1) }), 2, at)]).toEqual([
        state,
        { supersedes: [], stop: 'new', notBefore: null },
      ])
    expect(plan(motor({ open: [was(1, 'sent', 1)], last: was(1, 'sent', 1) }), 2, at)).toEqual({
      supersedes: [1],
      stop: 'new',
      notBefore: null,
    })
    expect(plan(motor({ last: was(1, 'rejected', 1) }), 2, at)).toEqual({ supersedes: [], ...at2 })
  })
  test('to turn what nobody knows of needs a stop first', () =>
    expect(plan(motor({ reported: null }), 1, at)).toEqual({
      supersedes: [],
      stop: 'new',
      notBefore: null,
    }))
  test('waits out the dead time after a stop', () => {
    expect(plan(motor({ last: was(1, 'confirmed', 0, at - 1000, at - 500) }), 2, at)).toEqual({
      supersedes: [],
      stop: null,
      notBefore: at + 1500,
    })
    expect(plan(motor({ last: was(1, 'confirmed', 0, at - 9000, at - 8000) }), 2, at)).toEqual({
      supersedes: [],
      ...at2,
    })
  })
  test('waits for the stop that is on its way, instead of what waited before', () => {
    expect(plan(motor({ open: [was(1, 'sent', 0), was(2, 'waiting', 2, null)] }), 1, at)).toEqual({
      supersedes: [2],
      stop: 1,
      notBefore: null,
    })
  })
  test('to stop goes out at once, and drops what waited', () => {
    expect(plan(motor({ open: [was(1, 'sent', 1)], last: was(1, 'sent', 1) }), 0, at)).toEqual({
      supersedes: [1],
      ...at2,
    })
    expect(plan(motor({ open: [was(1, 'sent', 0), was(2, 'waiting', 2, null)] }), 0, at)).toEqual({
      supersedes: [2],
      stop: 1,
      notBefore: null,
    })
  })
})
