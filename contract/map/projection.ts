/**
 * What the coordinates of a map mean. `gcj02` is what Chinese providers have to shift to, `bd09`
 * what one of them shifts once more.
 */
export const projections = ['wgs84', 'gcj02', 'bd09'] as const
export type Projection = (typeof projections)[number]
