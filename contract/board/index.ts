import { domain } from '../domain.ts'
import { board as boards, boardScreen } from './board.ts'

/** Boards that people make of what is measured, switched and watched. */
export const board = domain('board', {
  entities: [boards],
  screens: [boardScreen],
})
