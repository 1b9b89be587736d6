/** A mu in square metres. */
const muMeters = 10_000 / 15

/** What a seed need is reckoned from; stands and spacing: one of the two. */
export interface SeedAsked {
  /** In mu. */
  area: number
  /** Plants that stand on a mu. */
  plantsPerMu: number | null
  /** Between rows and between plants, in centimetres. */
  rowSpacing: number | null
  plantSpacing: number | null
  seedsPerHole: number
  /** Of a hundred seeds, those that come up. */
  germination: number
  /** Of a hundred that came up, those that are lost before they are planted out. */
  loss: number
  /** Weight of a thousand, in grams; null: only counted. */
  thousandWeight: number | null
}
export interface SeedNeed {
  plants: number
  seeds: number
  kilograms: number | null
}

/** How many seeds a field takes; null while something is missing or cannot be. */
export function seedNeed(asked: SeedAsked): SeedNeed | null {
  const { area, rowSpacing, plantSpacing, seedsPerHole, germination, loss, thousandWeight } = asked
  const perMu =
    asked.plantsPerMu ??
    (rowSpacing && plantSpacing ? (muMeters * 10_000) / (rowSpacing * plantSpacing) : null)
  if (!perMu || area <= 0 || germination <= 0 || loss >= 100 || loss < 0 || seedsPerHole < 1)
    return null
  const plants = Math.round(perMu * area)
  const seeds = Math.ceil((plants * seedsPerHole) / (germination / 100) / (1 - loss / 100))
  const kilograms = thousandWeight ? Math.ceil((seeds * thousandWeight) / 1000) / 1000 : null
  return { plants, seeds, kilograms }
}
