import type { ProtocolName } from '#contract/devices/protocols.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'

interface More {
  layers?: number
  iccid?: string
  description?: string
  isShaky?: true
  dialect?: ProtocolName
}
export interface Stood extends More {
  name: string
  deviceType: DeviceTypeName
  eui: string
  landCode: string
  reportMinutes: number
}
/**
 * Name, type, number, code of its plot, minutes between its reports, and what else there is to say
 * of it.
 */
type Row = readonly [
  name: string,
  deviceType: DeviceTypeName,
  eui: string,
  landCode: string,
  reportMinutes: number,
  more?: More,
]

const rows: readonly Row[] = [
  [
    '石碁气象站',
    'gateway_weather',
    '8CF9572000021A01',
    'SQ-B01',
    5,
    { iccid: '89860622190033481204', description: '立杆 3 米，太阳能供电' },
  ],
  [
    '沙湾气象站',
    'gateway_weather',
    '8CF9572000021A02',
    'SW-M01',
    5,
    { iccid: '89860622190033481212', dialect: 'elements', description: '经厂家云平台转发' },
  ],
  ['一号温室墒情', 'soil', '8CF9572000031B01', 'SQ-A01', 10, { layers: 3 }],
  ['东一区墒情', 'soil', '8CF9572000031B02', 'SQ-B01', 10, { layers: 4 }],
  [
    '百香果园墒情',
    'soil',
    '8CF9572000031B03',
    'SQ-D01',
    10,
    { layers: 5, description: '根区 60 厘米' },
  ],
  ['马铃薯区墒情', 'soil', '8CF9572000031B04', 'SW-R01', 10, { layers: 4 }],
  ['东一区电动阀', 'electric_valve', '8CF9572000041C01', 'SQ-B01', 5],
  ['东二区电动阀', 'electric_valve', '8CF9572000041C02', 'SQ-B02', 5],
  ['番茄大棚电动阀', 'electric_valve', '8CF9572000041C03', 'SQ-E01', 5],
  ['石碁网关', 'gateway', '8CF9572000011D01', 'SQ-A01', 5, { iccid: '89860622190033481220' }],
  ['果园网关', 'gateway', '8CF9572000011D02', 'SQ-D01', 5, { iccid: '89860622190033481238' }],
  ['沙湾网关', 'gateway', '8CF9572000011D03', 'SW-M01', 5, { iccid: '89860622190033481246' }],
  ['西一区电动阀', 'electric_valve', '8CF9572000041C04', 'SQ-C01', 30],
  ['西二区电动阀', 'electric_valve', '8CF9572000041C05', 'SQ-C02', 30],
  ['火龙果园电动阀', 'electric_valve', '8CF9572000041C06', 'SQ-D02', 30],
  ['东三区土壤养分', 'gateway_soil', '8CF9572000051E01', 'SQ-B03', 30],
  ['火龙果园土壤养分', 'gateway_soil', '8CF9572000051E02', 'SQ-D02', 30],
  [
    '试验田土壤养分',
    'gateway_soil',
    '8CF9572000051E03',
    'SQ-F01',
    30,
    { description: '对照区与处理区交界处' },
  ],
  [
    '蓄水塘水质',
    'gateway_water',
    '8CF9572000061F01',
    'SW-W01',
    30,
    { iccid: '89860622190033481253' },
  ],
  ['进水渠水质', 'gateway_water', '8CF9572000061F02', 'SW-N01', 30],
  ['一号温室测控柜', 'acquisition_control', '8CF9572000072A01', 'SQ-A01', 30],
  ['二号温室测控柜', 'acquisition_control', '8CF9572000072A02', 'SQ-A02', 30],
  ['育苗温室测控柜', 'acquisition_control', '8CF9572000072A03', 'SQ-A03', 30],
  [
    '石碁首部水泵变频器',
    'inverter',
    '8CF9572000082B01',
    'SQ-B01',
    30,
    { description: '7.5 kW，恒压 3 bar' },
  ],
  [
    '沙湾泵站变频器',
    'inverter',
    '8CF9572000082B02',
    'SW-R01',
    30,
    { dialect: 'modbus', description: 'EDS300，经 DTU 透传' },
  ],
  ['蓄水塘增氧机', 'aerator_ii', '8CF9572000092C01', 'SW-W01', 30, { description: '三台叶轮泵' }],
  ['北片进水闸', 'value_regulated', '8CF95720000A2D01', 'SW-N02', 30],
  ['南片排水闸', 'value_regulated', '8CF95720000A2D02', 'SW-S02', 30],
  ['石碁 LoRaWAN 网关', 'lorawan_gateway', '24E124FFFEF0A101', 'SQ-A01', 30],
  ['东区滴灌节点', 'lorawan_node', '24E124136B2F0B01', 'SQ-B02', 30],
  ['西区滴灌节点', 'lorawan_node', '24E124136B2F0B02', 'SQ-C01', 30],
  ['果园滴灌节点', 'lorawan_node', '24E124136B2F0B03', 'SQ-D01', 30],
  [
    '番茄大棚 4G 节点',
    '4GLora_node',
    '8CF95720000B2E01',
    'SQ-E02',
    30,
    { iccid: '89860622190033481261' },
  ],
  [
    '秧田 4G 节点',
    '4GLora_node',
    '8CF95720000B2E02',
    'SW-R02',
    30,
    { iccid: '89860622190033481279', isShaky: true, description: '信号边缘，偶有掉线' },
  ],
  ['石碁泵房电源', 'networkPower', '8CF95720000C2F01', 'SQ-B01', 30],
  ['沙湾泵站电源', 'networkPower', '8CF95720000C2F02', 'SW-R01', 30],
  ['番茄大棚施肥机', 'waterFertilizer', '8CF95720000D3A01', 'SQ-E01', 30],
  [
    '一号温室注肥机',
    'injection',
    '8CF95720000E3B01',
    'SQ-A01',
    30,
    { description: '四路肥加一路酸' },
  ],
  ['沙湾虫情灯', 'insectSituationLamp', '862177070012301', 'SW-M02', 30],
  [
    '果园虫情灯',
    'insectSituationLamp_II',
    '862177070012319',
    'SQ-D01',
    30,
    { dialect: 'yunfei', description: '太阳能杀虫灯' },
  ],
  ['北片虫情灯', 'insectSituationLamp_IV', '862177070012327', 'SW-N03', 30],
  ['二化螟性诱灯', 'sex_inducement', '862177070045011', 'SW-S01', 30],
  // Their numbers are the serials of the cameras.
  ['一号温室球机前端', 'camera', 'E10245781', 'SQ-A01', 30],
  ['育苗温室枪机前端', 'camera', 'E10245790', 'SQ-A03', 30],
  ['百香果园球机前端', 'camera', 'E10251133', 'SQ-D01', 30],
  ['番茄大棚甲枪机前端', 'camera', '34020000001320000011', 'SQ-E01', 30],
  ['沙湾北片高点前端', 'camera', '34020000001320000021', 'SW-N02', 30],
  ['沙湾南片高点前端', 'camera', '34020000001320000022', 'SW-S02', 30],
  ['蓄水塘水位前端', 'camera', '34020000001320000023', 'SW-W01', 30],
]
export const field: readonly Stood[] = rows.map(
  ([name, deviceType, eui, landCode, reportMinutes, more]) => ({
    name,
    deviceType,
    eui,
    landCode,
    reportMinutes,
    ...more,
  }),
)
/** In the books and in the shed: it has never reported, and nothing signs in for it. */
export const spare = {
  name: '备用墒情探头',
  deviceType: 'soil',
  eui: '8CF9572000031B99',
  landCode: 'SQ-F01',
  reportMinutes: 10,
  description: '尚未安装',
} as const
