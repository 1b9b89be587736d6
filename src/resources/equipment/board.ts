import { board, boardScreen } from '#contract/equipment/board.ts'
import { exploreScreen } from '#contract/equipment/explore-calls.ts'
import { BoardLink } from '#src/devices/BoardLink.tsx'
import { resource, screenPage } from '#src/kit/definition/resource.ts'

export const boards = resource(board, {
  screen: boardScreen,
  list: {
    columns: ['name', 'sharing', 'roleId', 'ownerName', 'state', 'description'],
    filters: ['name', 'sharing', 'state'],
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'sharing'], ['roleId'], ['description']],
  open: { show: 'page' },
  cells: { name: BoardLink },
  pages: { 'info/:id': () => import('#src/pages/board/BoardPage.tsx') },
})
export const explorePage = screenPage({
  screen: exploreScreen,
  page: () => import('#src/pages/explore/ExplorePage.tsx'),
})
