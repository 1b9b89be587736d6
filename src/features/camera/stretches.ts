import type { HeldSpan, RecordedSpan } from '#contract/camera/recording.ts'

/** Where a stretch of a day is recorded: here, or at the camera itself. */
export type StretchKind = 'server' | HeldSpan['place']
/** A stretch of time that can be played; ms. */
export interface Stretch {
  kind: StretchKind
  from: number
  to: number
}
const order: readonly StretchKind[] = ['server', 'card', 'cloud']
/** So far into a stretch "the one before" is its own beginning. */
const atBeginningMs = 3000
/** What of a stretch is shown when one comes to it from behind. */
const endMs = 60_000

/** What there is of a day, wherever it is recorded, in order. */
export function stretchesOf(
  recorded: readonly RecordedSpan[],
  held: readonly HeldSpan[],
): readonly Stretch[] {
  const of = (kind: StretchKind, { startsOn, endsOn }: RecordedSpan): Stretch => ({
    kind,
    from: Date.parse(startsOn),
    to: Date.parse(endsOn),
  })
  return [
    ...recorded.map((span) => of('server', span)),
    ...held.map((span) => of(span.place, span)),
  ].toSorted((a, b) => a.from - b.from)
}
/** The one that plays a moment: our own first, because it plays at any speed. */
export const stretchAt = (stretches: readonly Stretch[], moment: number): Stretch | null =>
  stretches
    .filter(({ from, to }) => from <= moment && moment < to)
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0] ?? null

/** Where the next stretch begins; null: there is none. */
export const nextBeginning = (stretches: readonly Stretch[], moment: number): number | null =>
  stretches.find(({ from }) => from > moment)?.from ?? null
/** Where this one begins, or just after its beginning the one before. */
export const lastBeginning = (stretches: readonly Stretch[], moment: number): number | null =>
  stretches.findLast(({ from }) => from < moment - atBeginningMs)?.from ?? null

/**
 * What is played where a moment is meant that nothing is recorded of: going on the next stretch, and
 * going back the end of the one before.
 */
export function nearest(
  stretches: readonly Stretch[],
  moment: number,
  isBack: boolean,
): number | null {
  if (stretchAt(stretches, moment)) return moment
  const before = stretches
    .filter(({ to }) => to <= moment)
    .toSorted((a, b) => a.to - b.to)
    .at(-1)
  if (isBack && before) return Math.max(before.from, before.to - endMs)
  return nextBeginning(stretches, moment)
}

/** Ms of a day that are recorded by some kinds, whatever of it twice. */
export function lengthOf(stretches: readonly Stretch[], kinds: readonly StretchKind[]): number {
  let [sum, until] = [0, Number.NEGATIVE_INFINITY]
  for (const { kind, from, to } of stretches) {
    if (!kinds.includes(kind) || to <= until) continue
    sum += to - Math.max(from, until)
    until = to
  }
  return sum
}
