import { team, teamScreen } from '#contract/work/team.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const teams = resource(team, {
  screen: teamScreen,
  list: {
    columns: ['name', 'areaId', 'leaderId', 'memberIds', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['name', 'areaId', 'leaderId', 'memberIds', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'areaId'], ['leaderId', 'enabledFlag'], ['memberIds'], ['description']],
})
