import { codes, entity, rest } from '../entity.ts'
import { id, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { documents } from './document.ts'
import { inputStock, stockBalance } from './stock.ts'

/** Unit of measure. The smallest entity: copy this one. */
export const unit = entity('unit', {
  module: 'inventory',
  title: 'name',
  // chosen: the codes follow the pattern of the others
  permissions: {
    list: 'wfpf.inventory.base.unit',
    ...codes('wfpf.inventory.base.unit.ps', 'create', 'edit', 'delete'),
  },
  // Whoever sees goods reads how much of them there is, in their own language.
  lookupAccess: {
    codes: [
      ...new Set(
        [stockBalance, inputStock, ...Object.values(documents)].flatMap(
          ({ permissions }) => permissions.list ?? [],
        ),
      ),
      'wfpf.inventory.prment.report',
    ],
    fields: ['enName'],
  },
  api: rest('wfpf/v1/{tenant}/unit'),
  fields: {
    id: id(),
    code: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    name: text({ required: true, max: 20 }),
    enName: text({ max: 40 }),
    description: text({ max: 200 }),
  },
})

export const unitScreen = entityScreen('unit', unit, {
  route: '/inventory/base/unit',
  module: 'inventory',
  group: 'goods',
  icon: 'unit',
  at: 3,
})
