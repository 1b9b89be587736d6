import { typeListCodes } from '../devices/index.ts'
import { codes, entity } from '../entity.ts'
import { choice, decimal, flag, id, money, point, polygon, ref, text } from '../field.ts'
import { cost } from '../inventory/cost.ts'
import { entityScreen, screen } from '../screen.ts'

/** A base: the ground that a tenant works, with its plots. "Area" on the wire. */
export const area = entity('area', {
  module: 'farm',
  title: 'areaName',
  alias: 'areaId',
  permissions: {
    list: [
      'wfpf.company.system.basemanage',
      'wfpf.farm.base',
      'wfpf.farm.land',
      'wfpf.company.system.deviceManager',
    ],
    ...codes('wfpf.company.system.basemanage.ps', 'create', 'edit', 'delete', 'setDefault'),
  },
  // Equipment stands on bases: who sees the one finds the others by name and place.
  lookupAccess: {
    codes: typeListCodes,
    fields: [
      'id',
      'areaName',
      'areaCode',
      'organizationType',
      'areaCenter',
      'latlng',
      'defaultFlag',
      'enabledFlag',
    ],
  },
  api: {
    list: 'GET /wfpf/v2/{tenant}/area',
    show: 'GET /wfpf/v1/{tenant}/area/{id}',
    create: 'POST /wfpf/v1/{tenant}/area',
    edit: 'PUT /wfpf/v1/{tenant}/area',
    delete: 'DELETE /wfpf/v1/{tenant}/area',
    setDefault: 'PUT /wfpf/v2/{tenant}/area/default',
  },
  fixedQuery: { organizationType: 'area' },
  foreign: { names: { areaNum: 'areaCode' }, constants: { organizationType: 'area', parentId: 0 } },
  // The one that is the default already is not made so.
  conditions: { setDefault: ({ defaultFlag }) => defaultFlag !== 1 },
  fields: {
    id: id(),
    areaName: text({ required: true, max: 60 }),
    // letters, digits, underscore or hyphen
    areaCode: text({ max: 32, unique: true, pattern: /^[\w-]+$/ }),
    organizationType: choice({ area: 'area' }, { readonly: true }),
    /** What it is for. */
    areaUsage: choice({ plant: 'plant', breed: 'breed', mixed: 'mixed', other: 'other' }, {}),
    /** 'lat,lng': the same point as `latlng`, kept for who reads the specification's field. */
    areaCenter: text({ max: 40, readonly: true }),
    latlng: point({}),
    /** Where it ends; drawn, it gives what is not said of its size and its middle. */
    boundary: polygon({}),
    acreage: decimal({ max: 99_999, unit: 'mu' }),
    address: text({ max: 120 }),
    manager: text({ max: 40 }),
    /** The organisation that runs it; whoever may see their own organisation's bases sees those. */
    organizationId: ref('organization', {}),
    /** What a cubic metre of water and a kilowatt hour cost here: meters on plots are booked at it. */
    waterPrice: cost(money({ max: 9999 })),
    powerPrice: cost(money({ max: 9999 })),
    /** Afterwards another is made the default by its own call. */
    defaultFlag: flag({ createOnly: true }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})

/**
 * Whose work has to do with bases: the frame and the first page ask for them on behalf of these
 * alone.
 */
export const areaCodes: readonly string[] = [...area.permissions.list, ...typeListCodes]

export const baseManageScreen = entityScreen('basemanage', area, {
  route: '/system/basemanage',
  module: 'company',
  group: 'farm',
  icon: 'base',
  at: 1,
  tabOf: 'base',
  keepAlive: false,
})
/** The same bases as the farm sees them: open a base, look, never change. */
export const baseScreen = screen('base', {
  route: '/web/farm/base',
  module: 'farm',
  group: 'farm',
  icon: 'base',
  at: 1,
  permission: 'wfpf.farm.base',
})
