/** Directions by the eight names, from north on clockwise (docs/specification.md 7.6). */
export const compass = [
  'north',
  'northEast',
  'east',
  'southEast',
  'south',
  'southWest',
  'west',
  'northWest',
] as const
/**
 * Number of the eighth that a direction in degrees lies in, each centred on its name; null below 0
 * and above 360.
 */
export const eighthOf = (degrees: number): number | null =>
  degrees < 0 || degrees > 360 ? null : Math.floor(((degrees + 22.5) % 360) / 45)

/** Wind of less than this, in m/s, blows from nowhere. */
const calmBelow = 0.3
/** Where the classes of a wind rose begin, in m/s: Beaufort 1, 2, 3, 4 and 5 upwards. */
export const windClasses = [calmBelow, 1.6, 3.4, 5.5, 8] as const
