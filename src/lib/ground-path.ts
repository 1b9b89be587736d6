import { ringsOf, type Position, type SeenGround } from '#contract/ground.ts'

/** Ground as the path of a drawing; filled by `evenodd`, its holes stay open. */
export const pathOf = (ground: SeenGround, pixelOf: (at: Position) => Position): string =>
  ringsOf(ground)
    .filter((ring) => ring.length > 0)
    .map(
      (ring) =>
        `M${ring
          .map((at) =>
            pixelOf(at)
              .map((one) => one.toFixed(1))
              .join(','),
          )
          .join('L')}Z`,
    )
    .join('')
