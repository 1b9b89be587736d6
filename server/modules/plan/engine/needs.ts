import {
  workDays,
  type InputNeed,
  type MachineNeed,
  type PlanNeeds,
} from '#contract/plan/needs-calls.ts'
import { hoursOfDay } from '#contract/work/task-states.ts'
import { dayAfter, daysBetween } from '#contract/planting/stages.ts'

/** Work that is still to come. */
export interface Ahead {
  startsOn: string
  endsOn: string
  plannedHours: number | null
  people: number | null
  materials: readonly { skuId: number; quantity: number }[]
  machines: readonly { machineKindId: number; hours: number }[]
}
/** Machines of a kind that there are. */
export type Kind = Pick<MachineNeed, 'machineKindId' | 'name' | 'machines'>
export interface Goods {
  skuId: number
  name: string
  unitName: string | null
  /** Null, as the rest: the asker may not know. */
  stock: number | null
  reserved: number | null
  others: number | null
  /** By this plan; by whoever else, and on its way. */
  ownOrdered: number | null
  otherOrdered: number | null
}

/** The Monday of a day's week. */
const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** The weeks from today to the last day of anything. */
function weeksOf(work: readonly Ahead[], today: string): string[] {
  const last = [today, ...work.map(({ endsOn }) => endsOn)].toSorted().at(-1)!
  const first = mondayOf(today)
  return Array.from({ length: Math.floor(daysBetween(first, last) / 7) + 1 }, (_one, at) =>
    dayAfter(first, at * 7),
  )
}

/** Hours of work, spread evenly over its days that are left. */
function hoursBy(
  weeks: readonly string[],
  work: readonly Pick<Ahead, 'startsOn' | 'endsOn' | 'plannedHours'>[],
  today: string,
): number[] {
  const sums = weeks.map(() => 0)
  for (const { startsOn, endsOn, plannedHours } of work) {
    if (plannedHours === null) continue
    const from = startsOn < today ? today : startsOn
    const to = endsOn < from ? from : endsOn
    const days = daysBetween(from, to) + 1
    for (let at = 0; at < days; at++) {
      const week = Math.floor(daysBetween(weeks[0]!, dayAfter(from, at)) / 7)
      if (week < sums.length) sums[week]! += plannedHours / days
    }
  }
  return sums.map((sum) => round(sum, 1))
}
/** People on the busiest day of a week. */
function mostPeople(monday: string, work: readonly Ahead[], today: string): number {
  const days = Array.from({ length: 7 }, (_one, at) => dayAfter(monday, at))
  return Math.max(
    ...days.map((day) =>
      work
        .filter(({ startsOn, endsOn }) => {
          const end = endsOn < today ? today : endsOn
          return startsOn <= day && day <= end && day >= today
        })
        .reduce((sum, { people }) => sum + (people ?? 1), 0),
    ),
  )
}

/** What one thing takes by week, and where stock ends. */
function inputOf(goods: Goods, weeks: readonly string[], work: readonly Ahead[]): InputNeed {
  const used = weeks.map(() => 0)
  for (const { startsOn, materials } of work)
    for (const { skuId, quantity } of materials) {
      if (skuId !== goods.skuId) continue
      const week = Math.max(0, Math.floor(daysBetween(weeks[0]!, startsOn) / 7))
      used[Math.min(week, used.length - 1)]! += quantity
    }
  const total = round(
    used.reduce((sum, one) => sum + one, 0),
    3,
  )
  const { ownOrdered, otherOrdered, ...told } = goods
  const { stock, reserved, others } = told
  const isKnown = stock !== null
  // Others take first, and no more than there is: what they lack is theirs to order.
  const shared = (stock ?? 0) + (otherOrdered ?? 0) - (reserved ?? 0) - (others ?? 0)
  const free = Math.max(0, shared) + (ownOrdered ?? 0)
  let left = free
  const shortAt = used.findIndex((one) => (left -= one) < -1e-9)
  return {
    ...told,
    ordered: isKnown ? round(ownOrdered! + otherOrdered!, 3) : null,
    total,
    weeks: used.map((one) => round(one, 3)),
    short: isKnown ? round(Math.max(0, total - free), 3) : null,
    shortFrom: isKnown && shortAt >= 0 ? weeks[shortAt]! : null,
  }
}

/** Everything that is still to come, week by week. */
export function needsOf(
  work: readonly Ahead[],
  others: readonly Ahead[],
  goods: readonly Goods[],
  workers: number,
  today: string,
): Pick<PlanNeeds, 'weeks' | 'inputs'> {
  const weeks = weeksOf(work, today)
  const hours = hoursBy(weeks, work, today)
  const otherHours = hoursBy(weeks, others, today)
  return {
    weeks: weeks.map((from, at) => ({
      from,
      hours: hours[at]!,
      otherHours: otherHours[at]!,
      capacity: workers * hoursOfDay * workDays,
      people: mostPeople(from, work, today),
    })),
    inputs: goods.map((one) => inputOf(one, weeks, work)),
  }
}

/** Hours of each kind of machine, week by week, against those that it has. */
export function machinesOf(
  kinds: readonly Kind[],
  work: readonly Ahead[],
  others: readonly Ahead[],
  today: string,
): MachineNeed[] {
  const weeks = weeksOf(work, today)
  return kinds.map((kind) => {
    const ofKind = (all: readonly Ahead[]) =>
      all.flatMap(({ startsOn, endsOn, machines }) =>
        machines
          .filter(({ machineKindId }) => machineKindId === kind.machineKindId)
          .map(({ hours }) => ({ startsOn, endsOn, plannedHours: hours })),
      )
    const own = ofKind(work)
    const hours = hoursBy(weeks, own, today)
    const otherHours = hoursBy(weeks, ofKind(others), today)
    return {
      ...kind,
      hours: round(
        own.reduce((sum, one) => sum + one.plannedHours, 0),
        1,
      ),
      weeks: weeks.map((_from, at) => ({
        hours: hours[at]!,
        otherHours: otherHours[at]!,
        capacity: kind.machines * hoursOfDay * workDays,
      })),
    }
  })
}
