import { decimal } from '../field.ts'

/** What is counted: jin, boxes, plants, mu; whatever the farm calls it. */
export const mostPieceUnit = 10
/** What one of them is paid; a hundredth of a fen matters where thousands are counted. */
export const pieceRate = <const O extends { readonly?: true }>(o: O) =>
  decimal({ min: 0.0001, max: 9_999, scale: 4, unit: 'yuan', ...o })
/** How many of them, of one person in one task. */
export const mostPieces = 999_999
