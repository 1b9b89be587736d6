import { expect, test } from 'vitest'
import { deviceTypes } from '#contract/devices/index.ts'
import {
  choicesOf,
  effectOf,
  needsConfirmation,
  placeOf,
  switchPlaces,
  typesOf,
} from '#contract/devices/switch-places.ts'
import {
  closedBecause,
  effectLabel,
  effectStatus,
  isNews,
  obedience,
  orderText,
  reasonText,
  switchLabel,
  toneOf,
} from '#src/features/command/control-words.ts'
import type { CommandRow } from '#contract/command/command.ts'
import { commandTone } from '#src/features/command/command-tone.ts'
import { clockBehind } from '#src/features/equipment/age.ts'
import { lengthBetween, lengthText } from '#src/features/telemetry/length.ts'
import { limitFault } from '#src/features/equipment/limit-fault.ts'

const t = (key: string, options: Record<string, unknown> = {}) =>
  `${key.split(/[:.]/).at(-1)}${options.circuit ? ` ${String(options.name)} ${String(options.circuit)}` : ''}`

test('circuits of a device are counted through, its channels keep their own numbers', () => {
  const places = switchPlaces(deviceTypes.gateway)
  expect(places.map(({ circuit }) => circuit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(places[8]).toMatchObject({ channel: 'motor.1', actuator: 'motor', actuatorCircuit: 1 })
  expect(placeOf(deviceTypes.electric_valve, 'opening')).toMatchObject({
    circuit: 2,
    actuatorCircuit: null,
  })
  expect(placeOf(deviceTypes.soil, 'humidity.1')).toBeNull()
})

test('three sets of words for the values of a switch', () => {
  expect([0, 1].map((value) => effectOf('switch', 'plain', value))).toEqual(['close', 'open'])
  expect([1, 0, 2].map((value) => effectOf('direction', 'rollerBlind', value))).toEqual([
    'unroll',
    'stop',
    'rollUp',
  ])
  expect([1, 0, 2].map((value) => effectOf('direction', 'related', value))).toEqual([
    'forward',
    'stop',
    'reverse',
  ])
  expect(choicesOf('switch', 'related').map(({ effect }) => effect)).toEqual(['stop', 'forward'])
  expect([choicesOf('level', 'plain'), effectOf('level', 'plain', 1), typesOf('switch')]).toEqual([
    [],
    'set',
    ['plain', 'related'],
  ])
})

test('an order says what it will do, a level with its number', () => {
  const say = (key: string, options: Record<string, unknown> = {}) =>
    `${key.split('.').at(-1)} ${String(options.value ?? '')}`.trim()
  const gate = {
    deviceType: 'value_regulated',
    channel: 'opening',
    kind: 'level',
    type: 'plain',
  } as const
  expect([30, 0, 100].map((value) => orderText(say, gate, value))).toEqual([
    'setTo 30 %',
    'fullyClosed',
    'fullyOpen',
  ])
})

test('a target that no longer holds is said to be none, for switches and levels alike', () => {
  const told = (state: string, wanted: number, more = {}) =>
    ({ state, wanted, tolerance: 1, lateAt: null, ...more }) as unknown as CommandRow
  const of = (
    command: CommandRow | null,
    status: number | null,
    kind: 'switch' | 'level' | 'reset' = 'level',
  ) => obedience({ command, status, kind })
  expect([
    of(null, 0),
    of(told('created', 60), 100),
    of(told('confirmed', 60), 60.5),
    of(told('confirmed', 60), 100),
    of(told('timedOut', 60), 100),
    of(told('timedOut', 60, { lateAt: 'x' }), 100),
    of(told('expired', 60), 60),
  ]).toEqual(['none', 'open', 'met', 'moved', 'undone', 'moved', 'met'])
  // Nothing is wanted by what was taken back, or of what nobody has heard; a reset is no place to
  // stand at.
  expect([
    of(told('cancelled', 60), 100),
    of(told('confirmed', 60), null),
    of(told('confirmed', 0), 7, 'reset'),
  ]).toEqual(['none', 'none', 'none'])
})

test('a relay is on or off, a valve open or closed', () => {
  const say = (key: string) => key.split(':')[1]!
  const words = (deviceType: string, channel: string) => [
    effectLabel(say, 'open', { deviceType, channel }),
    effectStatus(say, 'close', { deviceType, channel }),
  ]
  expect([
    words('gateway', 'relay.3'),
    words('networkPower', 'on'),
    words('electric_valve', 'open'),
    words('waterFertilizer', 'channel.2'),
    words('gateway', 'motor.1'),
  ]).toEqual([
    ['control.verbs.on', 'control.status.off'],
    ['control.verbs.on', 'control.status.off'],
    ['control.verbs.open', 'control.status.close'],
    ['control.verbs.open', 'control.status.close'],
    ['control.verbs.open', 'control.status.close'],
  ])
})

test('what is dangerous is confirmed before it moves, not before it stops', () => {
  const { about } = placeOf(deviceTypes.gateway, 'motor.1')!
  expect([0, 1, 2].map((value) => needsConfirmation(about, value))).toEqual([false, true, true])
  expect(needsConfirmation(placeOf(deviceTypes.gateway, 'relay.1')!.about, 1)).toBe(false)
})

test('a tile says why it is closed, the nearest reason first', () => {
  const row = { online: 1, enabledFlag: 1, deviceEnabledFlag: 1 } as const
  expect([
    closedBecause(row, true),
    closedBecause(row, false),
    closedBecause({ ...row, online: 0 }, true),
    closedBecause({ ...row, online: 0, deviceEnabledFlag: 0 }, true),
    closedBecause({ ...row, enabledFlag: 0 }, true),
  ]).toEqual([null, 'permission', 'offline', 'deviceDisabled', 'switchDisabled'])
})

test('colours: 0 red, 1 green, any other orange; what is known to have happened is green', () => {
  expect([0, 1, 2].map((value) => toneOf('direction', value))).toEqual(['bad', 'good', 'warn'])
  expect(
    (['created', 'delivered', 'confirmed', 'timedOut', 'expired', 'superseded'] as const).map(
      commandTone,
    ),
  ).toEqual(['warn', 'warn', 'good', 'bad', 'bad', 'quiet'])
})

test('a failure is news for longer than a success', () => {
  const endedAt = new Date(0).toISOString()
  expect([
    isNews({ state: 'confirmed', endedAt }, 59_000),
    isNews({ state: 'confirmed', endedAt }, 61_000),
    isNews({ state: 'expired', endedAt }, 61_000),
    isNews({ state: 'expired', endedAt }, 601_000),
  ]).toEqual([true, false, true, false])
  expect([reasonText(t, null), reasonText(t, 'stopFailed'), reasonText(t, '低电压')]).toEqual([
    'noReason',
    'stopFailed',
    '低电压',
  ])
})

test('a circuit is called as people call it, or as what it is', () => {
  const row = { deviceType: 'gateway', channel: 'relay.3', name: null }
  expect([switchLabel(t, row), switchLabel(t, { ...row, name: '水泵' })]).toEqual([
    'circuit relay 3',
    '水泵',
  ])
})

test('a number beyond its limits is refused as it stands', () => {
  const say = (key: string, options: Record<string, unknown> = {}) =>
    `${key.split('.').at(-1)} ${String(options.min ?? options.max ?? options.scale ?? '')}`.trim()
  const level = { min: 10, max: 50_000, decimals: 0 }
  expect(
    [null, 50_000, 50_001, 9, 10.5, 'ten'].map((value) => limitFault(say, value, level)),
  ).toEqual([null, null, 'too_big 50000', 'too_small 10', 'notAnInteger', 'notAnInteger'])
  expect(
    [0.01, 0.005, 16].map((value) => limitFault(say, value, { min: 0.01, max: 16, decimals: 2 })),
  ).toEqual([null, 'too_small 0.01', null])
  expect(limitFault(say, 1.25, { decimals: 1 })).toBe('decimals 1')
})

test('a length is said in its largest units, and in seconds below a minute', () => {
  expect([0, 45_000, 61_000, 3_900_000, 90_000_000].map((ms) => lengthText(ms, 'en-US'))).toEqual([
    '0 sec',
    '45 sec',
    '1 min',
    '1 hr 5 min',
    '1 day 1 hr',
  ])
  expect(lengthText(45_000, 'zh-CN').replaceAll(' ', '')).toBe('45秒')
  expect(
    lengthBetween('2026-01-01T00:00:00Z', null, Date.parse('2026-01-01T00:00:30Z'), 'en-US'),
  ).toBe('30 sec')
})

test('a clock that is slow is told from values that are merely waited for', () => {
  const row = { online: 1, lastSeenAt: '2026-01-01T10:00:00Z', reportMinutes: 5 }
  expect(clockBehind('2026-01-01T09:40:00Z', row)).toBe(20 * 60_000)
  expect([
    clockBehind('2026-01-01T09:50:00Z', row),
    clockBehind('2026-01-01T09:40:00Z', { ...row, online: 0 }),
    clockBehind(undefined, row),
    clockBehind('2026-01-01T09:40:00Z', { ...row, reportMinutes: 30 }),
  ]).toEqual([null, null, null, null])
})
