import { intervalOf, intervalText } from '#contract/automation/interval.ts'

/** When a timer comes, as people say it; `cron`: what has no such words. */
export type Timer =
  | { kind: 'week'; days: number[]; clock: string }
  | { kind: 'month'; day: number; clock: string }
  | { kind: 'year'; month: number; day: number; clock: string }
  | { kind: 'once'; date: string; clock: string }
  /**
   * `from`: what it is counted from, 'YYYY-MM-DDTHH:MM'; none: the hour or the midnight that it
   * divides without a rest.
   */
  | { kind: 'every'; minutes: number; from?: string }
  | { kind: 'cron'; cron: string }
export const timerKinds = ['week', 'month', 'year', 'every', 'once', 'cron'] as const
/** 1 Monday to 7 Sunday. */
export const allDays = [1, 2, 3, 4, 5, 6, 7] as const
/** Minutes that divide an hour or a day without a rest: they need no moment to be counted from. */
export const everyMinutes = [
  1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720,
] as const
export const isEven = (minutes: number) => (everyMinutes as readonly number[]).includes(minutes)

const two = (number: number) => String(number).padStart(2, '0')
const clockOf = (hour: string, minute: string) => `${two(Number(hour))}:${two(Number(minute))}`
const isNumber = (text: string) => /^\d{1,2}$/.test(text)
/** Days of a week that a cron's fifth field names; null where it says more than days. */
function daysOf(field: string): number[] | null {
  if (field === '*') return [...allDays]
  const days = field.split(',').flatMap((part) => {
    const [, from, to] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? []
    if (from === undefined) return [Number.NaN]
    return Array.from(
      { length: Math.max(0, Number(to ?? from) - Number(from)) + 1 },
      (_, i) => Number(from) + i,
    )
  })
  return days.some(Number.isNaN)
    ? null
    : [...new Set(days.map((day) => (day === 0 ? 7 : day)))].sort((a, b) => a - b)
}
/** More than so many hours of a day are no longer read one by one. */
const mostHours = 6
/** Hours of a day that a cron's second field names; null where it is one, or more than are read. */
function hoursOf(field: string): string[] | null {
  const hours = field.split(',').flatMap((part) => {
    const [, any, from, to, step] =
      /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
    const first = any ? 0 : Number(from)
    const last = any || (step && !to) ? 23 : Number(to ?? from)
    if (Number.isNaN(first) || last > 23 || step === '0') return [Number.NaN]
    return Array.from(
      { length: Math.max(0, Math.floor((last - first) / Number(step ?? 1)) + 1) },
      (_, i) => first + i * Number(step ?? 1),
    )
  })
  return hours.length < 2 || hours.length > mostHours || hours.some(Number.isNaN)
    ? null
    : hours.map(String)
}
function everyOf(minute: string, hour: string): number | null {
  const step = (field: string) =>
    field === '*' ? 1 : Number(/^\*\/(\d{1,2})$/.exec(field)?.[1] ?? Number.NaN)
  const minutes =
    hour === '*'
      ? step(minute)
      : minute === '0' && hour.startsWith('*/')
        ? step(hour) * 60
        : Number.NaN
  return isEven(minutes) ? minutes : minute === '0' && hour === '*' ? 60 : null
}

/** What a stored timer says. */
export function timerOf(cron: string): Timer {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(cron) ?? []
  if (date && clock) return { kind: 'once', date, clock }
  const interval = intervalOf(cron)
  if (interval) return { kind: 'every', ...interval }
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron
    .trim()
    .split(/\s+/)
  const unknown: Timer = { kind: 'cron', cron }
  if (more.length > 0 || weekday === '') return unknown
  const minutes = day === '*' && month === '*' && weekday === '*' ? everyOf(minute, hour) : null
  if (minutes !== null) return { kind: 'every', minutes }
  if (!isNumber(minute) || !isNumber(hour)) return unknown
  const at = clockOf(hour, minute)
  const days = day === '*' && month === '*' ? daysOf(weekday) : null
  if (days) return { kind: 'week', days, clock: at }
  if (weekday !== '*' || !isNumber(day)) return unknown
  return month === '*'
    ? { kind: 'month', day: Number(day), clock: at }
    : isNumber(month)
      ? { kind: 'year', month: Number(month), day: Number(day), clock: at }
      : unknown
}

/** How a timer is stored; empty where something is still wanting. */
export function cronOf(timer: Timer): string {
  if (timer.kind === 'cron') return timer.cron
  if (timer.kind === 'every' && timer.from) return intervalText({ ...timer, from: timer.from })
  if (timer.kind === 'every')
    return !isEven(timer.minutes)
      ? ''
      : timer.minutes === 60
        ? '0 * * * *'
        : timer.minutes > 60
          ? `0 */${timer.minutes / 60} * * *`
          : timer.minutes === 1
            ? '* * * * *'
            : `*/${timer.minutes} * * * *`
  if (
    !timer.clock ||
    (timer.kind === 'once' && !timer.date) ||
    (timer.kind === 'week' && timer.days.length === 0)
  )
    return ''
  if (timer.kind === 'once') return `${timer.date}T${timer.clock}`
  const [hour, minute] = timer.clock.split(':').map(Number)
  if (timer.kind === 'month') return `${minute} ${hour} ${timer.day} * *`
  if (timer.kind === 'year') return `${minute} ${hour} ${timer.day} ${timer.month} *`
  return `${minute} ${hour} * * ${
    timer.days.length === allDays.length
      ? '*'
      : timer.days
          .map((day) => day % 7)
          .sort((a, b) => a - b)
          .join(',')
  }`
}

type Translate = (key: string, options?: Record<string, unknown>) => string
/** A timer in a sentence; null where only its expression says it. */
export function timerText(t: Translate, timer: Timer): string | null {
  const say = (key: string, options: Record<string, unknown>) =>
    t(`equipment:timer.says.${key}`, options)
  switch (timer.kind) {
    case 'cron': {
      // Several hours of a day are one timer to whoever wrote them.
      const [minute = '', hours = '', ...rest] = timer.cron.trim().split(/\s+/)
      const each = hoursOf(hours)
      if (!each) return null
      const first = timerOf([minute, each[0], ...rest].join(' '))
      return first.kind === 'cron' || first.kind === 'every'
        ? null
        : timerText(t, {
            ...first,
            clock: each.map((hour) => clockOf(hour, minute)).join(t('equipment:timer.comma')),
          })
    }
    case 'every': {
      const every =
        timer.minutes % 60 === 0
          ? say('hours', { count: timer.minutes / 60 })
          : say('minutes', { count: timer.minutes })
      return timer.from ? say('from', { every, at: timer.from.replace('T', ' ') }) : every
    }
    case 'once':
      return say('once', { date: timer.date, clock: timer.clock })
    case 'month':
      return say('month', { day: timer.day, clock: timer.clock })
    case 'year':
      return say('year', {
        month: t(`equipment:timer.months.${timer.month}`),
        day: timer.day,
        clock: timer.clock,
      })
    case 'week':
      return timer.days.length === allDays.length
        ? say('day', { clock: timer.clock })
        : say('week', {
            days: timer.days
              .map((day) => t(`equipment:timer.days.${day}`))
              .join(t('equipment:timer.comma')),
            clock: timer.clock,
          })
  }
}
