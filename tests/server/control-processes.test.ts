import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ended, listen, newDevice, report } from './devices.ts'
import { app, becomes, mine, pressed, stateOf } from './control-ground.ts'

test('two processes: whichever the device is connected to sends, and either sees the end', async () => {
  const beside = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
  const device = await newDevice(mine.admin, 'electric_valve')
  for (const where of [beside, app]) {
    const { client, orders } = await listen(where, device)
    const made = await pressed(device, 'open', where === app ? 0 : 1)
    await becomes(device, made.id, 'delivered')
    await report(client, { open: made.wanted })
    await becomes(device, made.id, 'confirmed')
    await wait(1100)
    expect(orders.map(({ id }) => id)).toEqual([made.id])
    const gone = ended(client)
    await client.endAsync()
    await gone
  }
})

test('a process that dies between writing down and sending sends nothing twice and loses no row', async () => {
  const device = await newDevice(mine.admin, 'electric_valve')
  const made = await pressed(device, 'open', 1)
  // Written down as sent, and then the end.
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set state = 'sent', sent_at = clock_timestamp(),
      left_at = clock_timestamp() where id = ${made.id}`.execute(tx),
  )
  const { client, orders } = await listen(app, device)
  const next = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
  await wait(300)
  expect([orders, await stateOf(device, made.id)]).toEqual([[], 'sent'])
  // What was acknowledged to, and reported to, a process that died before it looked.
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set state = 'delivered', delivered_at = clock_timestamp(),
      answers_from = clock_timestamp() where id = ${made.id}`.execute(tx),
  )
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_report (tenant_id, device_id, at, received_at, metrics, measured)
      values (${mine.id}, ${device.id}, clock_timestamp(), clock_timestamp(), '{open}', '{1}')`.execute(
      tx,
    ),
  )
  const third = await app.beside()
  await becomes(device, made.id, 'confirmed')
  await Promise.all([client.endAsync(), next.close(), third.close()])
})
