import type { ServerDomain } from '#server/services/domain.ts'
import { boards } from './board.ts'

export const board: ServerDomain = {
  name: 'board',
  serve(app) {
    boards(app)
  },
}
