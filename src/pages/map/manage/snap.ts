import type { Position } from '#contract/field.ts'

/** Nearer than this, a corner goes to what it nearly touches. */
const snapPixels = 10
const between = (a: Position, b: Position) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The place on a side that is nearest. */
function onSide(at: Position, [ax, ay]: Position, [bx, by]: Position): Position {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : ((at[0] - ax) * dx + (at[1] - ay) * dy) / length
  const within = Math.max(0, Math.min(1, part))
  return [ax + within * dx, ay + within * dy]
}

/**
 * A corner beside another outline lies on it: on its corner before its side, so that neighbouring
 * plots leave no gap. Given and answered in pixels; null: nothing is near.
 */
export function snapped(at: Position, outlines: readonly (readonly Position[])[]): Position | null {
  let best: { at: Position; far: number } | null = null
  const look = (candidate: Position, handicap: number) => {
    const far = between(at, candidate) + handicap
    if (far <= snapPixels + handicap && (best === null || far < best.far))
      best = { at: candidate, far }
  }
  for (const corners of outlines)
    for (const [i, corner] of corners.entries()) {
      look(corner, 0)
      look(onSide(at, corner, corners[(i + 1) % corners.length]!), snapPixels)
    }
  return (best as { at: Position } | null)?.at ?? null
}
