import { codes, entity, rest } from '../entity.ts'
import { flag, id, integer, lines, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/**
 * What goods of one kind differ in, with the values there are: a product's combinations are made of
 * them.
 */
export const attribute = entity('attribute', {
  module: 'inventory',
  title: 'name',
  // Whoever fills in products makes their combinations of these.
  permissions: {
    list: [
      'wfpf.inventory.base.standard',
      'wfpf.inventory.base.product',
      'wfpf.farm.agricultural.agricultural-manage',
    ],
    ...codes('wfpf.inventory.base.standard.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/specification-attribute'),
  fields: {
    id: id(),
    name: text({ required: true, max: 40, unique: true }),
    values: lines(
      { value: text({ required: true, max: 40 }), code: text({ max: 20, pattern: /^[\w-]+$/ }) },
      { required: true, max: 50 },
    ),
    sort: integer({ min: 0, max: 9999 }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const attributeScreen = entityScreen('standard', attribute, {
  route: '/inventory/base/standard',
  module: 'inventory',
  group: 'goods',
  icon: 'attribute',
  at: 2,
})
