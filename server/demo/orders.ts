import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Injectable } from './client.ts'
import { demoPassword } from './people.ts'

/**
 * What people of the demo do on its first day: who, which device and channel, what is wanted of it.
 */
const orders = [
  ['huangmei', '石碁网关', 'relay.1', 1],
  ['huangmei', '石碁网关', 'relay.2', 1],
  ['huangmei', '东二区电动阀', 'opening', 60],
  ['admin', '沙湾网关', 'relay.1', 1],
  ['ouyangjun', '石碁网关', 'motor.1', 1],
  ['ouyangjun', '石碁网关', 'motor.1', 2],
  ['huangmei', '东二区电动阀', 'open', 0],
  ['admin', '果园网关', 'relay.1', 1],
] as const
const betweenMs = 4000
const mostTries = 30

interface Found {
  content: {
    id: number
    name: string
    channel: string
    online: 0 | 1
    type: string
    deviceId: number
  }[]
}

/**
 * Orders a few things of the devices that are played, as people do, so that the control log has
 * something to tell.
 */
export async function giveOrders(app: Injectable): Promise<void> {
  const people = new Map<string, Client>()
  for (const [login, device, channel, value] of orders) {
    const person = people.get(login) ?? (await new Client(app).signIn(login, demoPassword))
    people.set(login, person)
    for (let tries = 0; tries < mostTries; tries++) {
      const { content } = await person.call<Found>('GET /wfpe/v1/{tenant}/device', { name: device })
      if (content[0]?.online === 1) break
      await pause(1000)
    }
    const {
      content: [found],
    } = await person.call<Found>('GET /wfpe/v1/{tenant}/device', { name: device })
    if (!found) continue
    const { content } = await person.call<Found>('GET /wfpe/v1/{tenant}/device/gateway/switch', {
      deviceId: String(found.id),
    })
    const target = content.find((one) => one.channel === channel)
    if (target)
      await person.call(`POST /wfpe/v1/{tenant}/device/gateway/switch/${target.id}/control`, {
        value,
        confirmation: device,
      })
    await pause(betweenMs)
  }
}
