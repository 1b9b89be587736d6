import { describe, expect, test } from 'vitest'
import { listen, newDevice, report, type Order } from './devices.ts'
import { app, becomes, logOf, mine, press, pressed, timePasses } from './control-ground.ts'

describe('a motor', () => {
  test('is stopped and stands for two seconds before it turns back', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    const times: number[] = []
    client.on('message', (_topic, payload) => {
      times.push(Date.now())
      const { actuator, circuit, value } = JSON.parse(payload.toString()) as Order
      void report(client, { [`${actuator}.${circuit}`]: value })
    })
    await report(client, { 'motor.1': 1 })
    const made = await pressed(device, 'motor.1', 2)
    expect(made).toMatchObject({ state: 'waiting', effect: 'rollUp' })
    await becomes(device, made.id, 'confirmed')
    expect(orders.map(({ value }) => value)).toEqual([0, 2])
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2000)
    expect(times[1]! - times[0]!).toBeLessThan(3000)
    expect(
      (await logOf(device)).map(({ origin, effect, state }) => [origin, effect, state]),
    ).toEqual([
      ['web', 'rollUp', 'confirmed'],
      ['deadTime', 'stop', 'confirmed'],
    ])
    await client.endAsync()
  })
  test('does not turn back when nothing says that it stopped', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    await report(client, { 'motor.1': 1 })
    const made = await pressed(device, 'motor.1', 2)
    const stop = (await logOf(device)).find(({ origin }) => origin === 'deadTime')!
    await becomes(device, stop.id, 'delivered')
    await timePasses(stop.id)
    await becomes(device, made.id, 'cancelled')
    expect([orders.map(({ value }) => value), (await logOf(device))[0]!.reason]).toEqual([
      [0],
      'stopFailed',
    ])
    await client.endAsync()
  })
  test('is dangerous: its device has to be named', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    for (const confirmation of [undefined, '', 'another']) {
      const answer = await press(device, 'motor.1', 1, { confirmation })
      expect([
        answer.statusCode,
        answer.json().code,
        Object.keys(answer.json().fields as object),
      ]).toEqual([422, 'command.confirm', ['confirmation']])
    }
    expect(await logOf(device)).toEqual([])
    // Nobody has to type a name to stop it.
    expect((await press(device, 'motor.1', 0)).statusCode).toBe(200)
  })
})
