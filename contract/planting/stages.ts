/** A stage of a crop as it is planned: so many days, or so much warmth. */
export interface CropStage {
  name: string
  days?: number | null | undefined
  heatUnits?: number | null | undefined
}
/** By what a stage is told: warmth, days, or somebody who saw it. */
export type StageBy = 'heat' | 'days' | 'hand'
/**
 * A stage of a batch: from which day on, and whether somebody said so. `heat`: what of its warmth
 * came until yesterday; `guessed`: on how many of those days nothing was measured.
 */
export interface BatchStage {
  name: string
  days: number
  heatUnits?: number | null | undefined
  startsOn: string
  correctedFlag: 0 | 1
  by?: StageBy | undefined
  heat?: number | null | undefined
  guessed?: number | undefined
}

/** Warmth above a crop's base temperature, day by day; what is measured ends yesterday. */
export interface Warmth {
  today: string
  on(day: string): { warmth: number; isMeasured: boolean }
  /** What a day to come brings, as the last ones did. */
  usual: number
}

/** A stage that is to end by warmth is not foretold further than this. */
const longest = 3650
/** Days of a stage for which nobody gave any. */
const someDays = 30

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** How many days lie from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const tenths = (value: number) => Math.round(value * 10) / 10

/**
 * The first day after a stage. What comes is as the last days were, or, where these brought next to
 * nothing, at the pace of its days. It is never tomorrow: that day comes before it is reckoned,
 * and what has begun must not be taken back.
 */
function endOf(
  { days, heatUnits }: CropStage,
  startsOn: string,
  warmth: Warmth | null,
): { until: string; heat: number | null; guessed: number; by: 'heat' | 'days' } {
  if (!warmth || !heatUnits)
    return { until: dayAfter(startsOn, days ?? 0), heat: null, guessed: 0, by: 'days' }
  let [sum, guessed, day] = [0, 0, startsOn]
  for (; day < warmth.today; day = dayAfter(day, 1)) {
    const one = warmth.on(day)
    sum += one.warmth
    if (!one.isMeasured) guessed++
    if (sum >= heatUnits) return { until: dayAfter(day, 1), heat: tenths(sum), guessed, by: 'heat' }
  }
  const pace = heatUnits / (days || someDays)
  const ahead = Math.ceil((heatUnits - sum) / (warmth.usual * 10 >= pace ? warmth.usual : pace))
  const until = dayAfter(day, Math.min(ahead, longest))
  const earliest = dayAfter(warmth.today, 2)
  return {
    until: until < earliest ? earliest : until,
    heat: startsOn > warmth.today ? null : tenths(sum),
    guessed,
    by: 'heat',
  }
}

/**
 * The stages of a crop one after the other, from the day of planting: each until its warmth has
 * come, or, where it says none or nobody measures it, for its days.
 */
export function stagesFrom(
  stages: readonly CropStage[],
  plantedOn: string,
  warmth: Warmth | null = null,
): BatchStage[] {
  let startsOn = plantedOn
  let before: 'heat' | 'days' | null = null
  return stages.map((one) => {
    const { until, heat, guessed, by } = endOf(one, startsOn, warmth)
    const stage: BatchStage = {
      name: one.name,
      days: one.days ?? 0,
      heatUnits: one.heatUnits ?? null,
      startsOn,
      correctedFlag: 0,
      by: before ?? by,
      heat,
      guessed,
    }
    startsOn = until
    before = by
    return stage
  })
}

/**
 * The stages once somebody saw that one of them (`place`, from 0) began on a day: what comes after
 * follows from it, what came before ends there at the latest.
 */
export function correctedStages(
  stages: readonly BatchStage[],
  place: number,
  startsOn: string,
  warmth: Warmth | null = null,
): BatchStage[] {
  const before = stages
    .slice(0, place)
    .map((one) => (one.startsOn > startsOn ? { ...one, startsOn } : one))
  const [first, ...after] = stagesFrom(stages.slice(place), startsOn, warmth)
  return first ? [...before, { ...first, correctedFlag: 1, by: 'hand' }, ...after] : [...before]
}

/** The same stages from a day of planting: what somebody saw stays where they saw it. */
export function movedStages(
  stages: readonly BatchStage[],
  plantedOn: string,
  warmth: Warmth | null = null,
): BatchStage[] {
  let moved = stagesFrom(stages, plantedOn, warmth)
  for (const [place, { correctedFlag, startsOn }] of stages.entries())
    if (correctedFlag === 1 && startsOn >= plantedOn)
      moved = correctedStages(moved, place, startsOn, warmth)
  return moved
}

/** Stages as they were reckoned anew, but what had begun by `today` has begun. */
export function begunStages(
  before: readonly BatchStage[],
  after: readonly BatchStage[],
  { today, ...warmth }: Warmth,
): BatchStage[] {
  const place = stageOn(before, today)
  const stood = before[place]
  if (!stood || before.length !== after.length || stageOn(after, today) >= place) return [...after]
  const [first, ...rest] = stagesFrom(after.slice(place), stood.startsOn, { today, ...warmth })
  return [
    ...after.slice(0, place).map((one, at) => {
      const { startsOn } = before[at]!
      return one.startsOn > startsOn ? { ...one, startsOn } : one
    }),
    { ...first!, by: stood.by },
    ...rest,
  ]
}

/** Where in its stages a batch is on a day; -1: not begun. */
export const stageOn = (stages: readonly BatchStage[], day: string): number =>
  stages.findLastIndex(({ startsOn }) => startsOn <= day)
