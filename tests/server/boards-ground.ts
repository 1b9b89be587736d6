import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { twoFarms } from './ground.ts'

export const { app, mine, theirs } = await twoFarms()
export const hourMs = 3_600_000
export const measured = async (
  id: number,
  metric: string,
  values: readonly (readonly [number, number])[],
) => {
  await new Partitions(app.db).need(values.map(([at]) => at))
  await app.db.write(mine.id, (tx) =>
    storePoints(tx, mine.id, [
      {
        device: id,
        points: values.map(([at, value]) => ({ metric, at, value, clock: 0 as const })),
        problems: [],
        bytes: 0,
        text: '',
        receivedAt: 0,
      },
    ]),
  )
}
