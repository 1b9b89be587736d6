import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { Client } from './client.ts'

/** A device that the simulator plays. Degrees are WGS84. */
export interface SimulatedDevice { key: string; secret: string; deviceType: DeviceTypeName; lat: number; lng: number; layers: number }

interface Stood { name: string; deviceType: DeviceTypeName; eui: string; landCode: string; reportMinutes: number; layers?: number; description?: string }
const field: readonly Stood[] = [
  { name: '石碁气象站', deviceType: 'gateway_weather', eui: '8CF9572000021A01', landCode: 'SQ-B01', reportMinutes: 5, description: '立杆 3 米，太阳能供电' },
  { name: '沙湾气象站', deviceType: 'gateway_weather', eui: '8CF9572000021A02', landCode: 'SW-M01', reportMinutes: 5 },
  { name: '一号温室墒情', deviceType: 'soil', eui: '8CF9572000031B01', landCode: 'SQ-A01', reportMinutes: 10, layers: 3 },
  { name: '东一区墒情', deviceType: 'soil', eui: '8CF9572000031B02', landCode: 'SQ-B01', reportMinutes: 10, layers: 4 },
  { name: '百香果园墒情', deviceType: 'soil', eui: '8CF9572000031B03', landCode: 'SQ-D01', reportMinutes: 10, layers: 5, description: '根区 60 厘米' },
  { name: '马铃薯区墒情', deviceType: 'soil', eui: '8CF9572000031B04', landCode: 'SW-R01', reportMinutes: 10, layers: 4 },
  { name: '东一区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C01', landCode: 'SQ-B01', reportMinutes: 5 },
  { name: '东二区电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C02', landCode: 'SQ-B02', reportMinutes: 5 },
  { name: '番茄大棚电动阀', deviceType: 'electric_valve', eui: '8CF9572000041C03', landCode: 'SQ-E01', reportMinutes: 5 },
  { name: '石碁网关', deviceType: 'gateway', eui: '8CF9572000011D01', landCode: 'SQ-A01', reportMinutes: 5 },
  { name: '果园网关', deviceType: 'gateway', eui: '8CF9572000011D02', landCode: 'SQ-D01', reportMinutes: 5 },
  { name: '沙湾网关', deviceType: 'gateway', eui: '8CF9572000011D03', landCode: 'SW-M01', reportMinutes: 5 },
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
interface Switch { id: number; channel: string; type: string; objectVersionNumber: number }
async function nameCircuits(admin: Client, device: string, deviceId: number): Promise<void> {
  const names = circuits[device]
  if (!names) return
  const { content } = await admin.call<{ content: Switch[] }>('GET /wfpe/v1/{tenant}/device/gateway/switch', { deviceId: String(deviceId) })
  for (const { id, channel, type, objectVersionNumber } of content) {
    if (names[channel]) await admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', { id, objectVersionNumber, name: names[channel], switchType: type, enabledFlag: 1 })
  }
}

/** Puts the devices on the plots and answers what they sign in with. */
export async function makeDevices(admin: Client): Promise<SimulatedDevice[]> {
  const { content: plots } = await admin.call<{ content: Plot[] }>('GET /wfpf/v1/{tenant}/land', { size: '0' })
  const made: SimulatedDevice[] = []
  const put = ({ landCode, layers: _layers, ...row }: Stood, plot: Plot) =>
    admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device', { ...row, areaId: plot.areaId, landId: plot.id, enabledFlag: 1 })
  for (const one of field) {
    const plot = plots.find((land) => land.landCode === one.landCode)!
    const { id } = await put(one, plot)
    await nameCircuits(admin, one.name, id)
    const credential = await admin.call<{ key: string; secret: string }>(`PUT /wfpe/v1/{tenant}/device/${id}/credential`)
    const [lng = 113.34, lat = 22.96] = plot.boundary?.[0] ?? []
    made.push({ ...credential, deviceType: one.deviceType, lat, lng, layers: one.layers ?? 0 })
  }
  await put(spare, plots.find((land) => land.landCode === spare.landCode)!)
  return made
}
