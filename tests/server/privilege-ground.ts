import { sql } from 'kysely'
import { moduleOfCode } from '#server/http/actor.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'

// Nobody comes to what they do not hold by having something else do it: rules, groups, bins, screens, files, flows.
export const { app, mine } = await oneFarm({
  mqtt: { host: '127.0.0.1', port: 0 },
  screenOrigins: ['https://screen.example'],
  privateCameras: true,
})
await app.alarms.stop()
export const every = [...moduleOfCode.keys()]
export const sensor = await newDevice(mine.admin)
await app.db.write(mine.id, (tx) =>
  sql`insert into device_latest (tenant_id, device_id, metric, at, value) values (${mine.id}, ${sensor.id}, 'airTemperature', now(), 21.5)`.execute(
    tx,
  ),
)
