/** Counts weeks: what is too much for each run takes turns by it. */
export const week = Math.floor(Date.now() / (7 * 24 * 3600 * 1000))
