import { codes, entity, rest } from '../entity.ts'
import { entityScreen } from '../screen.ts'
import { product } from './product.ts'

const manage = codes('wfpf.farm.agricultural.agricultural-manage.ps', 'create', 'edit', 'delete')
const { agriculturalFlag: _, ...fields } = product.fields

/**
 * The products that are agricultural inputs: opened by the farm's own codes, and by those of
 * products.
 */
export const agriculturalInput = entity('agriculturalInput', {
  module: 'inventory',
  title: 'name',
  permissions: {
    list: ['wfpf.farm.agricultural.agricultural-manage', product.permissions.list],
    create: [manage.create, product.permissions.create],
    edit: [manage.edit, product.permissions.edit],
    delete: [manage.delete, product.permissions.delete],
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/agricultural-input'),
  variantOf: { entity: 'product', only: { agriculturalFlag: '1' } },
  fields,
})
export const agriculturalInputScreen = {
  ...entityScreen('agricultural-manage', agriculturalInput, {
    route: '/web/farm/agricultural/agricultural-manage',
    module: 'farm',
    group: 'inputs',
    icon: 'catalog',
    at: 4,
    isSetUp: true,
  }),
  buttons: manage,
}
