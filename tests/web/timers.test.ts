import { expect, test } from 'vitest'
import { nextOf } from '#server/modules/automation/engine/clock.ts'
import { wordsOf } from '#src/features/automation/cron.ts'
import {
  cronOf,
  everyMinutes,
  timerOf,
  timerText,
  type Timer,
} from '#src/features/automation/timer.ts'
import { durationText } from '#src/features/telemetry/length.ts'
import chinese from '../../locales/zh-CN/equipment.json'
import english from '../../locales/en-US/equipment.json'

/** Texts as the console has them. */
const sayer =
  (texts: object) =>
  (key: string, options: Record<string, unknown> = {}) => {
    const at = (path: string) =>
      path
        .split('.')
        .reduce<unknown>(
          (part, name) => (part as Record<string, unknown> | undefined)?.[name],
          texts,
        )
    const name = key.split(':')[1]!
    const text = (at(name) ?? at(`${name}_${options.count === 1 ? 'one' : 'other'}`)) as string
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, part: string) => String(options[part]))
  }
const said = (cron: string) => [
  timerText(sayer(chinese), timerOf(cron)),
  timerText(sayer(english), timerOf(cron)),
]

test('a timer reads as one says it, in both languages', () => {
  expect(said('0 6 * * *')).toEqual(['每天 06:00', 'Every day 06:00'])
  expect(said('30 14 * * 2,4')).toEqual(['每周二、四 14:30', 'Tue, Thu 14:30'])
  expect(said('30 7 * * 1-5')).toEqual([
    '每周一、二、三、四、五 07:30',
    'Mon, Tue, Wed, Thu, Fri 07:30',
  ])
  expect(said('0 6,18 * * *')).toEqual(['每天 06:00、18:00', 'Every day 06:00, 18:00'])
  expect(said('0 8-18/4 * * 1-5')).toEqual([
    '每周一、二、三、四、五 08:00、12:00、16:00',
    'Mon, Tue, Wed, Thu, Fri 08:00, 12:00, 16:00',
  ])
  expect(said('5 20/2 1 * *')).toEqual([
    '每月 1 日 20:05、22:05',
    'Every month on day 1, 20:05, 22:05',
  ])
  // Too many to be read one by one, or none.
  for (const hours of ['6-18', '*', '8-30/2', '8-18/0', '9-7', 'x']) {
    expect(said(`10 ${hours} * * 1`)).toEqual([null, null])
  }
  expect(said('0 6 1 * *')).toEqual(['每月 1 日 06:00', 'Every month on day 1, 06:00'])
  expect(said('0 6 15 3 *')).toEqual(['每年 3 月 15 日 06:00', 'Every year on March 15, 06:00'])
  expect(said('*/15 * * * *')).toEqual(['每 15 分钟', 'Every 15 minutes'])
  expect(said('0 */2 * * *')).toEqual(['每 2 小时', 'Every 2 hours'])
  expect(said('2027-03-15T06:00/PT90M')).toEqual([
    '每 90 分钟，从 2027-03-15 06:00 算起',
    'Every 90 minutes from 2027-03-15 06:00',
  ])
  expect(said('2027-03-15T06:00/PT300M')).toEqual([
    '每 5 小时，从 2027-03-15 06:00 算起',
    'Every 5 hours from 2027-03-15 06:00',
  ])
  expect(said('2027-03-15T06:00')).toEqual(['2027-03-15 06:00（一次）', '2027-03-15 06:00 (once)'])
  // Only its expression says it.
  expect(said('*/7 3-5 * * 1#2')).toEqual([null, null])
})

test('whatever is chosen is stored as a timer that the server runs, and is chosen again from it', () => {
  const chosen: Timer[] = [
    { kind: 'week', days: [1, 2, 3, 4, 5, 6, 7], clock: '06:00' },
    { kind: 'week', days: [2, 7], clock: '23:59' },
    { kind: 'month', day: 31, clock: '00:00' },
    { kind: 'year', month: 2, day: 29, clock: '12:30' },
    { kind: 'once', date: '2099-12-31', clock: '23:00' },
    ...everyMinutes.map((minutes) => ({ kind: 'every' as const, minutes })),
    ...[1, 7, 45, 90, 300, 1440, 10_080, 43_200].map((minutes) => ({
      kind: 'every' as const,
      minutes,
      from: '2026-03-29T00:30',
    })),
    { kind: 'cron', cron: '5 4 * * 1-5,0#2' },
  ]
  for (const one of chosen) {
    const cron = cronOf(one)
    expect(timerOf(cron), cron).toEqual(one)
    for (const zone of ['Asia/Shanghai', 'Europe/Berlin'])
      if (one.kind !== 'cron')
        expect(wordsOf(cron, 'zh-CN', zone, 1)?.next[0]?.getTime(), cron).toBe(
          nextOf([cron], zone, Date.now()),
        )
  }
  // Sunday is either end of a week to cron.
  expect([timerOf('0 6 * * 0'), timerOf('0 6 * * 7')]).toEqual([
    { kind: 'week', days: [7], clock: '06:00' },
    { kind: 'week', days: [7], clock: '06:00' },
  ])
  expect([
    cronOf({ kind: 'once', date: '', clock: '06:00' }),
    cronOf({ kind: 'week', days: [], clock: '06:00' }),
    // It would be uneven at each hour.
    cronOf({ kind: 'every', minutes: 7 }),
  ]).toEqual(['', '', ''])
})

test('a moment that has passed has no next one, and the zone is the tenant’s', () => {
  expect(wordsOf('2020-01-01T06:00', 'zh-CN', 'Asia/Shanghai', 5)).toBeNull()
  expect(
    wordsOf('2099-06-01T06:00', 'zh-CN', 'Asia/Shanghai', 5)?.next.map((at) => at.toISOString()),
  ).toEqual(['2099-05-31T22:00:00.000Z'])
})

test('a length of time is said to the last second', () => {
  expect(
    [0, 45, 60, 90, 1200, 5400, 86_400].map((seconds) => durationText(seconds, 'zh-CN')),
  ).toEqual(['0秒', '45秒', '1分钟', '1分钟 30秒', '20分钟', '1小时 30分钟', '24小时'])
})
