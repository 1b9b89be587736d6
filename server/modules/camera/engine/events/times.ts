/** How quickly is heard of what cameras see, in ms. */
export interface EventTimes {
  /** Between two looks whose events are wanted, and whether something is over. */
  lookMs: number
  /** Between two askings of a platform, for all of its cameras. */
  paceMs: number
  /** After which something is over whose end nobody tells, from when we heard of it. */
  holdMs: number
  /** Until a source that failed is asked again; twice as long each time after. */
  againMs: number
}
export const usualTimes: EventTimes = {
  lookMs: 3000,
  paceMs: 30_000,
  holdMs: 30_000,
  againMs: 15_000,
}
