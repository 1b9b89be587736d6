import { dayAfter, daysBetween } from '#contract/planting/stages.ts'
import type { ChartItem } from '#contract/plan/plan-calls.ts'

export const scales = ['day', 'month'] as const
export type Scale = (typeof scales)[number]
/** Height of an item's row. */
export const rowHeight = 40
const widths: Readonly<Record<Scale, number>> = { day: 28, month: 5 }

/** The days that are drawn, and where each lies. */
export interface Ground {
  from: string
  /** How many days. */
  days: number
  /** Of a day, in pixels. */
  width: number
  scale: Scale
}

/** From the first day of anything to the last, with some air, today among them. */
export function groundOf(items: readonly ChartItem[], today: string, scale: Scale): Ground {
  const all = items.flatMap((one) => [
    one.startsOn,
    one.endsOn,
    ...(one.baselineStartsOn && one.baselineEndsOn
      ? [one.baselineStartsOn, one.baselineEndsOn]
      : []),
  ])
  const sorted = [today, ...all].toSorted()
  const air = scale === 'day' ? 5 : 20
  const from = dayAfter(sorted[0]!, -air)
  const to = dayAfter(sorted.at(-1)!, air * 2)
  return { from, days: daysBetween(from, to) + 1, width: widths[scale], scale }
}
export const leftOf = ({ from, width }: Ground, day: string): number =>
  daysBetween(from, day) * width
/** Both days included. */
export const widthOf = ({ width }: Ground, from: string, to: string): number =>
  (daysBetween(from, to) + 1) * width

/** A cell of the line of time. */
export interface Tick {
  key: string
  left: number
  width: number
  text: string
  isRest?: boolean
}

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (first: string) => monthStart(dayAfter(first, 32))
/** The months, or years, that lie in the drawn days. */
export function bigTicks(ground: Ground): Tick[] {
  const last = dayAfter(ground.from, ground.days - 1)
  const isYears = ground.scale === 'month'
  const next = (day: string) =>
    isYears ? `${Number(day.slice(0, 4)) + 1}-01-01` : nextMonth(monthStart(day))
  const ticks: Tick[] = []
  for (let day = ground.from; day <= last; day = next(day)) {
    const end = [dayAfter(next(day), -1), last].toSorted()[0]!
    ticks.push({
      key: day,
      left: leftOf(ground, day),
      width: widthOf(ground, day, end),
      text: isYears ? day.slice(0, 4) : day.slice(0, 7),
    })
  }
  return ticks
}
/** The days, or months, that lie in the drawn days. */
export function smallTicks(ground: Ground): Tick[] {
  const last = dayAfter(ground.from, ground.days - 1)
  const ticks: Tick[] = []
  if (ground.scale === 'month') {
    for (let day = ground.from; day <= last; day = nextMonth(monthStart(day))) {
      const end = [dayAfter(nextMonth(monthStart(day)), -1), last].toSorted()[0]!
      ticks.push({
        key: day,
        left: leftOf(ground, day),
        width: widthOf(ground, day, end),
        text: String(Number(day.slice(5, 7))),
      })
    }
    return ticks
  }
  for (let at = 0; at < ground.days; at++) {
    const day = dayAfter(ground.from, at)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    ticks.push({
      key: day,
      left: at * ground.width,
      width: ground.width,
      text: String(Number(day.slice(8))),
      isRest: weekday === 0 || weekday === 6,
    })
  }
  return ticks
}
/** The way from the end of what is waited for to the beginning of what waits, by rows. */
export function linkPath(
  ground: Ground,
  from: { row: number; endsOn: string },
  to: { row: number; startsOn: string },
): string {
  const middle = (row: number) => row * rowHeight + rowHeight / 2
  const x1 = leftOf(ground, from.endsOn) + ground.width
  const x2 = leftOf(ground, to.startsOn)
  const [y1, y2] = [middle(from.row), middle(to.row)]
  const step = 6
  if (x2 - x1 >= step * 2) return `M${x1} ${y1}H${x1 + step}V${y2}H${x2}`
  const turn = y1 + ((y2 > y1 ? 1 : -1) * rowHeight) / 2
  return `M${x1} ${y1}H${x1 + step}V${turn}H${x2 - step}V${y2}H${x2}`
}
