import { sql } from 'kysely'
import { expect } from 'vitest'
import { deviceCommands, type CommandRow } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { type Field } from './devices.ts'
import { twoFarms } from './ground.ts'

export const { app, mine, theirs } = await twoFarms()
const switchesOf = async (device: Field) =>
  (await mine.admin.call(switchList, { deviceId: device.id })).content
export const switchOf = async (device: Field, channel: string) =>
  (await switchesOf(device)).find((one) => one.channel === channel)!
export const press = async (
  device: Field,
  channel: string,
  value: number,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  mine.admin.send(
    controlSwitch,
    { id: (await switchOf(device, channel)).id, value, ...more },
    headers,
  )
export const pressed = async (device: Field, channel: string, value: number) => {
  const answer = await press(device, channel, value, { confirmation: device.name })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as CommandRow
}
export const logOf = (device: Field) => mine.admin.call(deviceCommands, { id: device.id })
export const stateOf = async (device: Field, id: number) =>
  (await logOf(device)).find((one) => one.id === id)!.state
export const becomes = (device: Field, id: number, state: string) =>
  expect.poll(() => stateOf(device, id), { timeout: 4000, interval: 40 }).toBe(state)
/** As if its time to live were over. */
export const timePasses = (id: number) =>
  app.db.write(mine.id, (tx) =>
    sql`update device_command set expires_at = now() - interval '1 millisecond' where id = ${id}`.execute(
      tx,
    ),
  )
