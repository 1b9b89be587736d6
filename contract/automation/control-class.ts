import { codes, entity, rest } from '../entity.ts'
import { id, integer, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

const prefix = 'wfpf.farm.equipment.intelligentControl.group'

/** What control rules are sorted by: ventilation, irrigation, oxygen. */
export const controlClass = entity('controlClass', {
  module: 'equipment',
  title: 'name',
  deletion: 'bin',
  // chosen: the specification names neither codes nor calls for control rules
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'create', 'edit', 'delete') },
  api: rest('wfpe/v1/{tenant}/control-class'),
  fields: {
    id: id(),
    name: text({ required: true, max: 40, unique: true }),
    sort: integer({ min: 0, max: 9999 }),
    description: text({ max: 200 }),
  },
})
export const controlClassScreen = entityScreen('intelligentControlGroup', controlClass, {
  route: '/web/equipment/intelligentControl/group',
  module: 'farm',
  group: 'automation',
  icon: 'category',
  at: 8,
  isSetUp: true,
})
