/** A stage of a crop as it is planned. */
export interface CropStage {
  name: string
  days: number
}
/** A stage of a batch: from which day on, and whether somebody said so. */
export interface BatchStage extends CropStage {
  startsOn: string
  correctedFlag: 0 | 1
}

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** How many days lie from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The stages of a crop one after the other, from the day of planting. */
export function stagesFrom(stages: readonly CropStage[], plantedOn: string): BatchStage[] {
  let startsOn = plantedOn
  return stages.map(({ name, days }) => {
    const stage = { name, days, startsOn, correctedFlag: 0 as const }
    startsOn = dayAfter(startsOn, days)
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
): BatchStage[] {
  const before = stages
    .slice(0, place)
    .map((one) => (one.startsOn > startsOn ? { ...one, startsOn } : one))
  const [first, ...after] = stagesFrom(stages.slice(place), startsOn)
  return first ? [...before, { ...first, correctedFlag: 1 }, ...after] : [...before]
}

/** Where in its stages a batch is on a day; -1: not begun. */
export const stageOn = (stages: readonly BatchStage[], day: string): number =>
  stages.findLastIndex(({ startsOn }) => startsOn <= day)
