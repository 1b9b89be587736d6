import type { Records } from '../records.ts'

/** What people look for, or keep away from: base, name, kind, latitude and longitude, what is to be known. */
const found = [
  ['SQ', '石碁基地大门', 'gate', '22.9586,113.3448', '送货车从这里进，先过地磅。'],
  ['SQ', '农资仓库', 'building', '22.9622,113.3466', '钥匙在场部，农药柜双人双锁。'],
  ['SQ', '一号泵房', 'pump', '22.9592,113.3398', '出水压力 0.25 MPa，反冲洗每周一。'],
  ['SQ', '配电房', 'power', '22.9634,113.3440', '非电工不得入内。'],
  ['SQ', '应急集合点', 'meeting', '22.9617,113.3460', null],
  ['SQ', '深水沟', 'danger', '22.9580,113.3418', '沟深两米，没有护栏，夜间绕行。'],
  ['SW', '沙湾基地大门', 'gate', '22.9062,113.3226', null],
  ['SW', '北进水闸', 'water', '22.9119,113.3186', '灌溉前通知水务站开闸。'],
  ['SW', '机耕桥', 'road', '22.9089,113.3241', '限重 8 吨，收割机单台通过。'],
  ['SW', '蓄水塘', 'danger', '22.9071,113.3178', '水深三米，严禁下水。'],
] as const

export const landmarks: Records = [
  'landmark',
  'landmarkName',
  found.map(([base, landmarkName, kind, latlng, description]) => ({
    landmarkName,
    kind,
    areaId: `@area/${base}`,
    latlng,
    description,
  })),
]
