import { dayAfter } from '#contract/planting/stages.ts'
import { mostPlannedDays, type Planned, type PlannedPerson } from '#contract/work/people-calls.ts'

/** The days of a task, and how long it takes of each of its people on each of them. */
export interface Span {
  from: string
  to: string
  own: number
}
const isDay = (value: unknown): value is string => typeof value === 'string' && value !== ''
const round = (hours: number) => Math.round(hours * 10) / 10

function* daysOf({ from, to }: Pick<Span, 'from' | 'to'>): Generator<string> {
  for (let day = from; day <= to; day = dayAfter(day, 1)) yield day
}

/** Of a task as it stands in a form; null while nobody knows on which days it is. */
export function spanOf(value: Readonly<Record<string, unknown>>): Span | null {
  const { startsOn, plannedHours, leaderId, participantIds } = value
  if (!isDay(startsOn)) return null
  const endsOn = isDay(value.endsOn) && value.endsOn >= startsOn ? value.endsOn : startsOn
  const last = dayAfter(startsOn, mostPlannedDays - 1)
  const days = [...daysOf({ from: startsOn, to: endsOn < last ? endsOn : last })]
  const people = new Set([leaderId, participantIds].flat().filter((one) => typeof one === 'number'))
  const own =
    typeof plannedHours === 'number' ? plannedHours / Math.max(1, people.size) / days.length : 0
  return { from: startsOn, to: days.at(-1)!, own: round(own) }
}

/** The longest day of somebody, as it is planned. */
export const longestOf = ({ days }: PlannedPerson): number =>
  Math.max(0, ...days.map(({ hours }) => hours))
export const tasksOf = ({ days }: PlannedPerson): number =>
  Math.max(0, ...days.map(({ tasks }) => tasks))

/** Who is free first, those of the base before others; then who is planned least. */
export function freeFirst(
  people: readonly PlannedPerson[],
  areaId: unknown,
): readonly PlannedPerson[] {
  const isNear = (one: PlannedPerson) => one.areaId === null || one.areaId === areaId
  const rank = (one: PlannedPerson) => [
    one.days.length === 0 ? 0 : 1,
    typeof areaId !== 'number' || isNear(one) ? 0 : 1,
    longestOf(one),
    tasksOf(one),
  ]
  return people.toSorted((one, other) => {
    const [mine, theirs] = [rank(one), rank(other)]
    const at = mine.findIndex((value, place) => value !== theirs[place])
    return at < 0 ? 0 : mine[at]! - theirs[at]!
  })
}

/** Work that is about to be given out, with how long it takes of the one who leads it. */
export interface Ahead {
  leaderId: number | null
  startsOn: string
  endsOn: string
  people: number | null
  plannedHours: number | null
}
/** From its first day to its last, as far as is looked at in one go; null: nothing is given out. */
export function spanOfAll(all: readonly Ahead[]): Span | null {
  if (all.length === 0) return null
  const from = all.map(({ startsOn }) => startsOn).toSorted()[0]!
  const last = all
    .map(({ endsOn }) => endsOn)
    .toSorted()
    .at(-1)!
  const most = dayAfter(from, mostPlannedDays - 1)
  return { from, to: last < most ? last : most, own: 0 }
}
/** How everybody is planned once it is given out. */
export function withAhead(planned: Planned, all: readonly Ahead[]): Planned {
  return {
    ...planned,
    people: planned.people.map((person) => {
      const hours = new Map(person.days.map((one) => [one.day, one]))
      for (const one of all.filter(({ leaderId }) => leaderId === person.id)) {
        const days = [...daysOf({ from: one.startsOn, to: one.endsOn })]
        const own = (one.plannedHours ?? 0) / (one.people ?? 1) / days.length
        for (const day of days) {
          const before = hours.get(day)
          hours.set(day, {
            day,
            hours: round((before?.hours ?? 0) + own),
            tasks: (before?.tasks ?? 0) + 1,
          })
        }
      }
      return { ...person, days: [...hours.values()] }
    }),
  }
}

export interface TooLong {
  person: PlannedPerson
  day: string
  planned: number
  own: number
}
/** Of those who are chosen, who works longer than a day is, and when first. */
export function tooLong(
  { people, dayHours }: Planned,
  span: Span,
  chosen: readonly unknown[],
): TooLong[] {
  return people
    .filter(({ id }) => chosen.includes(id))
    .flatMap((person) => {
      const hours = new Map(person.days.map((one) => [one.day, one.hours]))
      for (const day of daysOf(span)) {
        const planned = hours.get(day) ?? 0
        if (round(planned + span.own) > dayHours) return { person, day, planned, own: span.own }
      }
      return []
    })
}
