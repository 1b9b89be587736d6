import { sql } from 'kysely'
import { inEnglish, sayAs } from './english.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { pastOf } from '#server/modules/alarm/engine/back-test.ts'
import { limitsOf, ruleFields, type Rule } from '#server/modules/alarm/engine/rules.ts'
import type { Client } from './client.ts'

const often = { silenceSeconds: 7200, enabledFlag: 1, action: 'alarm' }
const rules = [
  {
    name: '土壤含水率过低',
    level: 2,
    deviceType: 'soil',
    areaCode: 'SQ',
    trigger: 'threshold',
    metric: 'humidity.1',
    operator: 'below',
    value: 22,
    severeValue: 12,
    hysteresis: 2,
    durationSeconds: 300,
    clearSeconds: 600,
    ...often,
    description: '低于 22% 安排滴灌，低于 12% 立即处理',
  },
  {
    name: '大风',
    level: 2,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'windSpeed',
    operator: 'above',
    value: 8,
    hysteresis: 1,
    durationSeconds: 600,
    clearSeconds: 900,
    ...often,
    description: '5 级风（8 m/s）起放下大棚侧膜，停止植保飞防',
  },
  {
    name: '低温冻害',
    level: 3,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'below',
    value: 6,
    hysteresis: 1,
    durationSeconds: 900,
    repeatFlag: 1,
    ...often,
    description: '育苗温室开启加温',
  },
  {
    name: '气温骤变',
    level: 1,
    deviceType: 'gateway_weather',
    trigger: 'rate',
    metric: 'airTemperature',
    operator: 'either',
    value: 5,
    rateMinutes: 120,
    ...often,
  },
  {
    name: '雨天停灌',
    level: 1,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'rainfall',
    operator: 'above',
    value: 1.5,
    clearSeconds: 1800,
    ...often,
    action: 'stopIrrigation',
    description: '下雨时关闭本地块正在开启的电动阀',
  },
  {
    name: '阵风频繁',
    level: 1,
    deviceType: 'gateway_weather',
    trigger: 'count',
    metric: 'windSpeed',
    operator: 'above',
    value: 5,
    times: 4,
    rateMinutes: 240,
    hysteresis: 0.5,
    ...often,
    description: '四小时内多次超过 5 m/s，检查棚膜压线',
  },
  {
    name: '变频器故障',
    level: 3,
    deviceType: 'inverter',
    trigger: 'fault',
    metric: 'faultCode',
    repeatFlag: 1,
    ...often,
    description: '停机检查后在变频器页面复位',
  },
  {
    name: '网关信号弱',
    level: 1,
    deviceType: 'gateway',
    trigger: 'threshold',
    metric: 'signal',
    operator: 'below',
    value: -90,
    hysteresis: 3,
    durationSeconds: 600,
    ...often,
  },
  {
    name: '网关离线',
    level: 3,
    deviceType: 'gateway',
    trigger: 'offline',
    silentMinutes: 10,
    repeatFlag: 1,
    ...often,
    description: '网关离线后下挂设备全部失联',
  },
  {
    name: '电动阀离线',
    level: 2,
    deviceType: 'electric_valve',
    trigger: 'offline',
    silentMinutes: 15,
    ...often,
  },
  {
    name: '电动阀命令失败',
    level: 3,
    deviceType: 'electric_valve',
    trigger: 'command',
    ...often,
    description: '阀门卡住或没有收到命令：到现场检查，必要时手动关阀',
  },
  {
    name: '温室有人活动',
    level: 1,
    deviceType: 'camera',
    areaCode: 'SQ',
    trigger: 'threshold',
    metric: 'motion',
    operator: 'equals',
    value: 1,
    clearSeconds: 120,
    ...often,
    description: '摄像头侦测到移动；采摘期可停用',
  },
  {
    name: '肥桶液位低',
    level: 2,
    deviceType: 'waterFertilizer',
    trigger: 'threshold',
    metric: 'tankLevel',
    operator: 'below',
    value: 10,
    hysteresis: 5,
    ...often,
    description: '补充母液后再启动施肥',
  },
  {
    name: '气象站没有数据',
    level: 2,
    deviceType: 'gateway_weather',
    trigger: 'noData',
    silentMinutes: 30,
    ...often,
  },
] as const
const contacts = [
  {
    name: '值班主管',
    realName: '林建国',
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    escalateMinutes: 30,
  },
  {
    name: '设备运维',
    realName: '欧阳军',
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    deviceTypes: ['gateway', 'electric_valve', 'gateway_weather'],
  },
  {
    name: '蔬菜基地负责人',
    realName: '黄美玲',
    channel: 'sms',
    minLevel: 3,
    stage: 2,
    fromHour: 6,
    toHour: 22,
    areaCode: 'SQ',
  },
  {
    name: '生产调度群',
    realName: '欧阳军',
    channel: 'dingtalk',
    minLevel: 2,
    stage: 1,
    enabledFlag: 0,
  },
] as const

/** Rules and people to tell, through the calls that people make. */
export async function makeAlarms(admin: Client): Promise<void> {
  const { content: areas } = await admin.call<{ content: { areaId: number; areaCode: string }[] }>(
    'GET /wfpf/v2/{tenant}/area',
    { organizationType: 'area', size: '0' },
  )
  const { content: members } = await admin.call<{ content: { id: number; realName: string }[] }>(
    'GET /iam/v1/{tenant}/users',
    { size: '0' },
  )
  const areaOf = (of: object) =>
    'areaCode' in of ? areas.find(({ areaCode }) => areaCode === of.areaCode)?.areaId : undefined
  for (const one of contacts) {
    const { realName, ...contact } = { enabledFlag: 1, ...one }
    const { areaCode: _code, ...rest } = { areaCode: '', ...contact }
    await admin.call('POST /wfpe/v1/{tenant}/alarm-contact', {
      ...rest,
      userId: members.find((member) => member.realName === realName)!.id,
      areaIds: [areaOf(contact) ?? []].flat(),
    })
  }
  for (const one of rules) {
    const { areaCode: _code, ...rest } = { areaCode: '', ...one }
    await admin.call('POST /wfpe/v1/{tenant}/alarm-rule', { ...rest, areaId: areaOf(one) })
  }
}

const mostPerRule = 8
const stillMs = 30 * 60_000

/** What the rules would have raised in the last days, as if they had been there. */
export async function remember(tx: Tx): Promise<void> {
  const people = await rows<{ accountId: number; realName: string }>(
    tx,
    sql`select account_id, real_name from member_view where real_name in (${sql.join(['欧阳军', '黄美玲'].flatMap((name) => [name, inEnglish(name)]))}) order by real_name`,
  )
  const words = ['已到现场处理', '已安排检查', '确认属实，已处理'].map(
    sayAs(people[0]?.realName ?? '欧阳军'),
  )
  for (const rule of await rows<Rule>(
    tx,
    sql`select ${ruleFields} from alarm_rule where enabled_flag = 1 order by id`,
  )) {
    const { found } = await pastOf(tx, rule)
    const ended = found
      .flatMap(({ device, metric, episodes }) =>
        episodes.map((episode) => ({ device, metric, ...episode })),
      )
      .filter(({ clearedAt }) => clearedAt !== null && clearedAt < Date.now() - stillMs)
      .sort((a, b) => b.beganAt - a.beganAt)
      .slice(0, mostPerRule)
    for (const [i, { device, metric, beganAt, clearedAt, peak, level }] of ended.entries()) {
      const by = i % 3 === 2 ? undefined : people[i % people.length]
      const at = (ms: number) => sql`to_timestamp(${ms / 1000})`
      const seen = Math.min(clearedAt!, beganAt + 12 * 60_000)
      const alarm = (await row<{ id: number }>(
        tx,
        sql`insert into alarm (rule_id, rule_name, device_id, device_name, device_type, area_id,
          land_id, metric, trigger, limits, action, level, state, value, peak, began_at, last_at,
          cleared_at, acknowledged_at, acknowledged_by)
        values (${rule.id}, ${rule.name}, ${device.id}, ${device.name}, ${device.deviceType},
        ${device.areaId}, ${device.landId}, ${metric}, ${rule.trigger},
        ${JSON.stringify(limitsOf(rule))}::jsonb, ${rule.action}, ${level}, 'cleared', ${peak}, ${peak},
          ${at(beganAt)}, ${at(clearedAt!)}, ${at(clearedAt!)}, ${by ? at(seen) : null},
            ${by?.accountId ?? null}) returning id`,
      ))!
      const line = (
        kind: string,
        ms: number,
        who?: { accountId: number; realName: string },
        detail: object = {},
      ) =>
        sql`insert into alarm_journal (alarm_id, at, kind, account_id, by_name, detail)
          values (${alarm.id}, ${at(ms)}, ${kind}, ${who?.accountId ?? null},
          ${who?.realName ?? null}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
      await line('raised', beganAt, undefined, { level, value: peak })
      if (by) {
        await line('acknowledged', seen, by)
        await line('commented', seen + 1000, by, { text: words[i % words.length] })
      }
      await line('cleared', clearedAt!)
    }
  }
}
