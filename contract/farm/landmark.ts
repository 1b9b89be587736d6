import { codes, entity, rest } from '../entity.ts'
import { choice, id, image, point, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

export const landmarkKinds = {
  gate: 'gate',
  building: 'building',
  pump: 'pump',
  water: 'water',
  power: 'power',
  road: 'road',
  danger: 'danger',
  meeting: 'meeting',
  other: 'other',
} as const
export type LandmarkKind = keyof typeof landmarkKinds

/** Something on the ground that one has to find or keep away from, and that is no plot and no device. */
export const landmark = entity('landmark', {
  module: 'farm',
  title: 'landmarkName',
  permissions: {
    list: 'wfpf.farm.landmark',
    ...codes('wfpf.farm.landmark.ps', 'create', 'edit', 'delete'),
  },
  api: rest('wfpf/v1/{tenant}/landmark'),
  fields: {
    id: id(),
    landmarkName: text({ required: true, max: 40 }),
    kind: choice(landmarkKinds, { required: true }),
    areaId: ref('area', { required: true }),
    latlng: point({ required: true }),
    picture: image({}),
    description: text({ max: 200 }),
  },
})
export const landmarkScreen = entityScreen('landmark', landmark, {
  route: '/web/farm/landmark',
  module: 'farm',
  group: 'farm',
  icon: 'landmark',
  at: 3,
  isSetUp: true,
})
