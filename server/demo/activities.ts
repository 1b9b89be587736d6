import { Client, type Injectable } from './client.ts'
import { pictureOf } from './media.ts'
import { demoPassword } from './people.ts'

interface Made {
  id: number
}
const hourMs = 3_600_000
/** Hours from now, at the full hour. */
const inHours = (hours: number) =>
  new Date(Math.floor(Date.now() / hourMs) * hourMs + hours * hourMs).toISOString()

/** From when until when, in hours from now; who takes part, by login name. */
const planned = [
  {
    activityName: '番茄整枝打杈现场培训',
    base: 'SQ',
    hours: [1, 3],
    address: '一号温室门口集合',
    capacity: 30,
    description: '带上手套和剪刀。讲单干整枝、留果和伤口消毒，讲完下棚练手。',
    pictured: true,
    joined: ['worker', 'huangmei'],
  },
  {
    activityName: '晚稻测产开放日',
    base: 'SW',
    hours: [74, 78],
    address: '沙湾水稻基地晒谷场',
    description: '请镇农技站和合作社一起测产，中午吃新米饭。',
    pictured: true,
    joined: ['worker'],
  },
  {
    activityName: '农药安全使用培训',
    base: 'SQ',
    hours: [-170, -168],
    address: '二楼会议室',
    capacity: 40,
    description: '再入间隔、安全间隔期和空瓶回收。',
    joined: [],
  },
] as const

/** One that begins within the hour, one to come, and one that is over. */
export async function makeActivities(app: Injectable, admin: Client): Promise<void> {
  const manager = await new Client(app).signIn('huangmei', demoPassword)
  const { content } = await admin.call<{ content: (Made & { areaCode: string })[] }>(
    'GET /wfpf/v2/{tenant}/area',
    { size: '0' },
  )
  for (const { base, hours, joined, ...rest } of planned) {
    const { pictured, ...told } = { pictured: false, ...rest }
    const cover = pictured
      ? await manager.upload('活动.png', 'image/png', await pictureOf(told.activityName))
      : null
    const { id } = await manager.call<Made>('POST /wfpf/v1/{tenant}/activity', {
      ...told,
      cover,
      areaId: content.find(({ areaCode }) => areaCode === base)!.id,
      startsAt: inHours(hours[0]),
      endsAt: inHours(hours[1]),
    })
    await manager.call(`POST /wfpf/v1/{tenant}/activity/${id}/publish`, {})
    for (const name of joined)
      await (
        await new Client(app).signIn(name, demoPassword)
      ).call(`POST /wfpf/v1/{tenant}/activity/${id}/join`)
  }
}
