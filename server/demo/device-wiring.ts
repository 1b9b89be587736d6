import type { Client } from './client.ts'

/** What hangs on a device's circuits, by the device and its channel. */
const circuits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  石碁网关: {
    'relay.1': '育苗补光灯',
    'relay.2': '循环风机',
    'relay.3': '湿帘水泵',
    'relay.4': '肥液搅拌',
    'motor.1': '顶部卷膜',
    'motor.2': '侧面卷膜',
  },
  果园网关: { 'relay.1': '杀虫灯电源', 'relay.2': '加压水泵', 'motor.1': '遮阳网' },
  沙湾网关: { 'relay.1': '进水泵', 'relay.2': '排水泵' },
  一号温室测控柜: { 'relay.1': '内循环风机', 'relay.2': '湿帘风机', 'blind.1': '外遮阳' },
  二号温室测控柜: { 'relay.1': '内循环风机', 'relay.2': '湿帘风机', 'blind.1': '外遮阳' },
  育苗温室测控柜: { 'relay.1': '内循环风机', 'relay.2': '侧窗风机', 'blind.1': '内保温' },
  '番茄大棚 4G 节点': { 'relay.1': '滴灌电磁阀', 'relay.2': '通风机' },
  '秧田 4G 节点': { 'relay.1': '进水电磁阀', 'relay.2': '排水电磁阀' },
}
/** What hangs on the ports of an aerator's regulator. */
export const pumps: Readonly<Record<string, readonly string[]>> = {
  蓄水塘增氧机: ['东岸叶轮泵', '塘心叶轮泵', '西岸叶轮泵'],
}
interface Switch {
  id: number
  channel: string
  type: string
  objectVersionNumber: number
}
export async function nameCircuits(admin: Client, device: string, deviceId: number): Promise<void> {
  const names = circuits[device]
  if (!names) return
  const { content } = await admin.call<{ content: Switch[] }>(
    'GET /wfpe/v1/{tenant}/device/gateway/switch',
    { deviceId: String(deviceId) },
  )
  for (const { id, channel, type, objectVersionNumber } of content) {
    if (names[channel])
      await admin.call('PUT /wfpe/v1/{tenant}/device/gateway/switch', {
        id,
        objectVersionNumber,
        name: names[channel],
        switchType: type,
        enabledFlag: 1,
      })
  }
}
/** What gateways gather of the probes around them, and what they do by themselves. */
const gathered: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  石碁网关: {
    一号温室墒情: ['humidity.1', 'temperature.1'],
    一号温室测控柜: ['airTemperature', 'airHumidity'],
  },
  果园网关: { 百香果园墒情: ['humidity.1', 'temperature.1'] },
  沙湾网关: { 蓄水塘水质: ['waterLevel', 'dissolvedOxygen'] },
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
type Kept = { name: string; target: string; enabledFlag?: 0 } & (
  | { from: string; to: string; days?: number[] }
  | { of: string; channel: string; comparison: 'below' | 'above'; value: number; back: number }
)
const kept: Readonly<Record<string, readonly Kept[]>> = {
  石碁网关: [
    { name: '育苗清晨补光', target: 'relay.1', from: '05:30', to: '07:00' },
    {
      name: '高温循环通风',
      target: 'relay.2',
      of: '一号温室测控柜',
      channel: 'airTemperature',
      comparison: 'above',
      value: 32,
      back: 28,
    },
    {
      name: '工作日肥液搅拌',
      target: 'relay.4',
      from: '08:00',
      to: '08:20',
      days: [1, 2, 3, 4, 5],
      enabledFlag: 0,
    },
  ],
  沙湾网关: [
    {
      name: '低水位补水',
      target: 'relay.1',
      of: '蓄水塘水质',
      channel: 'waterLevel',
      comparison: 'below',
      value: 0.8,
      back: 1.2,
    },
  ],
}
export async function keepStrategies(
  admin: Client,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [gateway, children] of Object.entries(gathered)) {
    for (const [child, metrics] of Object.entries(children))
      await admin.call(`POST /wfpe/v1/{tenant}/device/gateway/${ids.get(gateway)}/collection`, {
        deviceId: ids.get(child),
        metrics,
      })
  }
  for (const [gateway, list] of Object.entries(kept)) {
    for (const { name, target, enabledFlag = 1, ...when } of list) {
      const trigger =
        'of' in when
          ? {
              kind: 'threshold',
              deviceId: ids.get(when.of),
              channel: when.channel,
              comparison: when.comparison,
              value: when.value,
              back: when.back,
            }
          : { kind: 'time', from: when.from, to: when.to, days: when.days ?? everyDay }
      await admin.call('POST /wfpe/v1/{tenant}/device/gateway/rtu/strategy/operate', {
        deviceId: ids.get(gateway),
        name,
        target,
        enabledFlag,
        trigger,
      })
    }
  }
}
