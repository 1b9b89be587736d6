import { articles } from './records/articles.ts'
import { planting } from './records/planting.ts'
import { trade } from './records/trade.ts'

/**
 * Records of one kind by the path that takes them, and the field that they are found by; what
 * starts with `@` stands for the id of a record made before.
 */
export type Records = readonly [path: string, key: string, rows: readonly Record<string, unknown>[]]
export const records: readonly Records[] = [...planting, ...trade, ...articles]

export const cameras = [
  {
    name: '一号温室球机',
    deviceSerial: 'E10245781',
    channelNo: 1,
    cameraType: 1,
    cameraEnter: 1,
    landCode: 'SQ-A01',
  },
  {
    name: '育苗温室枪机',
    deviceSerial: 'E10245790',
    channelNo: 1,
    cameraType: 0,
    cameraEnter: 1,
    landCode: 'SQ-A03',
  },
  {
    name: '百香果园球机',
    deviceSerial: 'E10251133',
    channelNo: 1,
    cameraType: 1,
    cameraEnter: 1,
    landCode: 'SQ-D01',
  },
  {
    name: '番茄大棚甲枪机',
    deviceSerial: '34020000001320000011',
    channelNo: 1,
    cameraType: 0,
    cameraEnter: 2,
    landCode: 'SQ-E01',
  },
  {
    name: '沙湾北片高点',
    deviceSerial: '34020000001320000021',
    channelNo: 1,
    cameraType: 1,
    cameraEnter: 3,
    landCode: 'SW-N02',
  },
  {
    name: '沙湾南片高点',
    deviceSerial: '34020000001320000022',
    channelNo: 1,
    cameraType: 1,
    cameraEnter: 3,
    landCode: 'SW-S02',
  },
  {
    name: '蓄水塘水位',
    deviceSerial: '34020000001320000023',
    channelNo: 2,
    cameraType: 0,
    cameraEnter: 3,
    landCode: 'SW-W01',
    description: '对准水尺',
  },
]
