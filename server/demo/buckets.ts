/** Measured values of one channel, oldest first; times in ms. */
export interface Series {
  times: number[]
  values: number[]
}
/** What is counted of the values of an hour or a day, a list per column. Times in ms. */
export interface Buckets {
  at: number[]
  count: number[]
  min: number[]
  max: number[]
  sum: number[]
  firstAt: number[]
  first: number[]
  lastAt: number[]
  last: number[]
  east: number[]
  north: number[]
}

/** Counts values into buckets as ingest does. `startOf`: when the bucket of a time begins. */
export function bucketsOf({ times, values }: Series, startOf: (at: number) => number): Buckets {
  const found: Buckets = {
    at: [],
    count: [],
    min: [],
    max: [],
    sum: [],
    firstAt: [],
    first: [],
    lastAt: [],
    last: [],
    east: [],
    north: [],
  }
  for (const [i, at] of times.entries()) {
    const value = values[i]!
    const start = startOf(at)
    const [east, north] = [Math.sin((value * Math.PI) / 180), Math.cos((value * Math.PI) / 180)]
    const last = found.at.length - 1
    if (found.at[last] !== start) {
      for (const [name, one] of Object.entries({
        at: start,
        count: 1,
        min: value,
        max: value,
        sum: value,
        firstAt: at,
        first: value,
        lastAt: at,
        last: value,
        east,
        north,
      }))
        found[name as keyof Buckets].push(one)
      continue
    }
    found.count[last]!++
    found.min[last] = Math.min(found.min[last]!, value)
    found.max[last] = Math.max(found.max[last]!, value)
    found.sum[last]! += value
    found.east[last]! += east
    found.north[last]! += north
    found.lastAt[last] = at
    found.last[last] = value
  }
  return found
}
