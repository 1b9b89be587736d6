import { codes, entity, rest } from '../entity.ts'
import { decimal, flag, id, point, ref, text } from '../field.ts'

/** A plot of a base. Its screen comes with the farm's own; bases already show how many they hold. */
export const land = entity('land', {
  module: 'farm',
  title: 'landName',
  permissions: { list: ['wfpf.farm.land', 'wfpf.farm.base'], create: 'wfpf.farm.land.ps.create', ...codes('wfpf.farm.land.ps', 'edit', 'delete') },
  api: rest('wfpf/v1/{tenant}/land'),
  fields: {
    id: id(),
    landName: text({ required: true, max: 60 }),
    landCode: text({ max: 32, unique: true, pattern: /^[\w-]+$/ }),
    areaId: ref('area', { required: true }),
    landCenter: point({}),
    acreage: decimal({ max: 99_999, unit: 'mu' }),
    landType: text({ max: 20 }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
