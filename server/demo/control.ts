import type { Client } from './client.ts'

const classes = [
  ['通风降温', 10],
  ['灌溉', 20],
  ['增氧', 30],
] as const
const groups = [
  {
    name: '东区电动阀',
    devices: ['东一区电动阀', '东二区电动阀'],
    description: '东一区、东二区同一轮灌组',
  },
  { name: '西区电动阀', devices: ['西一区电动阀', '西二区电动阀'], description: '西区果菜' },
] as const

interface Line {
  [column: string]: unknown
  device?: string
  named?: string
}
interface Rule {
  name: string
  class: string
  triggers: Line[]
  conditions: Line[]
  actions: Line[]
  [field: string]: unknown
}
const rules: readonly Rule[] = [
  {
    name: '一号温室高温通风',
    class: '通风降温',
    pauseSeconds: 1800,
    quietFrom: '22:00',
    quietTo: '05:30',
    enabledFlag: 1,
    description: '高于 32 °C 持续 5 分钟开风机和天窗，大风天不开',
    triggers: [
      {
        kind: 'device',
        device: '一号温室测控柜',
        metric: 'airTemperature',
        operator: 'above',
        value: 32,
        seconds: 300,
      },
    ],
    conditions: [
      { group: 1, device: '石碁气象站', metric: 'windSpeed', operator: 'below', value: 8 },
    ],
    actions: [
      {
        mode: 'serial',
        device: '一号温室测控柜',
        channel: 'relay.1',
        value: 1,
        delaySeconds: 0,
        stopFlag: 1,
      },
      {
        mode: 'serial',
        device: '一号温室测控柜',
        channel: 'blind.1',
        value: 2,
        delaySeconds: 10,
        stopFlag: 0,
      },
    ],
  },
  {
    name: '番茄大棚每天滴灌',
    class: '灌溉',
    pauseSeconds: 3600,
    enabledFlag: 1,
    description: '每天 6:00 滴灌 30 分钟；墒情够或正在下大雨时跳过',
    triggers: [{ kind: 'timer', cron: '0 6 * * *' }],
    conditions: [
      { group: 1, device: '一号温室墒情', metric: 'humidity.1', operator: 'below', value: 38 },
      { group: 1, device: '石碁气象站', metric: 'rainfall', operator: 'below', value: 5 },
    ],
    actions: [
      {
        mode: 'serial',
        device: '番茄大棚电动阀',
        channel: 'open',
        value: 1,
        delaySeconds: 0,
        stopFlag: 1,
      },
      {
        mode: 'serial',
        device: '番茄大棚电动阀',
        channel: 'open',
        value: 0,
        delaySeconds: 1800,
        stopFlag: 0,
      },
    ],
  },
  {
    name: '蓄水塘溶氧低开增氧',
    class: '增氧',
    pauseSeconds: 1800,
    enabledFlag: 1,
    description: '溶氧低于 4 mg/L 开两台增氧泵，第二台错开 5 秒启动',
    triggers: [
      {
        kind: 'device',
        device: '蓄水塘增氧机',
        metric: 'dissolvedOxygen',
        operator: 'below',
        value: 4,
        seconds: 0,
      },
      { kind: 'timer', cron: '0 2 * * *' },
    ],
    conditions: [
      { group: 1, device: '蓄水塘增氧机', metric: 'dissolvedOxygen', operator: 'below', value: 5 },
      { group: 2, device: '蓄水塘水质', metric: 'dissolvedOxygen', operator: 'below', value: 5 },
    ],
    actions: [
      {
        mode: 'serial',
        device: '蓄水塘增氧机',
        channel: 'pump.1',
        value: 1,
        delaySeconds: 0,
        stopFlag: 0,
      },
      {
        mode: 'parallel',
        device: '蓄水塘增氧机',
        channel: 'pump.2',
        value: 1,
        delaySeconds: 5,
        stopFlag: 0,
      },
    ],
  },
  {
    name: '东区收工关阀',
    class: '灌溉',
    enabledFlag: 1,
    description: '收工时手动执行',
    triggers: [],
    conditions: [],
    actions: [
      {
        mode: 'serial',
        named: '东区电动阀',
        channel: 'open',
        value: 0,
        delaySeconds: 0,
        stopFlag: 0,
      },
    ],
  },
]

/** Classes, groups and rules of intelligent control, through the calls that people make. */
export async function makeControl(admin: Client): Promise<void> {
  const { content: devices } = await admin.call<{ content: { id: number; name: string }[] }>(
    'GET /wfpe/v1/{tenant}/device',
    { size: '0' },
  )
  const deviceId = (name: string) => devices.find((device) => device.name === name)!.id
  const classIds = new Map<string, number>()
  for (const [name, sort] of classes)
    classIds.set(
      name,
      (await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/control-class', { name, sort })).id,
    )
  const groupIds = new Map<string, number>()
  for (const { devices: names, ...group } of groups) {
    groupIds.set(
      group.name,
      (
        await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device-group', {
          ...group,
          deviceIds: names.map(deviceId),
        })
      ).id,
    )
  }
  const placed = ({ device, named, ...line }: Line) => ({
    ...line,
    ...(device && { deviceId: deviceId(device) }),
    ...(named && { groupId: groupIds.get(named) }),
  })
  for (const { class: kind, triggers, conditions, actions, ...rule } of rules) {
    await admin.call('POST /wfpe/v1/{tenant}/control-rule', {
      ...rule,
      classId: classIds.get(kind),
      triggers: triggers.map(placed),
      conditions: conditions.map(placed),
      actions: actions.map(placed),
    })
  }
}
