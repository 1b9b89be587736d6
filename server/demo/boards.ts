import type { Client } from './client.ts'

interface Card {
  kind: string
  title?: string
  device?: string
  metric?: string
  channels?: readonly (readonly [device: string, metric: string])[]
  hours?: number
  width: number
  height: number
}
const cards: readonly Card[] = [
  {
    kind: 'number',
    title: '石碁气温',
    device: '石碁气象站',
    metric: 'airTemperature',
    hours: 24,
    width: 1,
    height: 1,
  },
  {
    kind: 'number',
    title: '石碁降雨',
    device: '石碁气象站',
    metric: 'rainfall',
    hours: 24,
    width: 1,
    height: 1,
  },
  {
    kind: 'number',
    title: '一号温室 10 厘米水分',
    device: '一号温室墒情',
    metric: 'humidity.1',
    hours: 168,
    width: 1,
    height: 1,
  },
  {
    kind: 'number',
    title: '蓄水塘溶氧',
    device: '蓄水塘水质',
    metric: 'dissolvedOxygen',
    hours: 24,
    width: 1,
    height: 1,
  },
  {
    kind: 'curve',
    title: '气温与土壤水分',
    channels: [
      ['石碁气象站', 'airTemperature'],
      ['一号温室墒情', 'humidity.1'],
      ['东一区墒情', 'humidity.1'],
    ],
    hours: 72,
    width: 2,
    height: 3,
  },
  { kind: 'switch', device: '东一区电动阀', width: 1, height: 3 },
  { kind: 'switch', device: '东二区电动阀', width: 1, height: 3 },
  { kind: 'alarms', title: '未恢复的告警', width: 2, height: 2 },
  { kind: 'state', device: '石碁气象站', width: 1, height: 2 },
  { kind: 'state', device: '蓄水塘水质', width: 1, height: 2 },
  { kind: 'map', title: '设备分布', width: 4, height: 3 },
]

/** A board for everybody: whoever may see fewer devices sees fewer of its values. */
export async function makeBoards(admin: Client): Promise<void> {
  const { content: devices } = await admin.call<{ content: { id: number; name: string }[] }>(
    'GET /wfpe/v1/{tenant}/device',
    { size: '0' },
  )
  const deviceId = (name: string) => devices.find((device) => device.name === name)!.id
  await admin.call('POST /wfpe/v1/{tenant}/board', {
    name: '石碁灌溉看板',
    sharing: 'all',
    description: '气象、墒情、阀门和告警，一屏看完',
    cards: cards.map(({ device, channels, ...card }) => ({
      ...card,
      ...(device && { deviceId: deviceId(device) }),
      ...(channels && {
        channels: channels.map(([name, metric]) => `${deviceId(name)}:${metric}`).join(','),
      }),
    })),
  })
}
