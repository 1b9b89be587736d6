import { codes, entity, rest } from '../entity.ts'
import { flag, id, ref, refs, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { mostTaskPeople, task } from './task.ts'

const { create, edit, assign } = task.permissions

/**
 * People of a base who usually work together: chosen at once for a task, which keeps the people and
 * not the team.
 */
export const team = entity('team', {
  module: 'work',
  title: 'name',
  permissions: {
    list: 'wfpf.farm.team',
    ...codes('wfpf.farm.team.ps', 'create', 'edit', 'delete'),
  },
  // Whoever gives tasks to people chooses teams.
  lookupAccess: { codes: [create, edit, assign], fields: ['areaId', 'leaderId', 'memberIds'] },
  // chosen: the specification knows no teams
  api: rest('wfpf/v1/{tenant}/team'),
  fields: {
    id: id(),
    name: text({ required: true, max: 40 }),
    areaId: ref('area', { required: true }),
    leaderId: ref('worker', {}),
    memberIds: refs('worker', { required: true, max: mostTaskPeople }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const teamScreen = entityScreen('team', team, {
  route: '/web/farm/team',
  module: 'farm',
  group: 'production',
  icon: 'worker',
  at: 5,
  tabOf: 'worker',
})
