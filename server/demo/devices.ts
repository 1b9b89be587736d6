import type { DialectName } from '#contract/devices/dialects.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { Client } from './client.ts'

/** A device that the simulator plays. Degrees are WGS84. */
export interface SimulatedDevice { id: number; eui: string; plot: string; key: string; secret: string; deviceType: DeviceTypeName; lat: number; lng: number; layers: number; reportMinutes: number; isShaky?: boolean | undefined; dialect?: DialectName | undefined }

interface Stood { name: string; deviceType: DeviceTypeName; eui: string; landCode: string; reportMinutes: number; layers?: number; iccid?: string; description?: string; isShaky?: true; dialect?: DialectName }
const field: readonly Stood[] = [
  { name: '石碁气象站', deviceType: 'gateway_weather', eui: '8CF9572000021A01', landCode: 'SQ-B01', reportMinutes: 5, iccid: '89860622190033481204', description: '立杆 3 米，太阳能供电' },
  { name: '沙湾气象站', deviceType: 'gateway_weather', eui: '8CF9572000021A02', landCode: 'SW-M01', reportMinutes: 5, iccid: '89860622190033481212', dialect: 'elements', description: '经厂家云平台转发' },
  { name: '一号温室墒情', deviceType: 'soil', eui: '8CF9572000031B01', landCode: 'SQ-A01', reportMinutes: 10, layers: 3 },
  { name: '东一区墒情', deviceType: 'soil', eui: '8CF9572000031B02', landCode: 'SQ-B01', reportMinutes: 10, layers: 4 },
  { name: '百香果园墒情', deviceType: 'soil', eui: '8CF9572000031B03', landCode: 'SQ-D01', reportMinutes: 10, layers: 5, description: '根区 60 厘米' },
  { name: '马铃薯区墒情', deviceType: 'soil', eui: '8CF9572000031B04', landCode: 'SW-R01', reportMinutes: 10, layers: 4 },
  { name: '东一区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C01', landCode: 'SQ-B01', reportMinutes: 5 },
  { name: '东二区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C02', landCode: 'SQ-B02', reportMinutes: 5 },
  { name: '番茄大棚电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C03', landCode: 'SQ-E01', reportMinutes: 5 },
  { name: '石碁网关', deviceType: 'gateway', eui: '8CF9572000011D01', landCode: 'SQ-A01', reportMinutes: 5, iccid: '89860622190033481220' },
  { name: '果园网关', deviceType: 'gateway', eui: '8CF9572000011D02', landCode: 'SQ-D01', reportMinutes: 5, iccid: '89860622190033481238' },
  { name: '沙湾网关', deviceType: 'gateway', eui: '8CF9572000011D03', landCode: 'SW-M01', reportMinutes: 5, iccid: '89860622190033481246' },
  { name: '西一区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C04', landCode: 'SQ-C01', reportMinutes: 30 },
  { name: '西二区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C05', landCode: 'SQ-C02', reportMinutes: 30 },
  { name: '火龙果园电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C06', landCode: 'SQ-D02', reportMinutes: 30 },
  { name: '东三区土壤养分', deviceType: 'gateway_soil', eui: '8CF9572000051E01', landCode: 'SQ-B03', reportMinutes: 30 },
  { name: '火龙果园土壤养分', deviceType: 'gateway_soil', eui: '8CF9572000051E02', landCode: 'SQ-D02', reportMinutes: 30 },
  { name: '试验田土壤养分', deviceType: 'gateway_soil', eui: '8CF9572000051E03', landCode: 'SQ-F01', reportMinutes: 30, description: '对照区与处理区交界处' },
  { name: '蓄水塘水质', deviceType: 'gateway_water', eui: '8CF9572000061F01', landCode: 'SW-W01', reportMinutes: 30, iccid: '89860622190033481253' },
  { name: '进水渠水质', deviceType: 'gateway_water', eui: '8CF9572000061F02', landCode: 'SW-N01', reportMinutes: 30 },
  { name: '一号温室测控柜', deviceType: 'acquisition_control', eui: '8CF9572000072A01', landCode: 'SQ-A01', reportMinutes: 30 },
  { name: '二号温室测控柜', deviceType: 'acquisition_control', eui: '8CF9572000072A02', landCode: 'SQ-A02', reportMinutes: 30 },
  { name: '育苗温室测控柜', deviceType: 'acquisition_control', eui: '8CF9572000072A03', landCode: 'SQ-A03', reportMinutes: 30 },
  { name: '石碁首部水泵变频器', deviceType: 'inverter', eui: '8CF9572000082B01', landCode: 'SQ-B01', reportMinutes: 30, description: '7.5 kW，恒压 3 bar' },
  { name: '沙湾泵站变频器', deviceType: 'inverter', eui: '8CF9572000082B02', landCode: 'SW-R01', reportMinutes: 30, dialect: 'modbus', description: 'EDS300，经 DTU 透传' },
  { name: '蓄水塘增氧机', deviceType: 'aerator_ii', eui: '8CF9572000092C01', landCode: 'SW-W01', reportMinutes: 30, description: '三台叶轮泵' },
  { name: '北片进水闸', deviceType: 'value_regulated', eui: '8CF95720000A2D01', landCode: 'SW-N02', reportMinutes: 30 },
  { name: '南片排水闸', deviceType: 'value_regulated', eui: '8CF95720000A2D02', landCode: 'SW-S02', reportMinutes: 30 },
  { name: '石碁 LoRaWAN 网关', deviceType: 'lorawan_gateway', eui: '24E124FFFEF0A101', landCode: 'SQ-A01', reportMinutes: 30 },
  { name: '东区滴灌节点', deviceType: 'lorawan_node', eui: '24E124136B2F0B01', landCode: 'SQ-B02', reportMinutes: 30 },
  { name: '西区滴灌节点', deviceType: 'lorawan_node', eui: '24E124136B2F0B02', landCode: 'SQ-C01', reportMinutes: 30 },
  { name: '果园滴灌节点', deviceType: 'lorawan_node', eui: '24E124136B2F0B03', landCode: 'SQ-D01', reportMinutes: 30 },
  { name: '番茄大棚 4G 节点', deviceType: '4GLora_node', eui: '8CF95720000B2E01', landCode: 'SQ-E02', reportMinutes: 30, iccid: '89860622190033481261' },
  { name: '秧田 4G 节点', deviceType: '4GLora_node', eui: '8CF95720000B2E02', landCode: 'SW-R02', reportMinutes: 30, iccid: '89860622190033481279', isShaky: true, description: '信号边缘，偶有掉线' },
  { name: '石碁泵房电源', deviceType: 'networkPower', eui: '8CF95720000C2F01', landCode: 'SQ-B01', reportMinutes: 30 },
  { name: '沙湾泵站电源', deviceType: 'networkPower', eui: '8CF95720000C2F02', landCode: 'SW-R01', reportMinutes: 30 },
  { name: '番茄大棚施肥机', deviceType: 'waterFertilizer', eui: '8CF95720000D3A01', landCode: 'SQ-E01', reportMinutes: 30 },
  { name: '一号温室注肥机', deviceType: 'injection', eui: '8CF95720000E3B01', landCode: 'SQ-A01', reportMinutes: 30, description: '四路肥加一路酸' },
  { name: '沙湾虫情灯', deviceType: 'insectSituationLamp', eui: '862177070012301', landCode: 'SW-M02', reportMinutes: 30 },
  { name: '果园虫情灯', deviceType: 'insectSituationLamp_II', eui: '862177070012319', landCode: 'SQ-D01', reportMinutes: 30, dialect: 'yunfei', description: '太阳能杀虫灯' },
  { name: '北片虫情灯', deviceType: 'insectSituationLamp_IV', eui: '862177070012327', landCode: 'SW-N03', reportMinutes: 30 },
  { name: '二化螟性诱灯', deviceType: 'sex_inducement', eui: '862177070045011', landCode: 'SW-S01', reportMinutes: 30 },
  // Their numbers are the serials of the cameras.
  { name: '一号温室球机前端', deviceType: 'camera', eui: 'E10245781', landCode: 'SQ-A01', reportMinutes: 30 },
  { name: '育苗温室枪机前端', deviceType: 'camera', eui: 'E10245790', landCode: 'SQ-A03', reportMinutes: 30 },
  { name: '百香果园球机前端', deviceType: 'camera', eui: 'E10251133', landCode: 'SQ-D01', reportMinutes: 30 },
  { name: '番茄大棚甲枪机前端', deviceType: 'camera', eui: '34020000001320000011', landCode: 'SQ-E01', reportMinutes: 30 },
  { name: '沙湾北片高点前端', deviceType: 'camera', eui: '34020000001320000021', landCode: 'SW-N02', reportMinutes: 30 },
  { name: '沙湾南片高点前端', deviceType: 'camera', eui: '34020000001320000022', landCode: 'SW-S02', reportMinutes: 30 },
  { name: '蓄水塘水位前端', deviceType: 'camera', eui: '34020000001320000023', landCode: 'SW-W01', reportMinutes: 30 },
]
/** In the books and in the shed: it has never reported, and nothing signs in for it. */
const spare = { name: '备用墒情探头', deviceType: 'soil', eui: '8CF9572000031B99', landCode: 'SQ-F01', reportMinutes: 10, description: '尚未安装' } as const

interface Plot { id: number; landCode: string; areaId: number; boundary: [number, number][] | null }

/** What hangs on a gateway's circuits, by the device and its channel. */
const circuits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  石碁网关: { 'relay.1': '育苗补光灯', 'relay.2': '循环风机', 'relay.3': '湿帘水泵', 'relay.4': '肥液搅拌', 'motor.1': '顶部卷膜', 'motor.2': '侧面卷膜' },
  果园网关: { 'relay.1': '杀虫灯电源', 'relay.2': '加压水泵', 'motor.1': '遮阳网' },
  沙湾网关: { 'relay.1': '进水泵', 'relay.2': '排水泵' },
}
/** What hangs on the ports of an aerator's regulator. */
const pumps: Readonly<Record<string, readonly string[]>> = { 蓄水塘增氧机: ['东岸叶轮泵', '塘心叶轮泵', '西岸叶轮泵'] }
interface Switch { id: number; channel: string; type: string; objectVersionNumber: number }
async function nameCircuits(admin: Client, device: string, deviceId: number): Promise<void> {
  const names = circuits[device]
  if (!names) return
  const { content } = await admin.call<{ content: Switch[] }>('GET /wfpe/v1/{tenant}/device/gateway/switch', { deviceId: String(deviceId) })
  for (const { id, channel, type, objectVersionNumber } of content) {
    if (names[channel]) await admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', { id, objectVersionNumber, name: names[channel], switchType: type, enabledFlag: 1 })
  }
}
/** What gateways gather of the probes around them, and what they do by themselves. */
const gathered: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  石碁网关: { 一号温室墒情: ['humidity.1', 'temperature.1'], 一号温室测控柜: ['airTemperature', 'airHumidity'] },
  沙湾网关: { 蓄水塘水质: ['waterLevel', 'dissolvedOxygen'] },
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
type Kept = { name: string; target: string; enabledFlag?: 0 } & ({ from: string; to: string; days?: number[] } | { of: string; channel: string; comparison: 'below' | 'above'; value: number; back: number })
const kept: Readonly<Record<string, readonly Kept[]>> = {
  石碁网关: [
    { name: '育苗清晨补光', target: 'relay.1', from: '05:30', to: '07:00' },
    { name: '高温循环通风', target: 'relay.2', of: '一号温室测控柜', channel: 'airTemperature', comparison: 'above', value: 32, back: 28 },
    { name: '工作日肥液搅拌', target: 'relay.4', from: '08:00', to: '08:20', days: [1, 2, 3, 4, 5], enabledFlag: 0 },
  ],
  沙湾网关: [{ name: '低水位补水', target: 'relay.1', of: '蓄水塘水质', channel: 'waterLevel', comparison: 'below', value: 0.8, back: 1.2 }],
}
async function keepStrategies(admin: Client, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [gateway, children] of Object.entries(gathered)) {
    for (const [child, metrics] of Object.entries(children)) await admin.call(`POST /wfpe/v1/{tenant}/device/gateway/${ids.get(gateway)}/collection`, { deviceId: ids.get(child), metrics })
  }
  for (const [gateway, list] of Object.entries(kept)) {
    for (const { name, target, enabledFlag = 1, ...when } of list) {
      const trigger = 'of' in when ? { kind: 'threshold', deviceId: ids.get(when.of), channel: when.channel, comparison: when.comparison, value: when.value, back: when.back } : { kind: 'time', from: when.from, to: when.to, days: when.days ?? everyDay }
      await admin.call('POST /wfpe/v1/{tenant}/device/gateway/rtu/strategy/operate', { deviceId: ids.get(gateway), name, target, enabledFlag, trigger })
    }
  }
}
/** Somewhere in a plot, each of its devices elsewhere. */
function withinOf({ boundary }: Plot, at: number): { lat: number; lng: number } {
  const corners = boundary ?? [[113.34, 22.96]]
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length
  // Between the middle and one of the corners.
  const toward = corners[at % corners.length]!
  const of = (axis: 0 | 1) => mean(axis) + (toward[axis] - mean(axis)) * 0.5
  return { lng: of(0), lat: of(1) }
}

/** Puts the devices on the plots and answers what they sign in with. */
export async function makeDevices(admin: Client): Promise<SimulatedDevice[]> {
  const { content: plots } = await admin.call<{ content: Plot[] }>('GET /wfpf/v1/{tenant}/land', { size: '0' })
  const made: SimulatedDevice[] = []
  const ids = new Map<string, number>()
  const put = ({ landCode, layers: _layers, isShaky: _isShaky, ...row }: Stood, plot: Plot, latlng?: string) =>
    admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device', { ...row, areaId: plot.areaId, landId: plot.id, latlng, enabledFlag: 1 })
  for (const [at, one] of field.entries()) {
    const plot = plots.find((land) => land.landCode === one.landCode)!
    const { lat, lng } = withinOf(plot, at)
    const { id } = await put(one, plot, `${lat.toFixed(6)},${lng.toFixed(6)}`)
    ids.set(one.name, id)
    await nameCircuits(admin, one.name, id)
    for (const [i, name] of (pumps[one.name] ?? []).entries()) await admin.call('POST /wfpe/v1/{tenant}/aerator/pump', { regulatorId: id, name, node: i + 1 })
    const credential = await admin.call<{ key: string; secret: string }>(`PUT /wfpe/v1/{tenant}/device/${id}/credential`)
    made.push({ id, eui: one.eui, key: credential.key, secret: credential.secret, plot: one.landCode, deviceType: one.deviceType, lat, lng, layers: one.layers ?? 0, reportMinutes: one.reportMinutes, isShaky: one.isShaky, dialect: one.dialect })
  }
  await keepStrategies(admin, ids)
  await put(spare, plots.find((land) => land.landCode === spare.landCode)!)
  return made
}
