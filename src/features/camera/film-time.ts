interface FilmPart {
  /** Seconds of the film at which it begins. */
  at: number
  startsOn: string
  seconds: number
}
/** The moment that a second of the film shows. */
export function momentAt(parts: readonly FilmPart[], second: number): Date | null {
  const part = parts.findLast(({ at }) => at <= second + 0.05) ?? parts[0]
  return part ? new Date(Date.parse(part.startsOn) + (second - part.at) * 1000) : null
}
/** The second of the film that shows a moment; in a gap, where it goes on. */
export function filmAt(parts: readonly FilmPart[], moment: Date): number {
  for (const { at, startsOn, seconds } of parts) {
    const into = (moment.getTime() - Date.parse(startsOn)) / 1000
    if (into < seconds) return at + Math.max(0, into)
  }
  const last = parts.at(-1)
  return last ? last.at + last.seconds : 0
}
