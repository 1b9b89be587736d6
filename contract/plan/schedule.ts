import { dayAfter, daysBetween } from '../planting/stages.ts'

/** A piece of work in time, both days included; it begins the day after the last that it waits for. */
export interface Span {
  id: number
  startsOn: string
  endsOn: string
  after: readonly number[]
  /** Days that have to pass in between. */
  lag: number
}
/** `isFixed`: it has begun, is over or was given to people: no plan moves it any more. */
export interface PlannedSpan extends Span {
  isFixed: boolean
}
/** The days that something moved to. */
export interface Moved {
  id: number
  startsOn: string
  endsOn: string
}

/** Everything after what it waits for; what is not among them is waited for by nobody. Null: there is a circle. */
function inOrder<S extends Pick<Span, 'id' | 'after'>>(spans: readonly S[]): S[] | null {
  const byId = new Map(spans.map((one) => [one.id, one]))
  const waits = new Map(
    spans.map(({ id, after }) => [id, new Set(after.filter((one) => byId.has(one))).size]),
  )
  const next = followersOf(spans)
  const ready = spans.filter(({ id }) => waits.get(id) === 0)
  for (let at = 0; at < ready.length; at++)
    for (const id of next.get(ready[at]!.id) ?? []) {
      const left = waits.get(id)! - 1
      waits.set(id, left)
      if (left === 0) ready.push(byId.get(id)!)
    }
  return ready.length === spans.length ? ready : null
}
/** Who waits for each. */
function followersOf(spans: readonly Pick<Span, 'id' | 'after'>[]): Map<number, number[]> {
  const next = new Map<number, number[]>()
  for (const { id, after } of spans)
    for (const one of new Set(after)) {
      const list = next.get(one)
      if (list) list.push(id)
      else next.set(one, [id])
    }
  return next
}

/** Whether anything waits for itself, by way of others. */
export const hasCircle = (spans: readonly Pick<Span, 'id' | 'after'>[]): boolean =>
  inOrder(spans) === null

/**
 * The forward pass: nothing begins before what it waits for has ended and its lag has passed, nor
 * before `floor`. Keeps every length, pulls nothing forward, leaves what is fixed.
 * Answers what moved.
 * Errors: throws where something waits for itself.
 */
export function pushed(spans: readonly PlannedSpan[], floor = ''): Moved[] {
  const order = inOrder(spans)
  if (!order) throw new Error('the spans wait for each other in a circle')
  const ends = new Map<number, string>()
  const moved: Moved[] = []
  for (const { id, startsOn, endsOn, after, lag, isFixed } of order) {
    if (isFixed) {
      ends.set(id, endsOn)
      continue
    }
    let earliest = floor > startsOn ? floor : startsOn
    for (const one of after) {
      const end = ends.get(one)
      // A follower of what ends today begins tomorrow.
      const next = end === undefined ? '' : dayAfter(end, lag + 1)
      if (next > earliest) earliest = next
    }
    const end = earliest === startsOn ? endsOn : dayAfter(earliest, daysBetween(startsOn, endsOn))
    ends.set(id, end)
    if (earliest !== startsOn) moved.push({ id, startsOn: earliest, endsOn: end })
  }
  return moved
}

/**
 * The backward pass: by how many days each may be late before the whole is. None: it is on the
 * critical path.
 */
export function slackOf(spans: readonly Span[]): Map<number, number> {
  const order = inOrder(spans) ?? spans
  const next = followersOf(spans)
  const last = spans.reduce((end, { endsOn }) => (endsOn > end ? endsOn : end), '')
  const starts = new Map<number, string>()
  const lags = new Map(spans.map(({ id, lag }) => [id, lag]))
  const slack = new Map<number, number>()
  for (const { id, startsOn, endsOn } of order.toReversed()) {
    let latest = last
    for (const follower of next.get(id) ?? []) {
      const before = dayAfter(starts.get(follower) ?? last, -1 - lags.get(follower)!)
      if (before < latest) latest = before
    }
    const days = daysBetween(endsOn, latest)
    slack.set(id, days)
    starts.set(id, dayAfter(startsOn, days))
  }
  return slack
}
