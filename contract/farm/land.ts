import { typeListCodes } from '../devices/index.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, decimal, flag, id, lines, point, polygon, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** A plot of a base. What is drawn gives its area and centre, unless they are given. */
export const land = entity('land', {
  module: 'farm',
  title: 'landName',
  permissions: {
    list: ['wfpf.farm.land', 'wfpf.farm.base', 'wfpf.company.system.deviceManager'],
    create: 'wfpf.farm.land.ps.create',
    ...codes('wfpf.farm.land.ps', 'edit', 'delete'),
  },
  lookupAccess: {
    codes: typeListCodes,
    fields: ['id', 'landName', 'landCode', 'areaId', 'boundary', 'landCenter', 'enabledFlag'],
  },
  // By number in the body, as bases and batches are.
  api: { ...rest('wfpf/v1/{tenant}/land'), delete: 'DELETE /wfpf/v1/{tenant}/land' },
  stored: { view: 'land_view' },
  fields: {
    id: id(),
    landName: text({ required: true, max: 60 }),
    landCode: text({ max: 32, unique: true, pattern: /^[\w-]+$/ }),
    areaId: ref('area', { required: true }),
    boundary: polygon({}),
    landCenter: point({}),
    acreage: decimal({ max: 99_999, unit: 'mu' }),
    landType: text({ max: 20 }),
    /** Beds of a greenhouse, fields of a terrace: what a batch or a task may have alone. */
    parts: lines(
      {
        name: text({ required: true, max: 20, pattern: /^[^,:\uFF0C\uFF1A]+$/ }),
        acreage: decimal({ min: 0.01, max: 99_999, unit: 'mu' }),
      },
      { max: 50, detailOnly: true },
    ),
    /** Whether something grows on it now, and by which batches. */
    useState: choice({ free: 'free', used: 'used' }, { readonly: true }),
    usedBy: text({ max: 2000, readonly: true, seenBy: 'wfpf.farm.batch' }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const landScreen = entityScreen('land', land, {
  route: '/web/farm/land',
  module: 'farm',
  group: 'production',
  icon: 'land',
  at: 4,
})
