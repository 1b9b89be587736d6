import { board, boardScreen } from '#contract/board/board.ts'
import { BoardLink } from '#src/features/equipment/BoardLink.tsx'
import { resource } from '#src/kit/definition/resource.ts'

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
